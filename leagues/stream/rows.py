"""What each season event changes in the stored rows, as a function of the event alone."""

from collections.abc import Iterable, Iterator
from datetime import datetime
from functools import singledispatch
from typing import Any, Final, NamedTuple, TypeAlias
from uuid import UUID, uuid5

import msgspec
from django.db.models import Model

from leagues.models import Bye, Entrant, Fixture, FixtureSeat, Result, Season
from leagues.rules import asks_at
from leagues.stream import events

Values: TypeAlias = dict[str, Any]
MODELS: Final = (Season, Entrant, Fixture, FixtureSeat, Bye, Result)
"""The models whose rows follow from events; each refers to those before it only."""
GIVEN: Final = {"league_id", "team", "head"}
"""The columns of these models that follow from no event; a season's head is that of the rows."""


class RecordedEvent(NamedTuple):
    """An event with its place in the stream of its season, and when it was recorded."""

    season: UUID
    sequence: int
    at: datetime
    event: events.SeasonEvent


class RowChange(NamedTuple):
    """Values that rows of a model get; a row that is `new` has the others' defaults."""

    model: type[Model]
    keys: tuple[UUID, ...]
    values: Values
    new: bool = False


def changes_of(recorded: RecordedEvent) -> Iterator[RowChange]:
    """Yield what an event changes; the season's version changes with every event."""
    yield RowChange(Season, (recorded.season,), {"version": recorded.sequence})
    yield from _changes(recorded.event, recorded)


class ChangedRow(NamedTuple):
    """The values that events give a row, and whether they create it."""

    values: Values
    new: bool


Rows: TypeAlias = dict[type[Model], dict[UUID, ChangedRow]]


def rows_after(recorded: Iterable[RecordedEvent]) -> Rows:
    """Return what events make of all rows that they change, by model and key."""
    rows: Rows = {model: {} for model in MODELS}
    for each in recorded:
        for change in changes_of(each):
            for key in change.keys:
                known = rows[change.model].get(key)
                values = (known.values if known else {}) | change.values
                new = change.new or bool(known and known.new)
                rows[change.model][key] = ChangedRow(values, new)
    return rows


def computed_columns(model: type[Model]) -> dict[str, Any]:
    """Return the columns of a model that follow from events, with their defaults."""
    return {
        field.attname: field.get_default()
        for field in model._meta.concrete_fields
        if not field.primary_key and field.attname not in GIVEN
    }


def result_key(fixture: UUID, revision: int) -> UUID:
    return uuid5(fixture, f"result/{revision}")


_DECODE = msgspec.json.Decoder().decode


def as_json(value: object) -> Any:
    """Return a value as it is read from a JSON column."""
    return _DECODE(msgspec.json.encode(value))


@singledispatch
def _changes(event: events.SeasonEvent, _: RecordedEvent) -> Iterable[RowChange]:
    """Return what an event changes, apart from the season's version."""
    raise TypeError(f"{type(event).__name__} changes nothing.")


def _season(recorded: RecordedEvent, values: Values) -> list[RowChange]:
    return [RowChange(Season, (recorded.season,), values)]


def _move(event: events.EntrantMoved) -> Values:
    return {
        "moved_to": event.division,
        "move_reason": event.reason,
        "move_agreed": event.agreed,
    }


def _entrant(key: UUID, values: Values) -> list[RowChange]:
    return [RowChange(Entrant, (key,), values)]


@_changes.register
def _(event: events.SeasonDeclared, recorded: RecordedEvent) -> Iterable[RowChange]:
    return _season(
        recorded,
        {
            "number": event.number,
            "name": event.name,
            "rules": as_json(event.rules),
            "registration_opens_at": event.registration_opens_at,
            "asks_at": asks_at(event.rules, event.starts_at),
            "starts_at": event.starts_at,
            "ends_at": event.ends_at,
            "commitment": event.commitment,
        },
    )


@_changes.register
def _(event: events.RegistrationOpened, recorded: RecordedEvent) -> Iterable[RowChange]:
    opened = {"registration_opens_at": recorded.at} if event.by_hand else {}
    return _season(recorded, {"state": Season.State.REGISTRATION, **opened})


@_changes.register
def _(event: events.DatesMoved, recorded: RecordedEvent) -> Iterable[RowChange]:
    values = {
        "rules": as_json(event.rules),
        "starts_at": event.after.starts_at,
        "ends_at": event.after.ends_at,
        "moved_at": recorded.at,
        "round_dates": as_json(event.after.rounds),
    }
    if not event.running:
        asks = asks_at(event.rules, event.after.starts_at)
        values |= {"asks_at": asks, "asked_at": None, "prevented": None}
    yield from _season(recorded, values)
    yield RowChange(Entrant, event.asked_again, {"confirmed": False})


def _enters(
    entrant: UUID, state: Entrant.State, recorded: RecordedEvent, *, confirmed: bool = False
) -> list[RowChange]:
    values = {
        "season_id": recorded.season,
        "state": state.value,
        "confirmed": confirmed,
        "sequence": recorded.sequence,
        "division": None,
        "group": None,
        "substitute_id": None,
        "withdrawn_at": None,
        **_move(events.EntrantMoved(entrant=entrant)),
    }
    if state == Entrant.State.REGISTERED:  # who waits, to substitute, loses nothing by that
        values["keeps_claim"] = False
    return [RowChange(Entrant, (entrant,), values, new=True)]


@_changes.register
def _(event: events.EntrantRegistered, recorded: RecordedEvent) -> Iterable[RowChange]:
    state = Entrant.State.WAITING if event.waits else Entrant.State.REGISTERED
    (entered,) = _enters(event.entrant, state, recorded, confirmed=event.confirmed)
    kept = {"keeps_claim": True} if event.keeps_claim else {}
    return [entered._replace(values=entered.values | kept)]


@_changes.register
def _(event: events.AttendanceAsked, recorded: RecordedEvent) -> Iterable[RowChange]:
    return _season(recorded, {"asks_at": event.again_at, "asked_at": recorded.at})


@_changes.register
def _(event: events.AttendanceConfirmed, _: RecordedEvent) -> Iterable[RowChange]:
    return _entrant(event.entrant, {"confirmed": True})


@_changes.register
def _(event: events.HiatusDeclared, recorded: RecordedEvent) -> Iterable[RowChange]:
    return _enters(event.entrant, Entrant.State.HIATUS, recorded)


@_changes.register
def _(event: events.EntrantAdmitted, _: RecordedEvent) -> Iterable[RowChange]:
    return _entrant(event.entrant, {"state": Entrant.State.REGISTERED.value})


@_changes.register
def _(
    event: events.EntrantWithdrew | events.EntrantAbsent, recorded: RecordedEvent
) -> Iterable[RowChange]:
    values = {"state": Entrant.State.WITHDRAWN.value, "withdrawn_at": recorded.at}
    keeps = isinstance(event, events.EntrantWithdrew) and event.keeps_claim
    values |= {"keeps_claim": keeps} | _move(events.EntrantMoved(entrant=event.entrant))
    return _entrant(event.entrant, values)


@_changes.register
def _(event: events.EntrantMoved, _: RecordedEvent) -> Iterable[RowChange]:
    return _entrant(event.entrant, _move(event))


@_changes.register
def _(event: events.StartPrevented, recorded: RecordedEvent) -> Iterable[RowChange]:
    return _season(recorded, {"prevented": as_json(event)})


@_changes.register
def _(_event: events.SeasonStarted, recorded: RecordedEvent) -> Iterable[RowChange]:
    return _season(
        recorded,
        {"state": Season.State.RUNNING, "started_at": recorded.at, "prevented": None},
    )


@_changes.register
def _(event: events.GroupFilled, _: RecordedEvent) -> Iterable[RowChange]:
    values = {"state": Entrant.State.PLAYING, "division": event.division, "group": event.group}
    return [RowChange(Entrant, event.entrants, values)]


@_changes.register
def _(event: events.RoundPaired, recorded: RecordedEvent) -> Iterable[RowChange]:
    shared = {
        "season_id": recorded.season,
        "division": event.division,
        "group": event.group,
        "round": event.round,
    }
    yield RowChange(Season, (recorded.season,), {"round": event.round})
    for table in event.tables:
        values = {
            "number": table.number,
            "entrants": list(map(str, table.entrants)),
            "reasons": as_json(table.reasons),
            "game_id": None,
            "settled": False,
        }
        yield RowChange(Fixture, (table.fixture,), shared | values, new=True)
        for number, entrant in enumerate(table.entrants):
            seat = {"fixture_id": table.fixture, "entrant_id": entrant, "number": number}
            key = uuid5(table.fixture, f"seat/{number}")
            yield RowChange(FixtureSeat, (key,), {"season_id": recorded.season, **seat}, new=True)
    for bye in event.byes:
        values = {"entrant_id": bye.entrant, "reason": as_json(bye.reason)}
        yield RowChange(Bye, (bye.bye,), shared | values, new=True)


@_changes.register
def _(event: events.GamesArranged, _: RecordedEvent) -> Iterable[RowChange]:
    return [RowChange(Fixture, (key,), {"game_id": game}) for key, game in event.games.items()]


@_changes.register
def _(event: events.SubstituteNamed, _: RecordedEvent) -> Iterable[RowChange]:
    return [
        *_entrant(event.entrant, {"substitute_id": event.substitute}),
        *_entrant(event.substitute, {"state": Entrant.State.SUBSTITUTE}),
    ]


@_changes.register
def _(event: events.ResultRecorded, recorded: RecordedEvent) -> Iterable[RowChange]:
    values = {
        "season_id": recorded.season,
        "fixture_id": event.fixture,
        "sequence": recorded.sequence,
        "revision": event.revision,
        "kind": event.kind.value,
        "seats": as_json(event.seats),
        "reason": event.reason,
        "by_player": event.by_player,
        "stayed": event.stayed,
    }
    key = result_key(event.fixture, event.revision)
    yield RowChange(Result, (key,), values, new=True)
    yield RowChange(Fixture, (event.fixture,), {"settled": True})


@_changes.register
def _(_event: events.SeasonFinished, recorded: RecordedEvent) -> Iterable[RowChange]:
    return _season(recorded, {"state": Season.State.FINISHED, "finished_at": recorded.at})


@_changes.register
def _(_event: events.SeasonCalledOff, recorded: RecordedEvent) -> Iterable[RowChange]:
    return _season(recorded, {"state": Season.State.CALLED_OFF, "finished_at": recorded.at})


@_changes.register
def _(event: events.SeedRevealed, recorded: RecordedEvent) -> Iterable[RowChange]:
    return _season(recorded, {"revealed": event.revealed})


@_changes.register
def _(_event: events.SeasonArchived, recorded: RecordedEvent) -> Iterable[RowChange]:
    return _season(recorded, {"archived_at": recorded.at})
