"""House players: who plays when no person does. They see what their seat sees."""
