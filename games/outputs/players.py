"""People at a table in the games API: players, invitations, and who had which seat."""

from typing import Annotated, Literal

import msgspec

from accounts.outputs import RELIABILITY
from api.schemas import Moment, refers_to
from games import models
from games.play.house import level_of
from games.play.results import no_show_of
from games.reading.tables import Table
from games.time.seat_times import excuses_left
from illimat_core import State
from illimat_core.annotations import says


class HousePlayer(msgspec.Struct, frozen=True):
    """A player of the server's own."""

    name: Annotated[str | None, says("Its name; null if the house took over the seat of a person.")]
    level: Annotated[str, refers_to("LevelEnum", "How well it plays, as GET /meta describes it.")]


class Player(msgspec.Struct, frozen=True, kw_only=True):
    """A person or house player at a table."""

    seat: Annotated[int | None, says("The seat; null until seats are drawn.")]
    handle: Annotated[
        str | None,
        says(
            "The person's handle; null if the account was deleted, or if the house or the "
            "Fields play the seat."
        ),
    ]
    score: Annotated[int | None, says("The score; null before the first deal.")]
    occupant: Annotated[
        str,
        refers_to(
            "OccupantEnum",
            "Who sits here: the player who began, or the one who took over the seat.",
        ),
    ]
    house: Annotated[HousePlayer | None, says("The house player who sits here; null for a person.")]
    standing: Annotated[
        str,
        refers_to(
            "StandingEnum", "`open` to a substitute, or left and `win_offered` to the opponent."
        ),
    ]
    until: Annotated[Moment | None, says("When the standing changes by itself.")]
    awaited: Annotated[bool, says("Whether the game waits for the person.")]
    wants_end: Annotated[bool, says("Whether the person wants to call the game off.")]
    agrees_on_pause: Annotated[
        bool,
        says(
            "Whether the person agrees to the proposed pause or, during a pause, to ending "
            "it early."
        ),
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
        says(
            "The number of missed decisions that are still excused; null unless a clock "
            "runs for a person."
        ),
    ]


class You(msgspec.Struct, frozen=True, kw_only=True):
    """Your part in a game."""

    seated: Annotated[bool, says("Whether you sit at the table.")]
    seat: Annotated[int | None, says("Your seat; null for spectators, and until it is drawn.")]
    creator: Annotated[bool, says("Whether you made the game.")]
    awaited: Annotated[
        bool, says("Whether the game waits for you; also true for spectators who are asked.")
    ]
    blocked: Annotated[
        list[str],
        says(
            "The handles of people here whom you have blocked, because of whom you cannot take a "
            "free seat; empty if there is no seat for you to take."
        ),
    ]


class Invitation(msgspec.Struct, frozen=True):
    """An invitation to a table."""

    handle: Annotated[str, says("The handle of the invited person.")]
    declined: Annotated[bool, says("Whether the person has declined.")]


class Occupation(msgspec.Struct, frozen=True):
    """The time in which one occupant had a seat of a running game, and the result."""

    seat: int
    handle: Annotated[
        str | None,
        says("The handle of the person; null for the house, and if the account was deleted."),
    ]
    occupant: Annotated[str, refers_to("OccupantEnum", "How they came to the seat.")]
    since: Annotated[
        int,
        says(
            "The number of the event with which they took the seat; 0 if they had it from "
            "the start."
        ),
    ]
    until: Annotated[
        int | None,
        says(
            "The number of the event with which somebody else took the seat; null if they "
            "still have it."
        ),
    ]
    result: Annotated[
        Literal["won", "lost", "left"] | None,
        says(
            "The result. `left` for a leaver, however the game ends; null for the house, "
            "before the end, and for all others if the game is called off."
        ),
    ]


def player(game: models.Game, assignment: models.SeatAssignment) -> Player:
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
        awaited=number is not None and number in game.waits_for,
        wants_end=assignment.wants_end,
        agrees_on_pause=assignment.agrees_on_pause,
        away_until=assignment.away_until,
        reliability=assignment.reliability,
        excuses_left=excuses_left(game, assignment),
    )


def _house_player(assignment: models.SeatAssignment) -> HousePlayer | None:
    if assignment.occupant != models.Occupant.HOUSE:
        return None
    return HousePlayer(assignment.name or None, level_of(assignment))


def occupations(table: Table, state: State) -> list[Occupation]:
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
        for each in by_seat(table)
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
    if seat == no_show_of(game):
        return "left"
    if game.winners is None:
        return None
    return "won" if seat in game.winners else "lost"


def you(table: Table) -> You:
    own = table.own
    return You(
        seated=own is not None,
        seat=own.number if own else None,
        creator=table.made,
        awaited=table.seat in table.game.waits_for,
        blocked=sorted(table.blocks.own.values()),
    )


def by_seat(table: Table) -> list[models.SeatAssignment]:
    """Return the assignments by seat; those without a seat last, in the order of sitting down."""
    by_itself = table.begun and table.automaton
    nobody = [models.SeatAssignment(number=table.game.seats)] if by_itself else []
    return sorted(
        [*table.assignments, *nobody],
        key=lambda a: (a.number is None, a.number if a.number is not None else 0),
    )
