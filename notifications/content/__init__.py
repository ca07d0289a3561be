"""What messages say, composed at the moment of sending."""
