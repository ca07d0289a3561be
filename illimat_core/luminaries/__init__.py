"""One module a luminary: the card in our words, its sentences as functions, its record."""
