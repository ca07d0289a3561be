"""The pages of games: those that people play, and the guided first one."""
