"""What the solo modes do differently."""
