"""The weight of the page of a game beside its bounds, `./do weigh`."""
