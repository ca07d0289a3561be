"""What is held about people in games, for the file of their own data."""

from typing import Final

from django.utils.text import format_lazy
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.own_data.held import HeldRows, Row, held_add
from accounts.own_data.of_accounts import WORK
from games.outputs import games as outputs
from games.outputs.playing import log_entry
from games.reading.selectors import game_history
from games.reading.tables import table_get
from games.refusals import GameFrozenError, GameNotFoundError
from games.stream import integrity

FULL: Final = 200  # games, the newest, that are shown with their board and log
NOTE: Final = format_lazy(
    gettext_lazy(
        "Of the newest {number} there are the game (view) and its log, as you may see them."
    ),
    number=FULL,
)


def describe_own_game(user: User, row: Row, number: int) -> Row:
    """Return a seat with its game and log as `GET /games/{id}` and `…/events` show them.

    The FULL newest games are shown so, unless they are frozen.
    """
    if number >= FULL:
        return row
    try:
        table = table_get(user=user, game_id=row["game"])
        shown = outputs.game(table)
        log = [log_entry(each) for each in game_history(table=table, limit=table.game.version)]
    except GameNotFoundError:
        return row
    except Exception as error:
        if isinstance(integrity.freeze_if_damaged(error), GameFrozenError):
            return row | {"frozen": True}
        raise
    return row | {"view": shown, "log": log}


held_add(
    HeldRows(
        "games",
        "games.SeatAssignment.user",
        (
            *("game", "number", "entropy", "wants_end", "agrees_on_pause", "occupant"),
            *("since", "standing", "until"),
        ),
        dict.fromkeys(("level", "name", "awaited", "game_state", "moved_at"), WORK),
        show=describe_own_game,
        note=NOTE,
    ),
    HeldRows(
        "games_left",
        "games.PastOccupation.user",
        ("game", "seat", "occupant", "since", "until"),
        show=describe_own_game,
        note=NOTE,
    ),
    HeldRows(
        "games_made",
        "games.Game.creator",
        ("id", "mode", "state", "created_at", "started_at", "ended_at"),
        {
            "*": gettext_lazy(
                "The rest of the games that you made: what you may see of a game in which you sat "
                "is in “games”."
            )
        },
    ),
    HeldRows("game_invitations", "games.Invitation.user", ("game", "declined_at")),
    HeldRows(
        "hints",
        "games.HintRequest.user",
        ("game", "seat", "version", "asked_at", "answer"),
        {"lease_until": WORK},
    ),
    HeldRows(
        "analyses",
        "games.GameAnalysis.user",
        ("game", "asked_at", "done_at", "turning_points"),
        {"lease_until": WORK},
    ),
    hidden={
        "games.Game.invited": WORK,
        "games.GameSeed.seed": gettext_lazy("The seeds of games, which nobody is shown."),
    },
)
