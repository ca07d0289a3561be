"""Ending games for a league or the server's moderators.

A running game ends by the scores so far, by place, by a ruling, or as void; a table that waits for
people is called off.
"""

from collections.abc import Sequence
from typing import Final, Literal, assert_never
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils.translation import gettext

from games import actors, guards
from games.actors import CommandSource
from games.models import Game
from games.play import recorder
from games.reading import tables
from games.stream import store
from illimat_core import State, evolve
from illimat_core.events import GameAdjudicated
from illimat_core.places import are_places, places_at_present, places_by_score

Basis = Literal["by_score", "by_place", "void", "ruling"]
Judge = Literal["league", "moderators"]
LONGEST_RULING: Final = 1000
"""The most characters that the reasons of a ruling have."""


@transaction.atomic
def game_adjudicate(
    *,
    game_id: UUID,
    basis: Basis,
    places: Sequence[int] | None = None,
    ruling: str = "",
    by: Judge = "league",
) -> Game:
    """End a running game, paused or standing still as it may be, and tell everybody.

    `basis` says what the places follow from: the scores of the rounds scored so far (`by_score`),
    these with ties broken as at the end of a game (`by_place`), or a `ruling`, which names the
    `places` by seat. A `void` game has none and is called off. `ruling` are the reasons of the
    organiser or, if it is ended `by` them, the moderators; they are shown with the game.

    Raises GameNotFoundError, GameFrozenError, GameOverError, TableError `not_running`, and
    ValidationError for `places` that are not those of the game's seats (`invalid_places`) and for
    a `ruling` that is too long (`too_long`).
    """
    table = tables.table_lock(game_id=game_id)
    game = table.game
    guards.check_running(game)
    _check_length(ruling)
    before = store.state_of(game)
    adjudicated = GameAdjudicated(places=_places(before, basis, places), reason=basis, by=by)
    if ruling:
        game.ruling = ruling
        game.save(update_fields=["ruling"])
    recorder.append(
        game,
        table.assignments,
        recorder.Advance(before, evolve(before, adjudicated), [adjudicated]),
        actor=actors.SERVER,
        source=CommandSource.LEAGUE if by == "league" else CommandSource.STAFF,
    )
    return game


@transaction.atomic
def table_call_off_by_ruling(*, game_id: UUID, ruling: str) -> Game:
    """Call off a table that waits for people, as a moderator, and tell everybody who sits there.

    Raises GameNotFoundError, GameFrozenError, GameOverError, TableError `not_open`, and
    ValidationError for a `ruling` that is too long (`too_long`).
    """
    game = tables.table_lock(game_id=game_id).game
    guards.check_open(game)
    _check_length(ruling)
    game.ruling = ruling
    game.save(update_fields=["ruling"])
    recorder.call_off_table(game, None)
    return game


def _check_length(ruling: str) -> None:
    if len(ruling) > LONGEST_RULING:
        refusal = gettext("Give the reasons for the ruling in at most {most} characters.")
        raise ValidationError({"ruling": refusal.format(most=LONGEST_RULING)}, code="too_long")


def _places(state: State, basis: Basis, given: Sequence[int] | None) -> tuple[int, ...]:
    match basis:
        case "by_score":
            return places_by_score(state)
        case "by_place":
            return places_at_present(state)
        case "void":
            return ()
        case "ruling":
            return _check_places(state, given or ())
        case _:
            assert_never(basis)


def _check_places(state: State, places: Sequence[int]) -> tuple[int, ...]:
    """Return the places that a ruling names; raises ValidationError."""
    seats, sides = len(state.players), state.options.sides
    if not are_places(places, seats) or any(len({places[s] for s in side}) > 1 for side in sides):
        refusal = gettext(
            "Give a place to each of the {seats} seats, from 1 for the best. Seats that share a "
            "place leave out the next, as in 1, 2, 2, 4, and partners share theirs."
        )
        raise ValidationError({"places": refusal.format(seats=seats)}, code="invalid_places")
    return tuple(places)
