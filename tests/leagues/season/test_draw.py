"""Draws: nobody can repeat them, so they do not show who blocked whom."""

from typing import Any

import pytest

from accounts.models import Block
from leagues.contest.formats import FORMATS
from leagues.contest.formats.records import Request
from leagues.contest.lots import key_of
from leagues.season import draw
from tests.support.api_seasons import ApiSeason
from tests.support.people import Person

pytestmark = pytest.mark.django_db


def entered(season: ApiSeason, number: int = 12) -> list[Person]:
    people = [Person() for _ in range(number)]
    season.enter(*people)
    return people


def block_each_other(people: list[Person], pairs: list[tuple[int, int]]) -> None:
    Block.objects.bulk_create(
        Block(blocker=people[one].user, blocked=people[other].user) for one, other in pairs
    )


def drawn(season: ApiSeason) -> list[list[str]]:
    """Return who sits at which table, in the order of the tables."""
    return [[each["id"] for each in fixture["entrants"]] for fixture in season.fixtures()]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("format_", "rules"),
    [
        ("round_robin", {}),
        ("groups", {"games": 4}),
        ("swiss", {"rounds": 2, "days_per_round": 7}),
    ],
)
def test_the_seed_that_is_revealed_does_not_repeat_the_draw(
    ada: Person, format_: str, rules: dict[str, Any]
) -> None:
    season = ApiSeason(ada, format=format_, **rules)
    entered(season)
    season.start()
    seed = bytes.fromhex(draw.reveal(season.row.pk))
    by_seed = FORMATS[format_].pair(
        Request(
            entrants=tuple(each["id"] for each in season.entrants()),
            at_table=2,
            key=key_of(season.id, seed),
            label="division/0/group/0",
            games=rules.get("games", 0),
        )
    )
    assert drawn(season) != [list(each.entrants) for each in by_seed.tables]


@pytest.mark.slow
def test_a_plan_does_not_depend_on_blocks(ada: Person) -> None:
    season = ApiSeason(ada, format="groups", group_size=4)
    people = entered(season)
    before = season.plan()
    assert before["groups"] == [[4, 4, 4]]
    block_each_other(people, [(one, other) for one in range(12) for other in range(one)])
    assert season.plan() == before


@pytest.mark.slow
def test_groups_are_drawn_by_lot_and_keep_people_apart(ada: Person) -> None:
    season = ApiSeason(ada, format="groups", group_size=4)
    people = entered(season)
    block_each_other(people, [(0, 3), (1, 4)])
    season.start()
    group = {each["players"][0]: each["group"] for each in season.entrants()}
    of = [group[each.user.handle] for each in people]
    assert of[0] != of[3]
    assert of[1] != of[4]
    assert [sorted(of[first : first + 3]) for first in range(0, 12, 3)] == [[1, 2, 3]] * 4
