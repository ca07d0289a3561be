"""Positions: a whole state as JSON, written and loaded (ACTIONS.md section 3)."""
