"""Evaluation: the worth of a state to a seat, in points of the round, as a weighted sum.

A round's margin is a side's points less the mean of the others'. The weights are fitted to margins
of rounds that players played against themselves (``python -m trials.strength fit``).
"""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from importlib import resources
from math import sqrt
from typing import Final, NamedTuple

import msgspec

from illimat_core.cards import FACES, FIELDS, FOOLS, SEASON_OF, SUIT, VALUES, Card, Season, Seat
from illimat_core.editions import edition_of
from illimat_core.options import Options
from illimat_core.players.gains import HIGHEST, expected_best, gains_of
from illimat_core.rules.hooks import Tabletop
from illimat_core.rules.scoring import BUMPER_CROP, FROSTBIT, SUNKISSED
from illimat_core.rules.seasons import is_open
from illimat_core.state import State

FEATURES: Final = (
    "bumper_crop", "sunkissed", "frostbit", "fools", "luminaries", "okuses",
    "reply", "later_replies", "gain_now", "gain_later", "second_gain",
    "fools_in_hand", "faces_in_hand", "cards_in_hand", "cards", "mean",
)  # fmt: skip
"""The weighted features: categories, points held, harvests open to each side, the hand."""

Weights = tuple[float, ...]
Likely = dict[int, float]
"""The probability that an unseen card has a value, by value."""

OF_CARDS: Final = 1.2
OF_SEASON: Final = 0.35
CLEAR: Final = 0.9
CLAIM: Final = 1.2


class Counts(NamedTuple):
    """What harvested cards count in scoring."""

    cards: int = 0
    summer: int = 0
    winter: int = 0
    fools: int = 0


@lru_cache(1 << 13)
def _counts(harvested: tuple[Card, ...], stars_as: Season | None) -> Counts:
    summer = winter = fools = 0
    for card in harvested:
        season = stars_as if SUIT[card] == "St" else SEASON_OF[card]
        summer += season == "Summer"
        winter += season == "Winter"
        fools += card in FOOLS
    return Counts(len(harvested), summer, winter, fools)


class SideHoldings(NamedTuple):
    """What a side holds in the round."""

    counts: Counts
    luminaries: int
    okuses: int


def _side(state: State, seats: tuple[Seat, ...]) -> SideHoldings:
    known = edition_of(state).luminaries
    players = [state.players[seat] for seat in seats]
    each = [_counts(player.harvested, state.stars_as) for player in players]
    counts = each[0] if len(each) == 1 else Counts(*map(sum, zip(*each, strict=True)))
    claimed = sum([known[name].worth for player in players for name in player.claimed])
    return SideHoldings(counts, claimed, sum([len(player.okuses) for player in players]))


def likely_values(unseen: list[Card]) -> Likely:
    """Return the probability that an unseen card has each value; a Fool has both 1 and 14."""
    found = dict.fromkeys(range(1, HIGHEST + 1), 0.0)
    for card in unseen:
        for value in VALUES[card]:
            found[value] += 1 / len(unseen)
    return found


def margin(state: State, seat: Seat) -> float:
    """Return the margin of the round that was scored last."""
    points = state.round_points or (0,) * len(state.players)
    side = state.options.side(seat)
    others = [points[other[0]] for other in state.options.sides if seat not in other]
    if not others:
        return float(len(state.players[seat].claimed))
    return points[side[0]] - sum(others) / len(others)


def is_scored(state: State, round_: int) -> bool:
    return (
        state.over or state.round != round_ or bool(state.pending and state.pending.kind == "deal")
    )


def openings(state: State) -> dict[int, float]:
    """Return the points that the best harvest of each value would bring now, by value."""
    table = Tabletop(state, edition_of(state))
    single = state.options.harvest == "single_set"
    found: dict[int, float] = {}
    for at, field in zip(FIELDS, state.fields, strict=True):
        if not field.items or not is_open(table, "harvest", at):
            continue
        gains = gains_of(field.items, single_set=single)
        bonus = CLEAR * bool(state.board) + CLAIM * field.face_up
        for value, gain in gains.best.items():
            points = gain.points + bonus * gain.clears
            if value in gains.all:
                points = max(points, gains.all[value].points + bonus)
            if points > found.get(value, 0.0):
                found[value] = points
    return found


def cards_left(state: State) -> int:
    return len(state.deck) + sum([len(player.hand) for player in state.players])


class Survey:
    """A state as the features of all seats see it, so that what they share is found once."""

    def __init__(self, state: State, likely: Likely) -> None:
        self.state: State = state
        self.left: int = cards_left(state)
        self.openings: dict[int, float] = openings(state)
        self.sides: dict[tuple[Seat, ...], SideHoldings] = {
            side: _side(state, side) for side in state.options.sides
        }
        self._likely = likely
        self._replies: dict[int, float] = {}

    def reply(self, held: int) -> float:
        """Return the expected best harvest of a hand of that many unseen cards."""
        if held not in self._replies:
            self._replies[held] = expected_best(self.openings.items(), self._likely, held)
        return self._replies[held]


def features(survey: Survey, seat: Seat) -> list[float]:
    """Return the features of a state for a seat, in the order of ``FEATURES``."""
    state, left, open_now = survey.state, survey.left, survey.openings
    mine = state.options.side(seat)
    own = survey.sides[mine]
    others = [held for side, held in survey.sides.items() if side != mine]
    best = [max([getattr(o.counts, name) for o in others], default=0) for name in _CATEGORIES]
    many = len(others) or 1
    order = state.seats_from(state.turn.seat)
    reply = later = now = afterwards = 0.0
    hand = state.players[seat].hand
    gains = sorted([max([open_now.get(v, 0.0) for v in VALUES[card]]) for card in hand])
    top = gains[-1] if gains else 0.0
    for place, each in enumerate(order):
        if each == seat:
            if place:
                afterwards = top
                break
            now = top
            continue
        expected = survey.reply(len(state.players[each].hand))
        signed = expected if each in mine else -expected / many
        if place == 0:
            reply = signed
        else:
            later += signed
    faces = sum([card in FACES for card in hand])
    fools = sum([card in FOOLS for card in hand])
    return [
        BUMPER_CROP * _share(own.counts.cards - best[0], OF_CARDS * left),
        SUNKISSED * _share(own.counts.summer - best[1], OF_SEASON * left),
        -FROSTBIT * _share(own.counts.winter - best[2], OF_SEASON * left),
        own.counts.fools - sum([o.counts.fools for o in others]) / many,
        own.luminaries - sum([o.luminaries for o in others]) / many,
        own.okuses - sum([o.okuses for o in others]) / many,
        reply,
        later,
        now,
        afterwards,
        gains[-2] if len(gains) > 1 else 0.0,
        fools,
        faces - fools,
        len(hand) / 4,
        (own.counts.cards - best[0]) / 10,
        1.0,
    ]


_CATEGORIES: Final = ("cards", "summer", "winter")


def _share(lead: float, doubt: float) -> float:
    """Return how far a lead decides a category, from -1 to 1: less if more is still to come."""
    return lead / sqrt(lead * lead + doubt + 0.01)


def evaluate(
    state: State, seats: Iterable[Seat], likely: Likely, round_: int, weights: Weights
) -> list[float]:
    """Return the expected margin of the round for each seat, exact once the round is scored."""
    if is_scored(state, round_):
        return [margin(state, seat) for seat in seats]
    survey = Survey(state, likely)
    return [
        sum([w * x for w, x in zip(weights, features(survey, seat), strict=True)]) for seat in seats
    ]


def _read() -> Mapping[str, Weights]:
    data = resources.files("illimat_core.players").joinpath("weights.json").read_bytes()
    given = msgspec.json.Decoder(dict[str, dict[str, float]]).decode(data)
    return {
        name: tuple([found.get(each, 0.0) for each in FEATURES]) for name, found in given.items()
    }


WEIGHTS: Final = _read()


def weights_for(options: Options) -> Weights:
    """Return the fitted weights for a game with these options, or for the most similar game."""
    players, likest = f"{options.players}", "4" if options.players > 2 else "2"
    plain = None if options.luminary_set else WEIGHTS.get(f"{players} plain")
    return WEIGHTS.get(options.mode) or plain or WEIGHTS.get(players) or WEIGHTS[likest]
