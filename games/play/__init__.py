"""Submissions and all else that changes a running game."""
