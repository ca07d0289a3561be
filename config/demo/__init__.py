"""A whole game over HTTP: what the command `demo` does, as anybody's program could."""
