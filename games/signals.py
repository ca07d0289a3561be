"""What games tell whoever listens, inside of the transaction that changes them.

A receiver that raises undoes the change, so what it writes is written if and only if the change
is. Receivers do nothing but write to the database: mail and messages leave after the commit.
"""

from django.dispatch import Signal

events_appended = Signal()
"""Events have been appended to a game, whose summary is up to date.

Sent with `game` (Game), `assignments` (of all who sit there), `events` (list of the core's events),
`state_before` (State, or None when the game has just begun), `state` (State after them), `seat`
(whose command it was, or who began the game by sitting down or starting it; None for who has no
seat) and `command_id` (UUID, or None).
"""

game_called_off = Signal()
"""A game has ended without a winner, and without an event: it is called off.

Sent with `game` (Game) and `user` (User, whose wish was the last that it took).
"""
