"""What organisers decide about games, and what they write to people."""
