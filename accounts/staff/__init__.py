"""The site for staff, and what they do to accounts."""
