"""Results of games and the end of seasons."""
