"""The home page, and what leads from it to games, people and rules."""
