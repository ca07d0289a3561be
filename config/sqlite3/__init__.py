"""Django's backend for SQLite, whose transactions wait for the write lock fairly."""
