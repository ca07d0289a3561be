"""The pages of one's own account."""
