"""The command `season`, which plays a whole season of a league on a public server."""
