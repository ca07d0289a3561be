"""Reports of the program's mistakes to an error tracker, if SENTRY_DSN names one."""
