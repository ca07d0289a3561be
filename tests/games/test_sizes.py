"""The size of answers: bounded by the game and by the page."""

from typing import Any

import pytest

from api.models import IdempotencyKey
from api.paging import MAX_PAGE_SIZE
from tests.support.api_games import GAMES, ApiGame
from tests.support.people import Person

pytestmark = pytest.mark.django_db

KB = 1024
EVERYTHING = {"mode": "standard", "luminaries": "all", "stars": "always"}


@pytest.fixture
def late(ada: Person, bob: Person) -> ApiGame:
    """Return a game with luminaries and Stars after some turns, with full fields."""
    table = ApiGame([ada, bob], options=EVERYTHING, visibility="public")
    for number in range(30):
        table.play(number)
    return table


@pytest.mark.slow
@pytest.mark.parametrize(
    ("path", "most"),
    [
        ("", 32 * KB),
        ("/legal-actions?limit=100", 32 * KB),
        ("/events?limit=100", 64 * KB),
        ("/at/60", 16 * KB),
    ],
)
def test_reading_a_game_is_bounded(late: ApiGame, path: str, most: int) -> None:
    for person in late.people:
        assert size(person, late.path + path) <= most


@pytest.mark.slow
def test_saying_that_nothing_has_changed_weighs_nothing(late: ApiGame) -> None:
    person = late.awaited
    etag = person.get(late.path).headers["ETag"]
    assert person.get(late.path, etag).content == b""


@pytest.mark.slow
def test_the_consequences_of_an_action_are_bounded(late: ApiGame) -> None:
    assert len(late.play().content) <= 8 * KB


@pytest.mark.slow
def test_the_stored_answer_is_the_answer(late: ApiGame) -> None:
    played = late.play(key="the-last")
    kept = IdempotencyKey.objects.get(key="the-last")
    assert kept.body.encode() == played.content
    assert max(len(row.body.encode()) for row in IdempotencyKey.objects.all()) <= 8 * KB


@pytest.mark.parametrize("path", [GAMES, "/api/v1/me/games"])
def test_a_list_is_no_longer_than_its_page(ada: Person, bob: Person, path: str) -> None:
    for _ in range(6):
        ApiGame([ada, bob], visibility="public")
    assert len(ada.get(f"{path}?limit=5").json()["results"]) == 5
    assert size(ada, f"{path}?limit=5") <= 5 * 2 * KB
    assert ada.get(f"{path}?limit={MAX_PAGE_SIZE + 1}").status_code == 422


@pytest.mark.slow
@pytest.mark.parametrize("part", ["legal-actions", "events"])
def test_a_part_of_a_game_is_no_longer_than_its_page(late: ApiGame, part: str) -> None:
    while len(late.choices()) <= 7:
        late.play()
    page: Any = late.awaited.get(f"{late.path}/{part}?limit=7").json()
    assert len(page["results"]) == 7
    assert page["next"]
    refused = late.awaited.get(f"{late.path}/{part}?limit={MAX_PAGE_SIZE + 1}")
    assert refused.status_code == 422


def size(person: Person, path: str) -> int:
    answer = person.get(path)
    assert answer.status_code == 200
    return len(answer.content)
