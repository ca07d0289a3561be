"""Contests as mathematics: formats, standings, divisions and lots, without a database."""
