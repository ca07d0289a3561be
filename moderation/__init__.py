"""Moderation: reports of people, names and messages, and what moderators do about them."""
