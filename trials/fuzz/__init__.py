"""Fuzzing of the rules: random games with checks after every action, `./do fuzz`."""
