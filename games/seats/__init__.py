"""The seats of a game: who occupies them, and who watches instead."""
