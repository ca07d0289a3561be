"""SQL that is compiled once, or our own."""
