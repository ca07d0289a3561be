"""The time before a season starts: its declaration and who takes part."""
