"""The actors in a game, and the sources of their commands."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Final, NamedTuple

from accounts.models import User
from games.models import SeatAssignment
from illimat_core.cards import Seat


class Role(StrEnum):
    """The kinds of actors. Their values are stored with events, so they never change."""

    PERSON = "person"
    """A person at a seat, or a creator who starts a game without playing in it."""
    SPECTATOR = "spectator"
    """A person without a seat, in a game that asks spectators."""
    CHANCE = "chance"
    """The dealer, in place of spectators who did not answer."""
    HOUSE = "house"
    """The server's own player, at a seat."""
    SERVER = "server"
    """The server itself, which takes no action in a game and only records table events."""


class CommandSource(StrEnum):
    """The sources of commands. The values are stored with events, so they never change."""

    API = "api"
    WEB = "web"
    """A page, also that of a mailed invitation."""
    ACCOUNT = "account"
    """The suspension, closing or deletion of an account, whose owner leaves."""
    TIMER = "timer"
    """A timer that fired (`games.workers.timers`)."""
    LEAGUE = "league"
    """A league, which arranges games, seats substitutes and has games adjudicated."""
    STAFF = "staff"
    """A moderator, who ends a game."""


class Actor(NamedTuple):
    """An actor and its seat; None for actors without a seat.

    `user` is the person who acts, if one does; it is never stored with events.
    """

    role: Role
    seat: Seat | None = None
    user: User | None = None


CHANCE: Final = Actor(Role.CHANCE)
SERVER: Final = Actor(Role.SERVER)


def house(seat: Seat) -> Actor:
    return Actor(Role.HOUSE, seat)


def person(user: User, assignments: Sequence[SeatAssignment]) -> Actor:
    seat = next((each.number for each in assignments if each.user_id == user.pk), None)
    return Actor(Role.PERSON, seat, user)
