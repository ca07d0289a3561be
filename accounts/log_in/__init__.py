"""Signing up, logging in, and what confirms who somebody is."""
