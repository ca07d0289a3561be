"""What pages of all kinds are made of."""
