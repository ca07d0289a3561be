"""A season from the plan of its start to its last round; `lifecycle` is the way in."""
