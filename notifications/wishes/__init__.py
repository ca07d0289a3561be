"""What people want to be told, and when."""
