"""Django's backend for SQLite, whose statements wait for the write lock fairly."""
