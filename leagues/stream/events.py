"""Season events: what happened to a season, in the order in which it was decided.

Events are complete: whatever is stored of a season follows from them alone (`leagues.stream.rows`).
They name entrants, never people.
"""

from datetime import datetime
from typing import ClassVar, Final, NamedTuple
from uuid import UUID

import msgspec

from leagues.contest.reasons import Reason
from leagues.contest.standings.records import ResultKind, SeatResult
from leagues.rules import SeasonRules


class SeasonEvent(msgspec.Struct, frozen=True, kw_only=True, tag=True, tag_field="type"):
    """Base of all season events. `schema` counts the changes to the wire form of a type."""

    schema: ClassVar[int] = 1


class SeasonDeclared(SeasonEvent, frozen=True, kw_only=True):
    """An organiser declared the season; until it opens, they may declare it anew.

    Without `registration_opens_at`, an organiser opens registration.
    """

    number: int
    name: str
    rules: SeasonRules
    registration_opens_at: datetime | None = None
    starts_at: datetime
    ends_at: datetime
    commitment: str


class RegistrationOpened(SeasonEvent, frozen=True, kw_only=True):
    """People may register; `by_hand` if an organiser opened registration."""

    by_hand: bool = False


class Dates(msgspec.Struct, frozen=True):
    """The dates of a season, and, while it runs, those on which its rounds begin, if they have any.

    Before it starts, rounds follow from its start.
    """

    starts_at: datetime
    ends_at: datetime
    rounds: tuple[datetime, ...] = ()


class DatesMoved(SeasonEvent, frozen=True, kw_only=True):
    """An organiser moved dates of the season, whose `rules` may have a date, too.

    Those who had confirmed that they will play are `asked_again`, unless the season is `running`.
    `by_player` says that the organiser plays in it.
    """

    before: Dates
    after: Dates
    rules: SeasonRules
    asked_again: tuple[UUID, ...] = ()
    running: bool = False
    reason: str = ""
    by_player: bool = False


def first_moved(moved: DatesMoved) -> int | None:
    """Return the first round whose date has moved, counted from 1; None if there is none."""
    both = zip(moved.before.rounds, moved.after.rounds, strict=True)
    return next((number for number, (old, new) in enumerate(both, 1) if old != new), None)


class EntrantRegistered(SeasonEvent, frozen=True, kw_only=True):
    """Somebody registered, or waits: for a place, since the season is full, or to substitute.

    Somebody who was on hiatus and offers to substitute keeps the claim to their division.
    """

    entrant: UUID
    waits: bool = False
    keeps_claim: bool = False
    confirmed: bool = False  # people who register once it is asked will play


class EntrantAdmitted(SeasonEvent, frozen=True, kw_only=True):
    """An entrant who waited got a place."""

    entrant: UUID


class EntrantWithdrew(SeasonEvent, frozen=True, kw_only=True):
    """An entrant, or somebody on hiatus, withdrew.

    Somebody who withdraws before the start after dates have moved keeps the claim to their
    division, as does somebody who kept it and no longer offers to substitute.
    """

    entrant: UUID
    keeps_claim: bool = False


class AttendanceAsked(SeasonEvent, frozen=True, kw_only=True):
    """All who have entered, or wait, are asked to confirm that they will play; then `again_at`."""

    again_at: datetime | None = None


class AttendanceConfirmed(SeasonEvent, frozen=True, kw_only=True):
    """An entrant confirmed that they will play."""

    entrant: UUID


class EntrantAbsent(SeasonEvent, frozen=True, kw_only=True):
    """The season starts without an entrant who has not confirmed that they will play."""

    entrant: UUID


class HiatusDeclared(SeasonEvent, frozen=True, kw_only=True):
    """Somebody misses the season and keeps their claim to a division."""

    entrant: UUID


class EntrantMoved(SeasonEvent, frozen=True, kw_only=True):
    """An entrant plays in another division, counted from 0, than the plan would give them.

    For a lower one, they have to have `agreed`; None for one that is not lower. Without a
    `division`, they are no longer moved, because an organiser took it back or they declined.
    """

    entrant: UUID
    division: int | None = None
    reason: str = ""
    agreed: bool | None = None


class StartPrevented(SeasonEvent, frozen=True, kw_only=True):
    """The season could not start by itself, for a reason as in `LeagueError`."""

    member: str
    message: str
    arguments: dict[str, int | str] = {}


class SeasonStarted(SeasonEvent, frozen=True, kw_only=True):
    """Registration has closed, except for late entries, and the season begins."""


class GroupFilled(SeasonEvent, frozen=True, kw_only=True):
    """These entrants play in a group of a division; both are numbered from 0."""

    division: int
    group: int
    entrants: tuple[UUID, ...]


class PairedTable(msgspec.Struct, frozen=True):
    """A table that was paired: its entrants in the order of their seats, and why.

    Tables are numbered from 1 throughout the season.
    """

    fixture: UUID
    number: int
    entrants: tuple[UUID, ...]
    reasons: tuple[Reason, ...] = ()


class RestingEntrant(msgspec.Struct, frozen=True):
    """An entrant with a bye, and why."""

    bye: UUID
    entrant: UUID
    reason: Reason


class RoundPaired(SeasonEvent, frozen=True, kw_only=True):
    """A round of a group was paired; `round` counts from 1."""

    division: int
    group: int
    round: int
    tables: tuple[PairedTable, ...]
    byes: tuple[RestingEntrant, ...] = ()


class GamesArranged(SeasonEvent, frozen=True, kw_only=True):
    """Games of fixtures have begun."""

    games: dict[UUID, UUID]


class SubstituteNamed(SeasonEvent, frozen=True, kw_only=True):
    """Another entrant takes over all open games of one who withdrew."""

    entrant: UUID
    substitute: UUID


class ResultRecorded(SeasonEvent, frozen=True, kw_only=True):
    """A game's result, or a correction of it, which has a greater revision and a reason.

    `by_player` says that the organiser who corrected it plays in the game. `stayed` is who was to
    play a void game of two, if nobody was to play for the other any more.
    """

    fixture: UUID
    revision: int = 0
    kind: ResultKind = ResultKind.FINISHED
    seats: tuple[SeatResult, ...] = ()
    reason: str = ""
    by_player: bool = False
    stayed: UUID | None = None


class SeasonFinished(SeasonEvent, frozen=True, kw_only=True):
    """All games are over; the final order of each division, the top one first."""

    order: tuple[tuple[UUID, ...], ...]


class SeasonCalledOff(SeasonEvent, frozen=True, kw_only=True):
    """The season does not take place, or ends without a final order."""

    reason: str = ""


class SeedRevealed(SeasonEvent, frozen=True, kw_only=True):
    """The seed of the season's lots, as hex, so that anybody can check them."""

    revealed: str


class SeasonArchived(SeasonEvent, frozen=True, kw_only=True):
    """Nothing about the season changes any more."""


KINDS: Final = {kind.__name__: kind for kind in SeasonEvent.__subclasses__()}
"""All types of season events by name."""

_DECODERS: Final = {name: msgspec.json.Decoder(kind).decode for name, kind in KINDS.items()}


class StoredForm(NamedTuple):
    """The stored form of an event; `data` is JSON."""

    type: str
    schema: int
    data: str


def encode(event: SeasonEvent) -> StoredForm:
    return StoredForm(type(event).__name__, event.schema, msgspec.json.encode(event).decode())


def decode(type_: str, schema: int, data: str) -> SeasonEvent:
    """Return the event of a stored form.

    Raises ValueError for a type or schema that this program does not know, and for members that do
    not fit the type.
    """
    kind = KINDS.get(type_)
    if kind is None or kind.schema != schema:
        raise ValueError(f"A season event {type_} of schema {schema} is not known here.")
    return _DECODERS[type_](data)
