"""The pages of games that are over."""
