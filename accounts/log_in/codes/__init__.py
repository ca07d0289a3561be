"""Codes that are mailed to prove an address."""
