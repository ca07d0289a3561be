"""The events that the server records about a table: no rule causes them, no state needs them."""

from typing import Annotated, Literal

from illimat_core.annotations import says
from illimat_core.cards import Seat
from illimat_core.events.base import Event


class TableEvent(Event, frozen=True, kw_only=True):
    """Something that happened at the table and changes nothing in the game but its version.

    Each has a ``reason``, and everybody sees all of it.
    """


class SeatLeft(TableEvent, frozen=True, kw_only=True):
    """A player left the table other than by an action; the consequence follows as an event."""

    seat: Annotated[Seat, says("The seat that left.")]
    reason: Annotated[
        Literal[
            "missed",
            "resigned",
            "withdrawn",
            "account_deleted",
            "account_closed",
            "unavailable",
            "suspended",
        ],
        says(
            "Why the player left: they missed too many decisions, resigned, withdrew from the "
            "league's season, or cannot play at present (`suspended` in older games), or their "
            "account was deleted or closed."
        ),
    ]


class SeatOpened(TableEvent, frozen=True, kw_only=True):
    """A seat is open for a substitute; until it is taken the game stands still."""

    seat: Annotated[Seat, says("The open seat.")]
    days: Annotated[int, says("The number of days it stays open.")]
    reason: Annotated[Literal["left"], says("Why it is open: its player left.")]


class WinOffered(TableEvent, frozen=True, kw_only=True):
    """The last side with people may win, or go on against the house."""

    seat: Annotated[Seat, says("The seat that left.")]
    days: Annotated[int, says("The number of days the others have to choose.")]
    reason: Annotated[
        Literal["left", "not_taken"],
        says("Why the win is offered: a player left, or nobody took the open seat."),
    ]
    unanswered: Annotated[
        Literal["win", "called_off"],
        says(
            "What follows if nobody chooses in these days: the `win`, or the game is `called_off` "
            "because those who might win have no time left for a decision of their own."
        ),
    ] = "win"


class SeatTaken(TableEvent, frozen=True, kw_only=True):
    """A person took the seat of a leaver."""

    seat: Annotated[Seat, says("The seat that was taken.")]
    reason: Annotated[
        Literal["substitute", "returned"],
        says(
            "Whether a substitute took it, or was given it by a league, or the person who had left "
            "came back."
        ),
    ]


class SeatHandedToHouse(TableEvent, frozen=True, kw_only=True):
    """The house plays a seat from now on."""

    seat: Annotated[Seat, says("The seat that the house plays.")]
    reason: Annotated[
        Literal["left", "not_taken", "win_declined", "nobody_left"],
        says(
            "Why the house plays it: its player left, nobody took the open seat, the "
            "opponent chose to go on, or no people are left in the game."
        ),
    ]


class SeatForfeited(TableEvent, frozen=True, kw_only=True):
    """A leaver's hand goes out of play; the forfeit comes next."""

    seat: Annotated[Seat, says("The seat whose hand goes out of play.")]
    reason: Annotated[
        Literal["left", "win_due", "win_taken", "never_decided"],
        says(
            "Why the seat is forfeited: the table's rule for leavers says so, the time to choose "
            "is over, the others chose to win, for which the house's seats are forfeited, too, or "
            "in a season's game of two the player left before their first decision."
        ),
    ]


class DecisionMissed(TableEvent, frozen=True, kw_only=True):
    """A player did not make their decision in time, or left before their first one."""

    seat: Annotated[Seat, says("The seat whose decision was missed.")]
    reason: Annotated[
        Literal["excused", "out_of_time", "left"],
        says(
            "`excused` for the first decisions that a player misses, which the house makes "
            "for them; `out_of_time` for later ones; `left` if the game is called off because the "
            "player left before any."
        ),
    ]


class OutageCredited(TableEvent, frozen=True, kw_only=True):
    """The server was down, and all clocks stood meanwhile."""

    since: Annotated[int, says("When it began, in seconds since 1970.")]
    lasted: Annotated[int, says("How long it lasted, in seconds.")]
    reason: Annotated[Literal["outage"], says("Why the clocks were stopped: the server was down.")]


class GamePaused(TableEvent, frozen=True, kw_only=True):
    """The game is paused: no clock runs, but people may still act."""

    until: Annotated[str, says("When the pause ends by itself, in UTC: `2026-08-14T22:00:00Z`.")]
    reason: Annotated[
        Literal["consent", "untold"],
        says(
            "Why the game is paused: everyone who plays agreed, or the server could not tell "
            "somebody of their turn for too long."
        ),
    ]


class GameResumed(TableEvent, frozen=True, kw_only=True):
    """A pause has ended, and clocks run again."""

    reason: Annotated[
        Literal["consent", "time"],
        says("Why the pause ended: everyone who plays agreed to end it, or it was over."),
    ]


class GameAdjudicated(TableEvent, frozen=True, kw_only=True):
    """A league or a moderator ended the game before its last round; nothing comes after this."""

    places: Annotated[
        tuple[int, ...],
        says(
            "The place of each seat, from 1; seats that share a place have the same number. Empty "
            "if the game is void."
        ),
    ]
    reason: Annotated[
        Literal["by_score", "by_place", "void", "ruling"],
        says(
            "What the places follow from: the scores of the rounds scored so far, these scores "
            "with ties broken by the round that was played, or a ruling of an organiser or a "
            "moderator. A `void` game counts for nobody."
        ),
    ]
    by: Annotated[
        Literal["league", "moderators"],
        says("Who ended it: the league that the game belongs to, or the server's moderators."),
    ] = "league"


class GameCalledOff(TableEvent, frozen=True, kw_only=True):
    """The game ended without a winner, and nothing comes after this."""

    reason: Annotated[
        Literal["consent", "idle", "untold", "never_decided", "nobody_left"],
        says(
            "Why the game was called off: everyone still playing agreed, nobody had acted "
            "for a long time or in the time they had, the server could not tell somebody of their "
            "turn, somebody left before their first decision, or the only person left a practice "
            "game."
        ),
    ]
    seat: Annotated[
        Seat | None, says("The seat whose player left before their first decision; else null.")
    ] = None
