"""The scenes of `tests.docs.photographed`, added to the database of a running server.

Prints the scenes by name: the address of each, and whether ada is logged in there. Their games were
chosen by eye among random ones, so they look alike each time.
"""

import json
from collections.abc import Iterator, Mapping
from datetime import timedelta
from itertools import islice
from random import Random
from typing import Any, Final, NamedTuple
from uuid import uuid4

import django

django.setup()

from allauth.account.models import EmailAddress  # noqa: E402 - models need Django to be set up
from django.db import transaction  # noqa: E402
from django.utils import timezone  # noqa: E402

from accounts.models import User  # noqa: E402
from games.actors import CHANCE, Actor, CommandSource, Role  # noqa: E402
from games.making.services import NewTable, game_create, seat_take  # noqa: E402
from games.models import Game  # noqa: E402
from games.play import recorder  # noqa: E402
from illimat_core import (  # noqa: E402
    Event,
    SeededSource,
    State,
    advance,
    begin,
    fold,
    read_options,
    settle_chance,
)
from illimat_core.actions import Sow  # noqa: E402
from illimat_core.cards import Seat  # noqa: E402
from illimat_core.editions import CURRENT  # noqa: E402
from leagues.models import Organiser  # noqa: E402
from tests.docs.photographed import Scene  # noqa: E402
from tests.support import played_seasons  # noqa: E402
from tests.support.browsing import PASSWORD  # noqa: E402
from tests.support.played_seasons import PlayedSeason  # noqa: E402
from trials.random_games.players import Temper, choose, listed  # noqa: E402

HANDLES: Final = ("ada", "Ben", "Cleo", "Dana", "Elif", "Finn", "Gwen", "Hugo")
GREEDY: Final = Temper(0.9)


class Command(NamedTuple):
    """What a seat did: the state before and after it, and its events; the first is the deal."""

    before: State
    seat: Seat | None
    events: list[Event]
    after: State


class Recipe(NamedTuple):
    """A game that can be played again: a number of commands under a seed.

    A seat that sows plays nothing else, so that the fields fill.
    """

    seed: int
    commands: int | None = None
    sows: bool = False
    luminaries: Any = "all"
    players: int = 4
    more: Mapping[str, Any] = {}

    @property
    def options(self) -> dict[str, Any]:
        chosen = {"players": self.players, "luminaries": self.luminaries}
        return {"mode": "standard", **chosen, **self.more}


TURN: Final = Recipe(576, 40)
ASKED: Final = Recipe(1, 8, luminaries=["gambler", "river", "maiden", "union"])
FULL: Final = Recipe(0, 31, sows=True, luminaries=["river", "maiden", "union", "newborn"])
OVER: Final = Recipe(7, players=3, more={"rounds": 3})
OTHERS: Final = (Recipe(3, 22, players=3), Recipe(5, 12), Recipe(11, 30, players=2))


def played(recipe: Recipe) -> Iterator[Command]:
    """Yield the deal and the commands of a game."""
    seed = recipe.seed
    source, dice = SeededSource(seed.to_bytes(4, "big")), Random(seed)  # noqa: S311
    events = begin(read_options(recipe.options))
    state, events = settle_chance(fold(events), events, source)
    yield Command(state, None, events, state)
    while not state.over:
        seat = state.awaited[0]
        actions = listed(state, seat)
        if recipe.sows:
            actions = [each for each in actions if isinstance(each, Sow)] or actions
        after, events = advance(state, seat, choose(state, actions, dice, GREEDY), source)
        yield Command(state, seat, events, after)
        state = after


def store(people: list[User], recipe: Recipe) -> str:
    """Store a game of some people, the first of whom has seat 0; return the address of its page."""
    game = game_create(
        user=people[0],
        wanted=NewTable(options=recipe.options, start=Game.Start.BY_HAND),
        source=CommandSource.API,
    )
    for user in people[1 : recipe.players]:
        seat_take(user=user, game_id=game.pk, source=CommandSource.API)
    ends = None if recipe.commands is None else recipe.commands + 1
    with transaction.atomic():
        game = Game.objects.select_for_update().get(pk=game.pk)
        assignments = list(game.assignments.all())
        for number, assignment in enumerate(assignments):
            assignment.number = number
            assignment.save()
        game.edition = CURRENT.name
        for number, command in enumerate(islice(played(recipe), ends)):
            seat = command.seat
            recorder.append(
                game,
                assignments,
                recorder.Advance(command.before if number else None, command.after, command.events),
                actor=CHANCE if seat is None else Actor(Role.PERSON, seat, people[seat]),
                source=CommandSource.WEB,
                command_id=uuid4() if number else None,
            )
    return f"/games/{game.pk}"


def season_of(people: list[User]) -> str:
    """Store a season of eight people in the middle of its rounds; return its address."""
    played_seasons.START = timezone.now() - timedelta(days=30)
    season = PlayedSeason([people], at_table=4, format="swiss", rounds=3, days_per_round=10)
    season.league.name = "The Harvest League"
    season.league.save()
    Organiser.objects.create(league=season.league, user=people[1])
    entrants = season.divisions[0]
    first, second = season.pair(entrants[:4], entrants[4:])
    season.finish((first, (17, 12, 9, 4)), (second, (8, 18, 11, 10)))
    again = season.pair([*entrants[:2], *entrants[4:6]], [*entrants[2:4], *entrants[6:]], round_=2)
    season.finish((again[1], (19, 6, 12, 8)))
    return f"/seasons/{season.season.pk}"


def scenes() -> dict[str, Scene]:
    """Store everything, and return the scenes."""
    people = [
        User.objects.create_user(name, f"{name.lower()}@example.org", PASSWORD) for name in HANDLES
    ]
    for user in people:
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    turn, asked, full, over = (store(people, each) for each in (TURN, ASKED, FULL, OVER))
    for number, each in enumerate(OTHERS):
        store([people[0], *people[number + 2 :]], each)
    season = season_of(people)
    own = {
        "turn": turn,
        "harvest": f"{turn}?card=5Au&field=NE&verb=harvest&item=FAu&item=4Su&item=5Wi",
        "decision": f"{asked}?verb=discard&card=3Wi&card=9Sp",
        "crowded": f"{full}?card=10Wi&field=SW",
        "over": over,
        "replay": f"{over}/replay",
        "home": "/",
        "season": season,
    }
    return {
        **{name: Scene(address, logged_in=True) for name, address in own.items()},
        "first": Scene("/first", logged_in=False),
    }


if __name__ == "__main__":
    print(json.dumps(scenes()))
