"""The Astronomer: names the season that every Star is of for the round (R-LUM-ASTRONOMER)."""

from collections.abc import Iterator

from illimat_core.actions import NameSeason
from illimat_core.cards import SEASONS, FieldId, Seat
from illimat_core.chance import any_season
from illimat_core.decisions import Pending
from illimat_core.draft import Draft
from illimat_core.errors import RuleError
from illimat_core.events import SeasonNamed
from illimat_core.hooks import DecisionRules, Description, Rules, Table


def you_name_a_season(draft: Draft, _: FieldId) -> None:
    draft.ask("astronomer", draft.state.turn.seat)


def you_may_name_a_different_one(draft: Draft, _: FieldId) -> None:
    draft.ask("astronomer", draft.state.turn.seat, optional=True)


def seasons_to_choose(table: Table, pending: Pending, _: Seat) -> Iterator[NameSeason]:
    for season in SEASONS:
        if not (pending.optional and season == table.state.stars_as):
            yield NameSeason(season=season)


def check_season(table: Table, pending: Pending, _: Seat, action: NameSeason) -> None:
    if pending.optional and action.season == table.state.stars_as:
        raise RuleError("R-LUM-ASTRONOMER", f"The Stars are of {action.season} already.")


def name_it(draft: Draft, _: Pending, __: Seat, action: NameSeason) -> None:
    draft.emit(SeasonNamed(seat=draft.state.turn.seat, season=action.season))


RULES = Rules(
    luminary="astronomer",
    description=Description(
        on_reveal=(
            "You name a season, and for the rest of the round all Stars cards are of that "
            "season alone."
        ),
        on_claim="You may name a different season for the Stars cards.",
    ),
    on_reveal=you_name_a_season,
    on_claim=you_may_name_a_different_one,
)
NAMING = DecisionRules(
    by_chance=any_season,
    prompt="The Astronomer: name the season that the Stars are of.",
    accepts=("name_season",),
    check=check_season,
    answer=name_it,
    options=seasons_to_choose,
)
