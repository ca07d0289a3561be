"""What is held about people in games, for the file of their own data."""

from typing import Final

from accounts.models import User
from accounts.own_data.held import HeldRows, Row, held_add
from games import freezing
from games.outputs import games as outputs
from games.outputs.playing import log_entry
from games.refusals import GameFrozenError, GameNotFoundError
from games.selectors import game_history
from games.tables import table_get

FULL: Final = 200  # games, the newest, that are shown with their board and log
NOTE: Final = f"Of the newest {FULL} there are the game and its log, as you may see them."
COPIED: Final = "It is copied from the game."
WORK: Final = "It is bookkeeping of the server."


def game_shown(user: User, row: Row, number: int) -> Row:
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
        if isinstance(freezing.freeze_if_damaged(error), GameFrozenError):
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
        {
            "level": "Only house players have one.",
            "name": "Only house players have one.",
            **dict.fromkeys(("awaited", "game_state", "moved_at"), COPIED),
        },
        show=game_shown,
        note=NOTE,
    ),
    HeldRows(
        "games_left",
        "games.PastOccupation.user",
        ("game", "seat", "occupant", "since", "until"),
        show=game_shown,
        note=NOTE,
    ),
    HeldRows(
        "games_made",
        "games.Game.creator",
        ("mode", "state", "created_at", "started_at", "ended_at"),
        {"*": "What you may see of a game in which you sat is in `games`."},
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
        "games.Game.invited": "It is in `game_invitations`.",
        "games.GameSeed.seed": "Nobody is shown the seed of a game.",
    },
)
