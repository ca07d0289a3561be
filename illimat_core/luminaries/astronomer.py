"""The Astronomer: names the season that every Star is of for the round (R-LUM-ASTRONOMER)."""

from collections.abc import Iterator

from illimat_core.actions import NameSeason
from illimat_core.cards import SEASONS, FieldId, Seat
from illimat_core.decisions import Pending
from illimat_core.errors import RuleError
from illimat_core.events import SeasonNamed
from illimat_core.messages import english
from illimat_core.rules.chance import any_season
from illimat_core.rules.hooks import DecisionRules, Draft, LuminaryRules, Tabletop

english(
    {
        "astronomer.name": "the Astronomer",
        "astronomer.short": "All Stars belong to one season.",
        "astronomer.on_reveal": (
            "You name a season, and for the rest of the round all Stars cards are of that season "
            "alone."
        ),
        "astronomer.on_claim": "You may name a different season for the Stars cards.",
        "astronomer.prompt": "The Astronomer: name the season of all Stars.",
        "astronomer.same_season": "The Stars are of {season:season} already.",
    }
)


def you_name_a_season(draft: Draft, _: FieldId) -> None:
    draft.ask("astronomer", draft.state.turn.seat)


def you_may_name_a_different_one(draft: Draft, _: FieldId) -> None:
    draft.ask("astronomer", draft.state.turn.seat, optional=True)


def seasons_to_choose(table: Tabletop, pending: Pending, _: Seat) -> Iterator[NameSeason]:
    for season in SEASONS:
        if not (pending.optional and season == table.state.stars_as):
            yield NameSeason(season=season)


def check_season(table: Tabletop, pending: Pending, _: Seat, action: NameSeason) -> None:
    if pending.optional and action.season == table.state.stars_as:
        raise RuleError("R-LUM-ASTRONOMER", "astronomer.same_season", season=action.season)


def name_it(draft: Draft, _: Pending, __: Seat, action: NameSeason) -> None:
    draft.emit(SeasonNamed(seat=draft.state.turn.seat, season=action.season))


RULES = LuminaryRules(
    luminary="astronomer",
    emblem=(
        "M-12 4 6-8 9-3.6-9 8.4zM9-9.4 12.4-4.4M-1 3 -5 14M1.6 1.4 6 14M-11-10v5"
        "M-13.5-7.5h5M10 5v4M8 7h4"
    ),
    on_reveal=you_name_a_season,
    on_claim=you_may_name_a_different_one,
)
NAMING = DecisionRules(
    by_chance=any_season,
    prompt="astronomer.prompt",
    accepts=("name_season",),
    check=check_season,
    answer=name_it,
    options=seasons_to_choose,
)
