"""The rules that hold in every game: turns, plays, payments, dealing and scoring (RULES.md)."""
