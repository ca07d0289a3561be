"""The endpoints of accounts, and their description."""
