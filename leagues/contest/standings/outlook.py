"""The places that are still possible."""

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import accumulate
from typing import TypeAlias

import msgspec

from leagues.contest.standings.counting import Count, compensation, points_for_byes, units
from leagues.contest.standings.endings import try_endings
from leagues.contest.standings.records import NOTHING, GroupRecord

Replacing: TypeAlias = Mapping[str, Sequence[str]]
"""Who took over from each entrant who was replaced, one after the other."""


class PointRange(msgspec.Struct):
    """The points that an entrant has, and the least and the most that they can finish with.

    `gain` is what they get in addition if opponents in games that are over withdraw early.
    """

    least: Fraction = NOTHING
    now: Fraction = NOTHING
    most: Fraction = NOTHING
    gain: Fraction = NOTHING


def outlook(
    season: GroupRecord, counted: Count, among: Collection[str]
) -> dict[str, tuple[int, int]]:
    """Return the best and the worst place still possible for some members, unless they withdraw.

    The places are those `among` these members. No place outside can be reached by results to come,
    whether or not others withdraw; a correction can reach it, and so can somebody who enters late,
    or a substitute who takes over later on, if they are among them. The range only ever narrows as
    results come in and rounds are paired. Of few open games all endings are tried, so points can
    lead to both ends of it; of more, the range may be wider than that.
    """
    replacing = {unit[0]: unit[1:] for unit in units(season) if len(unit) > 1}
    spans = _spans(season, counted, replacing)
    spans = {name: span for name, span in spans.items() if name in among}
    # Members who may still withdraw early may end behind everybody.
    sure = sorted(
        span.least
        for name, span in spans.items()
        if name not in counted.void and name not in counted.at_risk
    )
    counting = {name: span for name, span in spans.items() if name not in counted.void}
    reached = sorted(_reachable_points(season, counted, counting))
    gains = sum((span.gain for span in spans.values()), start=NOTHING)
    rivals = _Rivals(counting, gains + _supply(season, counted, replacing))
    places = {}
    for name, span in spans.items():
        if name in counted.void:
            places[name] = 1 + len(sure), len(spans)
            continue
        ahead = len(sure) - bisect_right(sure, span.most)
        level = len(reached) - bisect_left(reached, span.least)  # the member included
        places[name] = 1 + ahead, min(level, rivals.able(span.least))
    for name, (best, worst) in try_endings(season, counted, among).items():
        places[name] = max(best, places[name][0]), min(worst, places[name][1])
    return places


class _Rivals:
    """Members in the order of their points, and the points that all games to come give together."""

    def __init__(self, spans: Mapping[str, PointRange], supply: Fraction) -> None:
        self._points = sorted((span.now for span in spans.values()), reverse=True)
        self._sums = list(accumulate(self._points, initial=NOTHING))
        self._supply = supply

    def able(self, points: Fraction) -> int:
        """Return how many members at most can reach `points`, if all others get none."""
        have = bisect_right(self._points, -points, key=lambda own: -own)

        def missing(number: int) -> Fraction:
            """Return what the first members lack together."""
            return (number - have) * points - (self._sums[number] - self._sums[have])

        numbers = range(have, len(self._points) + 1)
        return have - 1 + bisect_right(numbers, self._supply, key=missing)


def _spans(season: GroupRecord, counted: Count, replacing: Replacing) -> dict[str, PointRange]:
    """Return the points of each member.

    An open game may be declared void, and one that counts may become void if somebody withdraws.
    """
    spans = {member.id: PointRange() for member in season.members}
    withdrawn = {member.id for member in season.members if member.withdrawn}
    for name, points in points_for_byes(season, counted.void).items():
        spans[name] = PointRange(points, points, points)
    for line in counted.compensations.values():
        spans[line.entrant].least += line.points
        spans[line.entrant].now += line.points
    kept = _possible_compensations(season, counted)
    for table, lines in counted.lines.items():
        at_risk = not counted.at_risk.isdisjoint(counted.owners[table])
        for line in lines:
            span, instead = spans[line.entrant], kept.get((table, line.entrant))
            span.now += line.points
            span.least += NOTHING if at_risk and instead is None else line.points
            span.gain += NOTHING if instead is None else instead - line.points
    for span in spans.values():
        span.most = span.now + span.gain
    for fixture in counted.open:
        last = season.rules.scale(len(fixture.entrants)).places[-1]
        most = max(map(max, season.given(len(fixture.entrants))))
        for name in fixture.entrants:
            spans[name].most += last if name in withdrawn else most
            for substitute in set(replacing.get(name, ())) - withdrawn:
                spans[substitute].most += most * season.rules.substitute
    scales = season.rules.scales.values()
    last = Fraction(max(scale.places[-1] for scale in scales))
    most = max(season.rules.bye, *(Fraction(scale.most) for scale in scales))
    for paired, plays in _players_to_come(season):
        spans[paired].most += season.rounds_left * (most if plays == paired else last)
        if plays not in ("", paired):
            spans[plays].most += season.rounds_left * most * season.rules.substitute
    return spans


def _possible_compensations(season: GroupRecord, counted: Count) -> dict[tuple[str, str], Fraction]:
    found: dict[tuple[str, str], Fraction] = {}
    if not season.compensates:
        return found
    for fixture in season.fixtures:
        if fixture.id in counted.lines:
            for name in counted.at_risk.intersection(counted.owners[fixture.id]):
                result, void = counted.latest[fixture.id], counted.void | {name}
                if line := compensation(season.rules, fixture, result, void):
                    found[fixture.id, line.entrant] = line.points
    return found


def _reachable_points(
    season: GroupRecord, counted: Count, spans: Mapping[str, PointRange]
) -> Iterator[Fraction]:
    """Yield, for each number of members, points that no more of them can reach together.

    As many can reach some points as there are such values that are no less. Those who play one
    more game only, and meet in it, cannot all win it.
    """
    games = Counter(name for fixture in counted.open for name in fixture.entrants)
    withdrawn = {member.id for member in season.members if member.withdrawn}
    last_games: set[str] = set()
    for fixture in counted.open if not season.rounds_left else ():
        here = [name for name in fixture.entrants if games[name] == 1 and name not in withdrawn]
        last_games.update(here)
        yield from _together(
            season.given(len(fixture.entrants)),
            sorted((spans[name].now + spans[name].gain for name in here), reverse=True),
        )
    yield from (span.most for name, span in spans.items() if name not in last_games)


def _together(
    endings: Sequence[Sequence[Fraction]], points: Sequence[Fraction]
) -> Iterator[Fraction]:
    """Yield what the first one, two, … can all have after a game, given their points, most first.

    The better places go to those who have less.
    """
    for number in range(1, len(points) + 1):
        yield max(
            min(own + won for own, won in zip(reversed(points[:number]), given, strict=False))
            for given in endings
        )


def _supply(season: GroupRecord, counted: Count, replacing: Replacing) -> Fraction:
    """Return the most points that all games to come give together.

    At a table with a substitute, the entrant gets the points of the last place in addition.
    """
    scales = season.rules.scales
    total = NOTHING
    for fixture in counted.open:
        scale = season.rules.scale(len(fixture.entrants))
        replaced = sum(name in replacing for name in fixture.entrants)
        total += max(map(sum, season.given(len(fixture.entrants))))
        total += replaced * Fraction(scale.places[-1])
    of_each = max(season.rules.bye, *(scale.total / size for size, scale in scales.items()))
    last = Fraction(max(scale.places[-1] for scale in scales.values()))
    for paired, plays in _players_to_come(season):
        total += season.rounds_left * (of_each if plays == paired else of_each + last)
    return total


def _players_to_come(season: GroupRecord) -> Iterator[tuple[str, str]]:
    """Yield each entrant whom rounds to come can pair, and who plays: they, or a substitute.

    If that one withdrew, too, another may take over.
    """
    withdrawn = {member.id for member in season.members if member.withdrawn}
    for unit in units(season):
        yield unit[0], "" if unit[-1] in withdrawn else unit[-1]
