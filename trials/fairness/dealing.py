"""Deals games as the server does, without storing them, and counts what chance drew."""

import os
from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Iterator
from functools import cache, partial
from typing import Any, Final
from uuid import UUID

import django
from django.apps import apps

from illimat_core import Source, begin, fold, read_options
from illimat_core.editions import edition_of
from illimat_core.rules.dealing import a_deal_by_chance
from illimat_core.rules.hooks import Tabletop
from trials.fairness.fits import (
    Question,
    fit_bits,
    fit_choice,
    fit_neighbours,
    fit_orders,
    fit_places,
)
from trials.pool import run_seeds

PLAYERS: Final = (4, 2, 4, 3)
"""The players of one game after the other: every other deck has 65 cards, the rest 52."""
HANDS: Final = (2, 3, 4)
"""The sizes of hands that a card is stolen from; a single card leaves no choice."""
BITS: Final = 256
"""The bits of a seed."""
BATCH: Final = 250
"""The number of games that a process deals at a time."""


class DrawnOutcomes:
    """How often each outcome was drawn in some games, and the games' seeds."""

    def __init__(self) -> None:
        self.counts: defaultdict[Question, Counter[Any]] = defaultdict(Counter)
        self.seeds: list[bytes] = []

    def add(self, more: "DrawnOutcomes") -> None:
        for question, outcomes in more.counts.items():
            self.counts[question].update(outcomes)
        self.seeds += more.seeds


def deal_all(decks: int, *, jobs: int) -> Generator[DrawnOutcomes]:
    """Yield what was drawn in that number of games, batch by batch; `jobs` processes deal them."""
    return run_seeds(partial(_deal, decks=decks), seed=0, count=-(-decks // BATCH), jobs=jobs)


def _deal(batch: int, *, decks: int) -> DrawnOutcomes:
    """Deal a batch; nobody contributes entropy, which would hide a fault of the server's."""
    if not apps.ready:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
        django.setup()
    from games import seeds  # noqa: PLC0415 - after the setup
    from games.models import Game  # noqa: PLC0415 - likewise
    from games.stream.dealer import Dealer, commit  # noqa: PLC0415 - likewise

    dealt = DrawnOutcomes()
    for number in range(batch * BATCH, min(decks, (batch + 1) * BATCH)):
        game, players = Game(id=UUID(int=number)), PLAYERS[number % len(PLAYERS)]
        seed = seeds.new_seed()
        commit(game, seed)
        sources = [Dealer(game, round_, None, earlier="") for round_ in (0, 1)]
        for source in sources:
            source._seal._seed = seed  # instead of one from the database
        dealt.seeds.append(seed)
        seats = sources[0].seats_drawn(range(players))
        for question, outcomes in _outcomes(players, seed, seats, *sources):
            dealt.counts[question].update(outcomes)
    return dealt


def _outcomes(
    players: int, seed: bytes, seats: tuple[int, ...], before: Source, during: Source
) -> Iterator[tuple[Question, Iterable[Any]]]:
    """Yield what is left to chance in a game, before its first round and during it."""
    yield Question("Bits of a seed", BITS, fit_bits), enumerate(f"{int.from_bytes(seed):0{BITS}b}")
    yield Question("Players in their seats", players, fit_orders), [seats]
    table = _table(players)
    dealt = a_deal_by_chance(table, before, f"deal/{table.state.version}")
    yield Question("Players to deal first", players, fit_choice), [dealt.dealer]
    for title, things in ("Cards", dealt.deck), ("Luminaries", dealt.luminaries):
        yield Question(f"{title} in each place", len(things), fit_places), enumerate(things)
        ring = zip(("", *things), (*things, ""), strict=True)
        yield Question(f"{title} after each other", len(things), fit_neighbours), ring
    for hand in HANDS:
        stolen = during.pick(f"steal/{hand}/0", range(hand))
        yield Question("Cards of a hand to be stolen", hand, fit_choice), [stolen]


@cache
def _table(players: int) -> Tabletop:
    """Return a game that waits for its first deal."""
    state = fold(begin(read_options({"players": players, "luminaries": "all"})))
    return Tabletop(state, edition_of(state))
