"""What tells operators how the server is doing."""
