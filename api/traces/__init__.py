"""What the log says of a request: its id, its game, and why the database refused it."""
