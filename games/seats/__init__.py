"""Games, tables and seats, as somebody may ask for them."""
