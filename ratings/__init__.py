"""Ratings: how strong players are, by their places in rated games."""
