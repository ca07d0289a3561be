"""Random games that look for what breaks: `./do fuzz`."""
