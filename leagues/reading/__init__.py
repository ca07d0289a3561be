"""What people read of seasons."""
