"""The command `demo`, which plays a whole game over HTTP as any client could."""
