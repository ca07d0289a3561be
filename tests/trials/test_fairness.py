"""Unfair dealers are found, and a fair one is not.

One fault shows in no number of decks: a dealer that ignores the entropy of a seat draws as fairly
as any other. The programs that check a game find it, because they draw again.
"""

import hmac
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count, permutations
from statistics import fmean
from typing import Any

import pytest

from games import seeds
from illimat_core.rules import sources
from illimat_core.sealing import random_words
from trials.fairness.dealing import DrawnOutcomes, deal_all
from trials.fairness.fits import Fit, fit_bits, fit_choice, fit_neighbours, fit_orders, fit_places
from trials.fairness.verdicts import Verdict, judge

below = sources._below


@pytest.fixture(autouse=True)
def _same_seeds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the same seeds in each run, with which no fair dealer looks unfair by accident."""
    drawn = (hmac.digest(b"seed", str(number).encode(), "sha256") for number in count())
    monkeypatch.setattr(seeds, "new_seed", lambda: next(drawn))


def verdict_on(decks: int) -> Verdict:
    dealt = DrawnOutcomes()
    for batch in deal_all(decks, jobs=1):
        dealt.add(batch)
    return judge(dealt)


def found(decks: int) -> set[str]:
    """Return what is found unfair in that many decks."""
    return {each.title for each in verdict_on(decks).unfair}


def test_a_fair_dealer_is_found_fair() -> None:
    verdict = verdict_on(1_000)
    assert (verdict.unfair, verdict.repeated) == ([], 0)
    assert len(verdict.fits) == 18


@pytest.mark.slow
def test_a_number_from_a_single_byte_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "_below", lambda bound, words: next(words) % 256 % bound)
    assert "Cards in each place" in found(6_000)


@pytest.mark.parametrize(
    "bound",
    [
        pytest.param(lambda place, _: place, id="nothing stays where it is"),
        pytest.param(lambda _, size: size, id="every place exchanges with all"),
    ],
)
def test_a_shuffle_that_exchanges_with_wrong_places_is_found(
    bound: Callable[[int, int], int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def shuffle(self: Any, label: str, things: Iterable[Any]) -> tuple[Any, ...]:
        order, words = list(things), random_words(self.key, label)
        for place in range(len(order) - 1, 0, -1):
            other = below(bound(place, len(order)), words)
            order[place], order[other] = order[other], order[place]
        return tuple(order)

    monkeypatch.setattr(sources.SeededSource, "shuffle", shuffle)
    assert {"Cards in each place", "Luminaries in each place"} <= found(1_000)


def test_a_deck_that_is_only_cut_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def cut(self: Any, label: str, things: Sequence[Any]) -> tuple[Any, ...]:
        place = below(len(things), random_words(self.key, label))
        return (*things[place:], *things[:place])

    monkeypatch.setattr(sources.SeededSource, "shuffle", cut)
    assert {"Cards after each other", "Luminaries after each other"} <= found(1_000)


def test_a_pick_that_leaves_out_the_last_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sources, "_below", lambda bound, words: below(max(bound - 1, 1), words))
    assert {"Players to deal first", "Cards of a hand to be stolen"} <= found(100)


@pytest.mark.parametrize("clock", [time.time, time.time_ns])
def test_a_seed_from_the_clock_is_found(
    clock: Callable[[], float], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(seeds, "new_seed", lambda: int(clock()).to_bytes(32, "big"))
    assert "Bits of a seed" in found(100)


def test_a_seed_drawn_twice_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeds, "new_seed", lambda: bytes(32))
    assert verdict_on(3).repeated == 2


def ring(order: tuple[int, ...]) -> Iterator[tuple[int | str, int | str]]:
    return zip(("", *order), (*order, ""), strict=True)


@pytest.mark.parametrize(
    ("fit", "outcomes"),
    [
        (fit_places, enumerate),
        (fit_neighbours, ring),
        (fit_orders, lambda order: [order]),
        (fit_choice, lambda order: order[:1]),
        (fit_bits, lambda order: enumerate(each % 2 for each in order)),
    ],
)
def test_chi_square_is_the_degrees_of_freedom_on_average(
    fit: Callable[..., Any], outcomes: Callable[[Any], Iterable[Any]]
) -> None:
    fits = [fit(Counter(outcomes(order)), 4) for order in permutations(range(4))]
    assert fmean(each.chi_square for each in fits) == pytest.approx(fits[0].freedom)


@pytest.mark.parametrize(
    ("freedom", "chi_square", "exact"),  # from tables of χ²
    [(1, 6.635, 0.01), (23, 49.728, 0.001), (100, 149.449, 0.001)],
)
def test_probabilities_are_those_of_tables(freedom: int, chi_square: float, exact: float) -> None:
    assert Fit(chi_square, freedom).probability == pytest.approx(exact, rel=0.05)
