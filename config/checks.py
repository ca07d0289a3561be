"""Checks of the settings and of the database, run before anything starts."""
