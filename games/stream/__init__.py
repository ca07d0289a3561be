"""Events of games, as they are stored: the only way in and out."""
