"""People block others and unblock them; what follows at tables is in tests/games/test_blocks.py."""

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from accounts.blocks import Blocks, blocks_among, blocks_between
from accounts.models import Block, User
from accounts.services import account_close
from tests.support.asked import statuses
from tests.support.people import Person, problem, staff

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
BLOCKS = "/api/v1/me/blocks"


def block(person: Person, handle: str) -> Any:
    return person.client.put(f"{BLOCKS}/{handle}")


def blocked(person: Person, query: str = "") -> list[str]:
    """Return whom a person has blocked, as they are listed."""
    return [each["handle"] for each in person.get(BLOCKS + query).json()["results"]]


@pytest.fixture
def ada() -> Person:
    return Person("ada")


@pytest.fixture
def ben() -> Person:
    return Person("ben")


def test_a_person_blocks_others_and_unblocks_them(ada: Person, ben: Person) -> None:
    eve = Person("eve")
    answers = [block(ada, handle) for handle in ("ben", "BEN", "eve")]
    assert statuses(answers) == [200] * 3
    assert answers[0].json() == answers[1].json()  # again changes nothing
    assert blocked(ada) == ["eve", "ben"]
    for _ in range(2):
        assert ada.delete(f"{BLOCKS}/Ben").status_code == 204
    assert blocked(ada) == ["eve"]
    assert blocked(ben) == blocked(eve) == []


def test_the_list_comes_in_pages(ada: Person) -> None:
    handles = [Person().user.handle for _ in range(3)]
    for handle in handles:
        block(ada, handle)
    page = ada.get(f"{BLOCKS}?limit=2").json()
    rest = ada.get(page["next"]).json()
    assert [each["handle"] for each in page["results"] + rest["results"]] == handles[::-1]
    assert rest["next"] is None


def test_the_other_is_shown_nothing(ada: Person, ben: Person) -> None:
    before = [ben.get(path).json() for path in ("/api/v1/players/ada", "/api/v1/me")]
    block(ada, "ben")
    after = [ben.get(path).json() for path in ("/api/v1/players/ada", "/api/v1/me")]
    assert after == before


def test_only_others_who_are_here_can_be_blocked(ada: Person, ben: Person) -> None:
    own = block(ada, "ada")
    assert own.status_code == 422
    assert own.json()["errors"][0]["code"] == "own_handle"
    assert problem(block(ada, "nobody-here")) == (404, "not_found")
    account_close(user=ben.user)
    assert problem(block(ada, "ben")) == (404, "not_found")
    with pytest.raises(IntegrityError), transaction.atomic():
        Block.objects.create(blocker=ada.user, blocked=ada.user)


def test_only_so_many_are_blocked_at_once_and_in_a_day(
    ada: Person, ben: Person, settings: Settings
) -> None:
    Person("eve")
    settings.QUOTAS = settings.QUOTAS | {"blocks": 1, "blocks_a_day": 3}
    block(ada, "ben")
    assert block(ada, "ben").status_code == 200  # who is blocked already
    assert block(ada, "eve").json()["quota"] == "blocks"
    for _ in range(2):
        ada.delete(f"{BLOCKS}/ben")
        last = block(ada, "ben")
        assert last.status_code == 200
    ada.delete(f"{BLOCKS}/ben")  # always possible
    assert block(ada, "ben").json()["quota"] == "blocks_a_day"


def test_a_block_is_deleted_with_either_account(ada: Person, ben: Person) -> None:
    eve = Person("eve")
    block(ada, "ben")
    block(eve, "ada")
    ben.user.delete()
    assert blocked(ada) == []
    eve.user.delete()
    assert Block.objects.count() == 0


def test_staff_see_how_many_not_whom(ada: Person, ben: Person) -> None:
    chief = staff()
    block(ada, "ben")
    for person, other, made, by_others in ((ada, "ben", 1, 0), (ben, "ada", 0, 1)):
        page = chief.get(f"/admin/accounts/user/{person.user.pk}/change/")
        shown = page.content.decode().split('id="user_form"')[1]
        assert other not in shown
        form = page.context["adminform"].model_admin
        assert form.blocks_made(person.user) == made
        assert form.blocks_by_others(person.user) == by_others
        assert "people blocked by this person" in shown.lower()


def test_pairing_asks_once_who_blocked_whom() -> None:
    people = [Person().user for _ in range(4)]
    for blocker, other in ((0, 1), (1, 0), (2, 3), (3, 1)):
        Block.objects.create(blocker=people[blocker], blocked=people[other])
    first = [each.pk for each in people[:3]]
    with CaptureQueriesContext(connection) as asked:
        found = blocks_among(first)
    assert found == {(first[0], first[1]), (first[1], first[0])}
    assert len(asked) == 1


def test_blocks_between_one_person_and_others_are_told_by_direction() -> None:
    ada, ben, eve = (User.objects.create_user(n, f"{n}@example.org") for n in ("ada", "ben", "eve"))
    Block.objects.create(blocker=ada, blocked=ben)
    Block.objects.create(blocker=eve, blocked=ada)
    Block.objects.create(blocker=ben, blocked=eve)
    assert blocks_between(user=ada, others=[ben.pk, eve.pk]) == Blocks(
        {ben.pk: "ben"}, frozenset([eve.pk])
    )
    assert blocks_between(user=ada, others=[ben.pk]).by == frozenset()
    assert blocks_between(user=ada, others=[]) == Blocks()
