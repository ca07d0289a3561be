"""Score a round and find its winners from a written position alone (section 7 of RULES.md).

It shares no code with the core. A side is a player, or two partners (R-MODE-TEAMS).
"""

from collections.abc import Callable
from typing import NamedTuple

from tests.support.playing import Json

SEASONS = {"Sp": "Spring", "Su": "Summer", "Au": "Autumn", "Wi": "Winter"}


class Count(NamedTuple):
    """The cards, luminaries and okuses that a side has collected."""

    cards: int
    summer: int
    winter: int
    fools: int
    luminaries: int
    okuses: int


class Outcome(NamedTuple):
    """Points of the round and running scores by side, and the sides at the top."""

    points: list[int]
    scores: list[int]
    first: list[int]


def sides_of(position: Json) -> list[list[int]]:
    if position["options"]["mode"] == "teams":
        return [[0, 2], [1, 3]]
    return [[seat] for seat in range(position["options"]["players"])]


def count(position: Json, side: list[int]) -> Count:
    """Return what the seats of a side have harvested and claimed together."""
    named = SEASONS | {"St": position["astronomer"]}
    cards = [card for seat in side for card in position["harvested"][str(seat)]]
    seasons = [named[card[-2:]] for card in cards]
    return Count(
        cards=len(cards),
        summer=seasons.count("Summer"),
        winter=seasons.count("Winter"),
        fools=sum(card[0] == "F" for card in cards),
        luminaries=sum(len(position["claimed"][str(seat)]) for seat in side),
        okuses=sum(position["okuses"][str(seat)] for seat in side),
    )


def outcome(position: Json) -> Outcome:
    """Return the scores that the round would have if it ended now."""
    options, sides = position["options"], sides_of(position)
    counts = [count(position, side) for side in sides]
    inside = [n for n, side in enumerate(sides) if not {*side} <= {*position["forfeited"]}]
    with_luminaries = options["mode"] != "beginner" and options["luminaries"] not in {"none"}

    def most(of: Callable[[Count], int]) -> list[int]:
        best = max(of(counts[n]) for n in inside)
        return [n for n in inside if best and of(counts[n]) == best]

    def breaker(n: int) -> int:
        return counts[n].luminaries if with_luminaries else counts[n].okuses

    def only(tied: list[int], wanted: Callable[..., int]) -> list[int]:
        found = [n for n in tied if breaker(n) == wanted(breaker(each) for each in tied)]
        return found if len(found) == 1 else []

    crop = only(most(lambda each: each.cards), max)
    sunny = only(most(lambda each: each.summer), max)
    cold = most(lambda each: each.winter)
    frozen = cold if options["harsh_penalties"] else only(cold, min)
    points, scores = [], []
    for n, side in enumerate(sides):
        claimed = [name for seat in side for name in position["claimed"][str(seat)]]
        gained = counts[n].fools + len(claimed) + counts[n].okuses
        gained += claimed.count("saint_joan") + 4 * (n in crop) + 2 * (n in sunny)
        river = "river" in claimed or (
            "audience" in claimed and position["audience_was"] == "river"
        )
        gained += 2 * (n in frozen and river)
        lost = 2 * (n in frozen and not river)
        points.append(gained - lost)
        scores.append(max(0, position["scores"][str(side[0])] + gained - lost))
    rank = {n: (scores[n], counts[n].luminaries, counts[n].okuses, counts[n].fools) for n in inside}
    return Outcome(points, scores, [n for n in inside if rank[n] == max(rank.values())])
