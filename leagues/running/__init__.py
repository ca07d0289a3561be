"""A season's life, from its start to its last round; `lifecycle` is the way in."""
