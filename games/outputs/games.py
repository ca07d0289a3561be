"""Games in the games API: one game as its viewer may see it, and lists of games."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, Literal
from uuid import UUID

import msgspec

from accounts.models import User
from api.models import epoch
from api.schemas import Epoch, Moment, NextPage, refers_to
from games import models
from games.language import active_language
from games.outputs.clocks import SeatClock, TimeControl, clocks, describe_control, seat_clocks
from games.outputs.players import (
    Invitation,
    Occupation,
    Player,
    You,
    by_seat,
    occupations,
    player,
    you,
)
from games.play.results import adjudication_of
from games.reading import selectors
from games.reading.tables import Table, tables_of
from games.season_games import SeasonGame
from games.time.circumstances import control_of
from games.time.seat_times import pauses_left, seat_times
from illimat_core import Options, decisions, may_ask, menu
from illimat_core.annotations import says
from illimat_core.menu_entries import Menu
from illimat_core.views import Decision, Observation

DEFAULTS = msgspec.to_builtins(Options())


class Adjudication(msgspec.Struct, frozen=True):
    """The end of a game before its last round, by decision of a league or of moderators."""

    reason: Annotated[
        Literal["by_score", "by_place", "void", "ruling"],
        says(
            "What the places follow from: the scores of the rounds scored so far, these scores "
            "with ties broken by the round that was played, or a ruling of an organiser or a "
            "moderator. A `void` game counts for nobody."
        ),
    ]
    places: Annotated[list[int], says("The place of each seat, from 1; empty if the game is void.")]
    ruling: Annotated[
        str, says("The reasons of the organiser or the moderators; an organiser's may be empty.")
    ]
    by: Annotated[
        Literal["league", "moderators"],
        says(
            "Who ended it: the league that the game belongs to, or the server's moderators, who "
            "can also call off a table before its game begins (`void`)."
        ),
    ]


class LeagueOfSeason(msgspec.Struct, frozen=True):
    """The league of a season."""

    id: UUID
    name: Annotated[str, says("Its name.")]


class GameSeason(msgspec.Struct, frozen=True, kw_only=True):
    """The season of a league that a game belongs to, and the game's place in it."""

    id: Annotated[UUID, says("The season, GET /seasons/{season_id}.")]
    name: Annotated[str, says("The name of the season.")]
    league: Annotated[LeagueOfSeason, says("The league, GET /leagues/{league_id}.")]
    fixture: Annotated[UUID, says("The fixture that the game is played for.")]
    table: Annotated[int, says("The number of the fixture in the season.")]
    division: Annotated[int, says("The division, from 1.")]
    group: Annotated[int, says("The group within the division, from 1.")]
    round: Annotated[int, says("The round of the season, from 1.")]


class GameSummary(msgspec.Struct, frozen=True, kw_only=True):
    """A game as lists show it."""

    id: UUID
    state: Annotated[str, refers_to("StateEnum", "How far the game has come.")]
    visibility: Annotated[
        str,
        refers_to(
            "VisibilityEnum",
            "Who may see the game; everyone who may see a league may see its private games.",
        ),
    ]
    seating: Annotated[str, refers_to("SeatingEnum", "How seats are given out.")]
    start: Annotated[str, refers_to("StartEnum", "When the game begins.")]
    leavers: Annotated[
        str, refers_to("LeaversEnum", "What follows when a player leaves the running game.")
    ]
    excuses: Annotated[
        int, says("The number of missed decisions for which each player is excused.")
    ]
    pauses: Annotated[bool, says("Whether all who play may agree to pause the game.")]
    practice: Annotated[
        bool,
        says(
            "Whether one person plays against house players only. Such a game never counts in "
            "ratings. False before the start."
        ),
    ]
    frozen: Annotated[
        bool,
        says(
            "Whether the stored events are not what was written. Until the server's operator has "
            "repaired them, the game waits for nobody, and requests about it are answered with 503 "
            "and the code `game_frozen`."
        ),
    ]
    rated: Annotated[
        bool,
        says(
            "Whether the game counts in ratings. A house player who sits down before the start "
            "prevents it."
        ),
    ]
    min_reliability: Annotated[
        int, says("The reliability in percent that people need to sit down; 0 if everybody may.")
    ]
    season: Annotated[
        GameSeason | None,
        says(
            "The season that the game belongs to; null if it belongs to none, or to one of a "
            "league that is not public and that you neither organise, play in nor are invited to."
        ),
    ]
    options: Annotated[
        dict[str, Any],
        refers_to("Options", "In lists, only those that differ from their defaults."),
    ]
    clock: Annotated[TimeControl, says("The time control.")]
    clocks: Annotated[list[SeatClock], says("The clocks of the seats; empty if none run.")]
    seats: Annotated[int, says("The number of players.")]
    creator: Annotated[
        str | None,
        says(
            "The handle of the person who made the game; null if the account was deleted, or if a "
            "league arranged the game."
        ),
    ]
    players: Annotated[
        list[Player],
        says(
            "The players in order of seats; before the start, in the order in which they sat down."
        ),
    ]
    you: Annotated[You, says("Your part in this game.")]
    version: Annotated[int, says("The number of events; 0 before the start.")]
    round: Annotated[int, says("The number of the round, from 1; 0 before the start.")]
    awaited: Annotated[
        list[int | None], says("The seats that the game waits for; null stands for any spectator.")
    ]
    winners: Annotated[list[int] | None, says("The seats that won; null until the game is over.")]
    adjudication: Annotated[
        Adjudication | None, says("How a league ended the game; null unless it did.")
    ]
    pause_proposed: Annotated[
        Moment | None, says("The end of the proposed pause; null if none is proposed.")
    ]
    paused_until: Annotated[
        Moment | None, says("When the pause ends by itself; null unless the game is paused.")
    ]
    pauses_left: Annotated[
        int | None,
        says("The number of times that the game can still be paused; null unless it is running."),
    ]
    last_event: Annotated[
        str | None, says("What happened last, in a sentence; null before the start.")
    ]
    created_at: Moment
    started_at: Moment | None
    ended_at: Moment | None
    moved_at: Annotated[Moment, says("When the last event was recorded.")]


class Game(GameSummary, frozen=True, kw_only=True):
    """A game as you may see it."""

    invited: Annotated[
        list[Invitation],
        says("The people invited; until the game begins, shown to them and to those at the table."),
    ]
    occupations: Annotated[
        list[Occupation],
        says("The people who have left a seat, in the order in which they left."),
    ]
    commitment: Annotated[
        str, says("The SHA-256 of the seed from which all chance in the game comes.")
    ]
    head: Annotated[str, says("The SHA-256 of the last event and all events before it.")]
    epoch: Epoch
    view: Annotated[Observation | None, says("The board as you may see it; null before the start.")]
    decisions: Annotated[list[Decision], says("The decisions that the game waits for.")]
    menu: Annotated[
        Menu | None, says("Your legal actions in compact form; null unless the game waits for you.")
    ]
    may_ask: Annotated[
        list[int],
        says(
            "Seats whose passive card you may ask to see, even while the game waits for "
            "somebody else."
        ),
    ]


class GamePage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of a list of games."""

    results: list[GameSummary]
    next: NextPage


class OpenSeat(msgspec.Struct, frozen=True):
    """A seat of a running game whose player has left."""

    seat: Annotated[int, says("The number of the seat.")]
    until: Annotated[Moment | None, says("The time until which somebody may take the seat.")]
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


def summaries(listed: Sequence[Table]) -> list[GameSummary]:
    """Return summaries of games as their viewers may see them, without reading their events."""
    times = seat_times([(table.game, table.assignments) for table in listed])
    return [_listed(table, seat_clocks(times.get(table.game.pk, ()))) for table in listed]


def open_seats(user: User, games: Sequence[Any]) -> list[OpenSeat]:
    """Return the open seats of `lists.open_seats`, without games of anybody who blocked `user`."""
    found = zip(games, tables_of(user=user, games=games), strict=True)
    offered = [(game, table) for game, table in found if not table.blocks.by]
    shown = summaries([table for _, table in offered])
    return [
        OpenSeat(seat.number or 0, seat.until, summary)
        for (game, table), summary in zip(offered, shown, strict=True)
        for seat in table.assignments
        if seat.pk == game.listed_as
    ]


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
        occupations=occupations(table, state) if state else [],
        commitment=table.game.commitment,
        head=table.game.head,
        epoch=epoch(),
        view=selectors.game_observe(table=table),
        decisions=decisions(state, active_language()) if state and running else [],
        menu=menu(state, table.seat, active_language()) if state and running else None,
        may_ask=may_ask(state, table.seat) if state and running else [],
    )


def _listed(table: Table, shown: list[SeatClock]) -> GameSummary:
    options = table.game.options
    differing = {name: value for name, value in options.items() if value != DEFAULTS[name]}
    return GameSummary(**_summary(table), clocks=shown, options=differing)


def _adjudication(game: models.Game) -> Adjudication | None:
    event = adjudication_of(game)
    if event:
        return Adjudication(event.reason, list(event.places), game.ruling, event.by)
    return Adjudication("void", [], game.ruling, "moderators") if game.ruling else None


def _season(found: SeasonGame | None) -> GameSeason | None:
    if found is None:
        return None
    return GameSeason(
        id=found.season,
        name=found.name,
        league=LeagueOfSeason(found.league, found.league_name),
        fixture=found.fixture,
        table=found.table,
        division=found.division,
        group=found.group,
        round=found.round,
    )


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
        "pauses": game.pauses,
        "practice": game.practice,
        "frozen": game.frozen,
        "rated": table.rated,
        "min_reliability": game.min_reliability,
        "season": _season(table.season),
        "clock": describe_control(control_of(game)),
        "seats": game.seats,
        "creator": game.creator.handle if game.creator else None,
        "players": [player(game, assignment) for assignment in by_seat(table)],
        "you": you(table),
        "version": game.version,
        "round": game.round,
        "awaited": game.waits_for,
        "winners": game.winners,
        "adjudication": _adjudication(game),
        "pause_proposed": game.pause_proposed,
        "paused_until": game.paused_until,
        "pauses_left": pauses_left(game),
        "last_event": selectors.last_sentence(table),
        "created_at": game.created_at,
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "moved_at": game.moved_at,
    }
