"""Looks for what tells somebody of hidden cards: `./do noninterference`."""
