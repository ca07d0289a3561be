"""Django's backend for PostgreSQL, whose kept connections are looked at instead of asked."""
