"""What people are told of leagues and seasons."""
