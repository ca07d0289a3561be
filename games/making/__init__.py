"""What comes before a game: tables, invitations and lessons."""
