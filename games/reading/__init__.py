"""Games, tables and lists of games, as somebody may read them."""
