"""The clocks of stored games, and what follows from them."""
