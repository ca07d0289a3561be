"""Matches between any two engines: `./do match`."""
