"""The project's settings, routes and processes."""
