"""Playing on the page of a game, one choice after the other, each an address."""
