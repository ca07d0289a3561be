"""Response bodies of the games API, as Structs that are encoded and described in OpenAPI."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec

from accounts.models import User
from accounts.outputs import RELIABILITY
from api.schemas import REFERENCE, Moment, refers_to
from games import commands, models, selectors
from games.circumstances import control_of, moment_of
from games.clock_keeping import stored_clock
from games.clocks import controls
from games.clocks.reckoning import SeatTime, Status
from games.clocks.spans import SECOND
from games.house import level_of
from games.seat_times import seat_times
from games.selectors import LoggedEvent, Table
from illimat_core import Options, State, decisions, may_ask, menu
from illimat_core.annotations import says
from illimat_core.menu_entries import Menu
from illimat_core.views import Decision, Observation

DEFAULTS = msgspec.to_builtins(Options())
Url = Annotated[str, msgspec.Meta(extra_json_schema={"format": "uri"})]
NextPage = Annotated[Url | None, says("The address of the next page; null on the last.")]
PreviewedEvent = Annotated[
    Any,
    msgspec.Meta(
        extra_json_schema={
            "anyOf": [
                {"$ref": REFERENCE.format(name=name)} for name in ("GameEvent", "AnnouncedEvent")
            ]
        }
    ),
]


class HousePlayer(msgspec.Struct, frozen=True):
    """A player of the server's own."""

    name: Annotated[str | None, says("Null if the house took over the seat of a person.")]
    level: Annotated[str, refers_to("LevelEnum", "How well it plays, as GET /meta describes it.")]


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A person or house player at a table."""

    seat: Annotated[int | None, says("Null until seats are drawn.")]
    handle: Annotated[
        str | None,
        says("Null if the account was deleted, or if the house or the Fields play the seat."),
    ]
    score: Annotated[int | None, says("Null before the first deal.")]
    occupant: Annotated[
        str, refers_to("OccupantEnum", "Who sits here: whoever began, or who took over the seat.")
    ]
    house: Annotated[HousePlayer | None, says("Which house player sits here; null for a person.")]
    standing: Annotated[
        str,
        refers_to(
            "StandingEnum", "`open` to a substitute, or left and `win_offered` to the opponent."
        ),
    ]
    until: Annotated[Moment | None, says("When the standing changes by itself.")]
    awaited: Annotated[bool, says("Whether the game waits for the person.")]
    wants_end: Annotated[bool, says("Whether the person wishes to call the game off.")]
    agrees_on_pause: Annotated[
        bool, says("Whether the person agrees to the proposed pause; in a pause, to end it early.")
    ]
    away_until: Annotated[
        Moment | None, says("The end of the vacation that the person is on; null without one.")
    ]

    reliability: Annotated[
        int | None,
        says(RELIABILITY),
    ]
    excuses_left: Annotated[
        int | None,
        says("How many missed decisions are still excused; null unless a clock runs for a person."),
    ]


class You(msgspec.Struct, frozen=True, kw_only=True):
    """Your part in a game."""

    seated: Annotated[bool, says("Whether you sit at the table.")]
    seat: Annotated[int | None, says("Your seat; null for spectators, and until it is drawn.")]
    creator: Annotated[bool, says("Whether you made the game.")]
    awaited: Annotated[
        bool, says("Whether the game waits for you; also true for spectators who are asked.")
    ]


class TimeControl(msgspec.Struct, frozen=True, kw_only=True):
    """How much time people have, in seconds; null if this kind of clock has no such length."""

    kind: Annotated[Literal["per_decision", "bank", "total", "none"], says("The kind of clock.")]
    preset: Annotated[str | None, says("The name of the preset that it is, if it is one.")]
    time: Annotated[int | None, says("For every decision, or for all of them together.")] = None
    initial: Annotated[int | None, says("What a bank holds at first.")] = None
    increment: Annotated[int | None, says("What each decision of one's own adds to it.")] = None
    cap: Annotated[int | None, says("What it holds at most.")] = None
    idle: Annotated[
        int | None, says("Without a clock: the game is called off when nobody acts for so long.")
    ] = None


class ClockPreset(msgspec.Struct, frozen=True, kw_only=True):
    """A time control that can be chosen by its name."""

    title: Annotated[str, says("What it means.")]
    clock: TimeControl


class SeatClock(msgspec.Struct, frozen=True, kw_only=True):
    """The clock of a seat.

    While it runs, the time left now is `left` minus the time since `since`.
    """

    seat: Annotated[int, says("Whose clock it is.")]
    status: Annotated[
        Status,
        says(
            "Whether it runs, or why it stands: `waiting` for others, `house` while the house "
            "plays, `untold` until the notice of the turn is long enough ago."
        ),
    ]
    left: Annotated[int | None, says("How many seconds were left at `since`.")]
    since: Annotated[Moment | None, says("Since when it has had this status; null if it waits.")]
    deadline: Annotated[
        Moment | None, says("When the seat is out of time at the earliest, as known now.")
    ]


class GameSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A game as lists show it."""

    id: UUID
    state: Annotated[str, refers_to("StateEnum", "How far the game has come.")]
    visibility: Annotated[str, refers_to("VisibilityEnum", "Who may see the game.")]
    seating: Annotated[str, refers_to("SeatingEnum", "How seats are given out.")]
    start: Annotated[str, refers_to("StartEnum", "When the game begins.")]
    leavers: Annotated[
        str, refers_to("LeaversEnum", "What follows when a player leaves the running game.")
    ]
    excuses: Annotated[int, says("How many missed decisions of a player are excused.")]
    practice: Annotated[
        bool,
        says(
            "Whether one person plays against house players only. Such a game never counts in "
            "ratings. False before the start."
        ),
    ]
    min_reliability: Annotated[
        int, says("The reliability that people need to sit down, in percent; 0: none.")
    ]
    options: Annotated[
        dict[str, Any],
        refers_to("Options", "In lists, only those that differ from their defaults."),
    ]
    clock: Annotated[TimeControl, says("How much time people have.")]
    clocks: Annotated[list[SeatClock], says("What the clocks of seats show; empty where none run.")]
    seats: Annotated[int, says("The number of players.")]
    creator: Annotated[str | None, says("A handle; null if the account was deleted.")]
    players: Annotated[
        list[Player], says("By seat; before the start in the order in which they sat down.")
    ]
    you: Annotated[You, says("Who you are in this game.")]
    version: Annotated[int, says("The number of events; 0 before the start.")]
    round: Annotated[int, says("The number of the round, from 1; 0 before the start.")]
    awaited: Annotated[
        list[int | None], says("The seats that the game waits for; null stands for spectators.")
    ]
    winners: Annotated[list[int] | None, says("Seats; null until the game is over.")]
    pause_proposed: Annotated[
        Moment | None, says("The end of the pause that was proposed; null without a proposal.")
    ]
    paused_until: Annotated[
        Moment | None, says("When the pause ends by itself; null unless the game is paused.")
    ]
    last_event: Annotated[
        str | None, says("What happened last, in a sentence; null before the start.")
    ]
    created_at: Moment
    started_at: Moment | None
    ended_at: Moment | None
    moved_at: Annotated[Moment, says("When something happened last.")]


class Invitation(msgspec.Struct, frozen=True):
    """An invitation to a table."""

    handle: Annotated[str, says("Who is invited.")]
    declined: Annotated[bool, says("Whether the person has declined.")]


class Occupation(msgspec.Struct, frozen=True):
    """The time in which one occupant had a seat of a running game, and the result."""

    seat: int
    handle: Annotated[str | None, says("Null for the house, and if the account was deleted.")]
    occupant: Annotated[str, refers_to("OccupantEnum", "How they came to the seat.")]
    since: Annotated[int, says("The event with which they took it over; 0: from the start.")]
    until: Annotated[int | None, says("The event with which another took it over; null: not yet.")]
    result: Annotated[
        Literal["won", "lost", "left"] | None,
        says(
            "`left` for a leaver, however the game ends. Null for the house, until the game is "
            "over, and if it is called off."
        ),
    ]


class Game(GameSummary, frozen=True, kw_only=True):
    """A game as you may see it."""

    invited: Annotated[
        list[Invitation],
        says("Until the game begins, for the people at the table and those invited."),
    ]
    occupations: Annotated[
        list[Occupation],
        says("Who has had the seats since the start, the earliest to leave first."),
    ]
    commitment: Annotated[str, says("The SHA-256 of the seed of all chance.")]
    head: Annotated[str, says("The SHA-256 of the last event and all before it.")]
    view: Annotated[Observation | None, says("The board as you may see it; null before the start.")]
    decisions: Annotated[list[Decision], says("What the game waits for.")]
    menu: Annotated[
        Menu | None, says("What you may do, compactly; null unless the game waits for you.")
    ]
    may_ask: Annotated[
        list[int],
        says(
            "Seats whose passive card you may ask to see, even while the game waits for "
            "somebody else."
        ),
    ]


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """An event as you may see it."""

    sequence: Annotated[int, says("The number of the event in its game, from 1.")]
    recorded_at: Moment
    by: Annotated[int | None, says("The seat whose action led to it.")]
    entropy: Annotated[str | None, says("What the client added to chance with its action.")]
    hash: Annotated[str, says("The SHA-256 that seals the event and all before it.")]
    event: Annotated[Any, refers_to("GameEvent", "Its type and what you may see of it.")]
    text: Annotated[
        str | None,
        says("The event in a sentence, as you may see it; null if there is nothing to say."),
    ]


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of your actions."""

    version: Annotated[int, says("The number of events after them.")]
    events: Annotated[list[Event], says("The events they led to.")]
    decisions: Annotated[list[Decision], says("What the game waits for now.")]
    over: Annotated[bool, says("Whether the game is over.")]


class EventPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the log."""

    version: Annotated[int, says("The sequence of the game's last event.")]
    results: list[Event]
    next: NextPage


class GameAt(msgspec.Struct, frozen=True):
    """The board at a version."""

    version: int
    view: Annotated[Observation, says("The board as you saw it then.")]


class Preview(msgspec.Struct, frozen=True):
    """The events that an action would lead to."""

    version: Annotated[int, says("The version that the action was tried on.")]
    events: Annotated[
        list[PreviewedEvent],
        says("The last may be an announcement, if it would tell you something new."),
    ]


class ActionPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the list of your legal actions."""

    version: Annotated[int, says("The version that the list belongs to.")]
    total: Annotated[
        int | None,
        says(
            "How many there are on all pages; null beyond 10,000, or if counting them takes "
            "too long."
        ),
    ]
    results: list[Annotated[dict[str, Any], refers_to("Action", "A legal action.")]]
    next: NextPage
    cut: Annotated[
        bool,
        says(
            "Whether the search for more took too long, so that the page is shorter than you asked "
            "for. If `next` is null as well, the rest of the list is not given; the menu covers it."
        ),
    ]


class GamePage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of a list of games."""

    results: list[GameSummary]
    next: NextPage


class OpenSeat(msgspec.Struct, frozen=True):
    """A seat of a running game whose player has left."""

    seat: Annotated[int, says("Its number.")]
    until: Annotated[Moment | None, says("When it is open no longer.")]
    game: GameSummary


class OpenSeatPage(msgspec.Struct, frozen=True):
    """A page of the list of open seats."""

    results: list[OpenSeat]
    next: NextPage


class MyGamePage(GamePage, frozen=True, kw_only=True):
    """A page of your games."""

    waiting_count: Annotated[
        int, says("The number of games that wait for you; 1,000 stands for 1,000 or more.")
    ]


def summaries(user: User, games: Iterable[models.Game]) -> list[GameSummary]:
    """Return summaries of games that `user` may see, without reading their events."""
    tables = [selectors.table_of(user=user, game=game) for game in games]
    times = seat_times([(table.game, table.assignments) for table in tables])
    return [_listed(table, _clocks(times.get(table.game.pk, ()))) for table in tables]


def open_seats(user: User, games: Iterable[Any]) -> list[OpenSeat]:
    """Return the open seats that `selectors.open_seats` found."""
    games = list(games)
    return [
        OpenSeat(seat.number or 0, seat.until, shown)
        for game, shown in zip(games, summaries(user, games), strict=True)
        for seat in game.assignments.all()
        if seat.pk == game.listed_as
    ]


def clocks(table: Table) -> list[SeatClock]:
    """Return the clocks of a game's seats; empty if none run."""
    times = seat_times([(table.game, table.assignments)])
    return _clocks(times.get(table.game.pk, ()))


def game(table: Table, shown: list[SeatClock] | None = None) -> Game:
    """Return a game as its viewer may see it; `shown` are its clocks, if already known."""
    running = table.game.state == models.Game.State.RUNNING and not table.still
    state = selectors.game_state(table=table)
    return Game(
        **_summary(table),
        clocks=clocks(table) if shown is None else shown,
        options=table.game.options,
        invited=[
            Invitation(each.user.handle, each.declined_at is not None)
            for each in selectors.game_invitations(table=table)
        ],
        occupations=_occupations(table, state) if state else [],
        commitment=table.game.commitment,
        head=table.game.head,
        view=selectors.game_observe(table=table),
        decisions=decisions(state) if state and running else [],
        menu=menu(state, table.seat) if state and running else None,
        may_ask=may_ask(state, table.seat) if state and running else [],
    )


def event(logged: LoggedEvent) -> Event:
    """Return an event of the log."""
    return Event(
        sequence=logged.stored.sequence,
        recorded_at=logged.stored.recorded_at,
        by=logged.stored.seat,
        entropy=logged.stored.entropy,
        hash=logged.stored.hash,
        event=logged.event,
        text=logged.text,
    )


def played(outcome: commands.Played) -> Played:
    """Return the outcome of actions, as the person who submitted them may see it."""
    news = selectors.game_news(table=outcome.table, seat=outcome.seat, stored=outcome.stored)
    return Played(
        version=outcome.state.version,
        events=[event(each) for each in news],
        decisions=decisions(outcome.state),
        over=outcome.state.over,
    )


def preset(each: controls.Preset) -> ClockPreset:
    """Return a preset of time controls."""
    return ClockPreset(title=each.title, clock=_control(each.control))


def _listed(table: Table, shown: list[SeatClock]) -> GameSummary:
    options = table.game.options
    differing = {name: value for name, value in options.items() if value != DEFAULTS[name]}
    return GameSummary(**_summary(table), clocks=shown, options=differing)


def _control(control: controls.Control) -> TimeControl:
    kind = control.__struct_config__.tag
    preset = controls.preset_of(control)
    return TimeControl(kind=kind, preset=preset, **controls.in_seconds(control))  # type: ignore[arg-type]


def _clocks(times: Iterable[SeatTime]) -> list[SeatClock]:
    return [
        SeatClock(
            seat=each.seat,
            status=each.why,
            left=None if each.left_then is None else each.left_then // SECOND,
            since=_moment(each.since),
            deadline=_moment(each.deadline),
        )
        for each in times
        if each.seat is not None
    ]


def _moment(value: int | None) -> datetime | None:
    return None if value is None else moment_of(value)


def _summary(table: Table) -> Mapping[str, Any]:
    """Return the members that `Game` and `GameSummary` share, except clocks and options."""
    game = table.game
    return {
        "id": game.id,
        "state": game.state,
        "visibility": game.visibility,
        "seating": game.seating,
        "start": game.start,
        "leavers": game.leavers,
        "excuses": game.excuses,
        "practice": game.practice,
        "min_reliability": game.min_reliability,
        "clock": _control(control_of(game)),
        "seats": game.seats,
        "creator": game.creator.handle if game.creator else None,
        "players": [_player(game, assignment) for assignment in _by_seat(table)],
        "you": _you(table),
        "version": game.version,
        "round": game.round,
        "awaited": game.awaited,
        "winners": game.winners,
        "pause_proposed": game.pause_proposed,
        "paused_until": game.paused_until,
        "last_event": selectors.last_sentence(table),
        "created_at": game.created_at,
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "moved_at": game.moved_at,
    }


def _player(game: models.Game, assignment: models.SeatAssignment) -> Player:
    number = assignment.number
    dealt = number is not None and number < len(game.scores)
    return Player(
        seat=number,
        handle=assignment.user.handle if assignment.user else None,
        score=game.scores[number] if dealt else None,
        occupant=assignment.occupant,
        house=_house_player(assignment),
        standing=assignment.standing,
        until=assignment.until,
        awaited=number is not None and number in game.awaited,
        wants_end=assignment.wants_end,
        agrees_on_pause=assignment.agrees_on_pause,
        away_until=assignment.away_until,
        reliability=assignment.reliability,
        excuses_left=_excuses_left(game, assignment),
    )


def _house_player(assignment: models.SeatAssignment) -> HousePlayer | None:
    if assignment.occupant != models.Occupant.HOUSE:
        return None
    return HousePlayer(assignment.name or None, level_of(assignment))


def _excuses_left(game: models.Game, assignment: models.SeatAssignment) -> int | None:
    clock = None if isinstance(control_of(game), controls.NoClock) else stored_clock(game)
    if clock is None or assignment.number is None or assignment.user_id is None:
        return None
    return max(0, game.excuses - clock.seats[assignment.number].record.missed)


def _occupations(table: Table, state: State) -> list[Occupation]:
    """Return the past and present occupants of the seats of a game that has begun."""
    past = [
        Occupation(
            each.seat,
            each.user.handle if each.user else None,
            each.occupant,
            each.since,
            each.until,
            None if each.occupant == models.Occupant.HOUSE else "left",
        )
        for each in table.past_occupations
    ]
    present = [
        Occupation(
            number,
            each.user.handle if each.user else None,
            each.occupant,
            each.since,
            None,
            _result(table.game, state, each, number),
        )
        for each in _by_seat(table)
        if (number := each.number) is not None and each.pk
    ]
    return past + present


def _result(
    game: models.Game, state: State, seated: models.SeatAssignment, seat: int
) -> Literal["won", "lost", "left"] | None:
    if seated.occupant == models.Occupant.HOUSE:
        return None
    if seated.standing != models.SeatAssignment.Standing.PLAYED or state.players[seat].gone:
        return "left"
    if game.winners is None:
        return None
    return "won" if seat in game.winners else "lost"


def _you(table: Table) -> You:
    own = table.own
    return You(
        seated=own is not None,
        seat=own.number if own else None,
        creator=table.made,
        awaited=table.seat in table.game.awaited,
    )


def _by_seat(table: Table) -> list[models.SeatAssignment]:
    """Return the assignments by seat; those without a seat last, in the order of sitting down."""
    by_itself = table.begun and table.automaton
    nobody = [models.SeatAssignment(number=table.game.seats)] if by_itself else []
    return sorted(
        [*table.assignments, *nobody],
        key=lambda a: (a.number is None, a.number if a.number is not None else 0),
    )
