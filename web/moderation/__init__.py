"""What people tell the moderators."""
