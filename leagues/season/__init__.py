"""What is asked of a stored season, in many places."""
