"""House players, which play when no person does. They see only what their seat sees."""
