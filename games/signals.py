"""Signals about games, sent inside the transaction that changes them.

A receiver that raises an exception rolls the change back, so its writes are committed if and only
if the change is. Receivers only write to the database: mail and messages leave after the commit.
"""

from django.dispatch import Signal

events_appended = Signal()
"""Events have been appended to a game, whose summary is up to date.

While a game goes on, the signal is sent in a pipeline (`api.sql.statements.pipelined`): no receiver
may look at `rowcount` then.

Sent with `game` (Game), `assignments` (of all its seats), `events` (list of the core's events),
`state_before` (State, or None when the game has just begun), `state` (State after them), `actor`
(Actor whose command it was, or who began the game by sitting down or starting it), `left` (dict of
the ids of people by seat, for those who sat there before the events and do so no more) and
`command_id` (UUID, or None).
"""

worker_needed = Signal()
"""A house player is to play or to give a hint, and a person waits for it.

A worker is woken after the commit, so that nobody waits for the next sweep.

Sent with `game` (Game).
"""

game_called_off = Signal()
"""A game, or a table whose game has not begun, is called off: it ends without a winner.

Sent with `game` (Game) and `user` (User whose request or wish completed the decision, or None).
"""

game_ended = Signal()
"""A game that had begun has ended: played to its end, adjudicated or called off.

Sent after the other signals, with `game` (Game). `games.play.results.result_of` tells its result.
"""

people_invited = Signal()
"""People are invited to a table whose game has not begun.

Sent with `game` (Game) and `people` (list of User).
"""

game_thawed = Signal()
"""A frozen game was found whole again, and goes on.

Sent with `game` (Game, which is locked).
"""

stream_examined = Signal()
"""The stream of a game was found whole by itself, and other apps may know of events that it lacks.

Sent with `game` (Game, which is locked). A receiver returns a sentence, or None.
"""
