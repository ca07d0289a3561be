"""The scores of a game: round by round, the way they went, and the places at the end."""

from collections.abc import Sequence
from itertools import groupby
from operator import itemgetter
from typing import Final, NamedTuple

from django.utils.formats import localize
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext, gettext_lazy

from games.play.advice import estimates_of
from games.play.results import places_of
from games.reading.selectors import game_scorings, game_state
from games.reading.tables import Table
from illimat_core.events import RoundScored
from illimat_core.messages import Language
from illimat_core.options import Options
from illimat_core.picture import PAGE, Runner, race
from illimat_core.rules.scoring import BUMPER_CROP, FROSTBIT, SUNKISSED

COUNTED: Final = (
    ("fools", gettext_lazy("Fools")),
    ("luminaries", gettext_lazy("Luminaries")),
    ("okuses", gettext_lazy("Okuses")),
)
"""What is counted one by one: the member of a tally, and its title."""


class Cell(NamedTuple):
    """A number in a table, and what it won or cost."""

    number: int
    gets: str


class TallyRow(NamedTuple):
    """What is counted in a round: its title, the name of the prize, and a cell for each side."""

    title: str
    prize: str
    cells: list[Cell]


class ScoredRound(NamedTuple):
    """A round that was scored: the step of the replay, what counted, points and scores by side."""

    number: int
    version: int
    rows: list[TallyRow]
    gained: list[str]
    scores: list[int]


class ScoredSide(NamedTuple):
    """A player, or partners who score as one: the way their score went.

    `place` is None unless the game is over, is not void, and was played by several people.
    """

    name: str
    own: bool
    gained: list[str]
    score: int
    place: int | None


class Scores(NamedTuple):
    """All rounds that were scored, the sides in the order of seats and by place, and the plot."""

    rounds: list[ScoredRound]
    sides: list[ScoredSide]
    ranked: list[ScoredSide]
    plot: SafeString


def collect_scores(table: Table, language: Language) -> Scores:
    """Return the scores of a game that has begun, as everybody may know them."""
    state = game_state(table=table)
    if state is None:
        raise ValueError(f"Game {table.game} has not begun.")
    scored = game_scorings(table=table)
    places = places_of(table.game, state) if state.options.players > 1 else ()
    sides = []
    for seats in state.options.sides:
        ways = [_gain(event, seats[0]) for _, event in scored]
        sides.append(
            ScoredSide(
                name=language.form("and", [table.names[seat] for seat in seats]),
                own=table.seat in seats,
                gained=[signed(points) for points in ways],
                score=state.players[seats[0]].score,
                place=min(places[seat] for seat in seats) if places else None,
            )
        )
    rounds = [_round(version, event, state.options) for version, event in scored]
    return Scores(
        rounds=rounds,
        sides=sides,
        ranked=sorted(sides, key=lambda side: (side.place or 0, -side.score)),
        plot=_plot(sides, rounds, _goal(state.options)),
    )


def draw_expected_scores(table: Table, language: Language) -> SafeString:
    """Return the scores that each side could expect from turn to turn, as a picture.

    They are those of an analysis; the last ones are the scores of the game. Nothing is drawn before
    there are any.
    """
    state, estimates = game_state(table=table), estimates_of(table.game)
    if state is None or not estimates:
        return mark_safe("")
    begins = [next(group)[1] for _, group in groupby(estimates, key=itemgetter(0))]
    runners, told = [], []
    for seats in state.options.sides:
        own, seat = table.seat in seats, seats[0]
        name = gettext("You") if own else language.form("and", [table.names[s] for s in seats])
        way = [estimate[seat] for _, estimate in estimates]
        runners.append(Runner(name, [*way, state.players[seat].score], own))
        rounds = ", ".join(localize(round(estimate[seat], 1)) for estimate in begins)
        told.append(f"{name}: {rounds}")
    label = gettext("Scores that could be expected at the beginning of each round. {scores}.")
    goal = _goal(state.options)
    picture = race(runners, goal, label.format(scores="; ".join(told)), PAGE)
    return mark_safe(picture)  # noqa: S308 - names are escaped


def signed(points: int) -> str:
    return f"{points:+d}".replace("-", "\N{MINUS SIGN}") if points else "0"


def _gain(event: RoundScored, seat: int) -> int:
    return event.tallies[seat].points - event.tallies[seat].penalty


def _goal(options: Options) -> int | None:
    has_goal = options.rounds is None or options.mode_rules.automaton
    return options.target_score if has_goal else None


def _round(version: int, event: RoundScored, options: Options) -> ScoredRound:
    firsts = [seats[0] for seats in options.sides]
    frost = [FROSTBIT if event.tallies[seat].penalty == 0 else -FROSTBIT for seat in firsts]
    prizes = (
        ("cards", gettext("Most cards"), gettext("Bumper Crop"), event.bumper_crop, BUMPER_CROP),
        ("summer", gettext("Most Summer"), gettext("Sunkissed"), event.sunkissed, SUNKISSED),
    )
    rows = [
        TallyRow(title, prize, _cells(event, member, firsts, winners, [worth] * len(firsts)))
        for member, title, prize, winners, worth in prizes
    ]
    most_winter = _cells(event, "winter", firsts, event.frostbit, frost)
    rows.append(TallyRow(gettext("Most Winter"), gettext("Frostbit"), most_winter))
    for member, title in COUNTED:
        rows.append(TallyRow(str(title), "", _cells(event, member, firsts, (), [0] * len(firsts))))
    return ScoredRound(
        number=event.round,
        version=version,
        rows=[row for row in rows if row.prize or any(cell.number for cell in row.cells)],
        gained=[signed(_gain(event, seat)) for seat in firsts],
        scores=[event.scores[seat] for seat in firsts],
    )


def _cells(
    event: RoundScored,
    member: str,
    seats: Sequence[int],
    winners: Sequence[int],
    worth: Sequence[int],
) -> list[Cell]:
    return [
        Cell(getattr(event.tallies[seat], member), signed(points) if seat in winners else "")
        for seat, points in zip(seats, worth, strict=True)
    ]


def _plot(
    sides: Sequence[ScoredSide], rounds: Sequence[ScoredRound], goal: int | None
) -> SafeString:
    ways = [[each.scores[place] for each in rounds] for place in range(len(sides))]
    runners = [
        Runner(gettext("You") if side.own else side.name, way, side.own)
        for side, way in zip(sides, ways, strict=True)
    ]
    told = "; ".join(f"{each.name}: {', '.join(map(str, each.scores))}" for each in runners)
    label = gettext("Scores after each round. {scores}.").format(scores=told)
    return mark_safe(race(runners, goal, label, PAGE))  # noqa: S308 - names are escaped
