"""No name of a person brings a header of its own into a mail."""

from email import message_from_bytes, policy

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.models import User
from games.services import game_call_off
from notifications.mails import compose
from notifications.models import Delivery
from tests.notifications.table import ServiceGame

pytestmark = [pytest.mark.django_db]
BREAKS = st.sampled_from(["\r\n", *list("\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029")])
PARTS = st.one_of(st.text(st.characters(codec="utf-8"), max_size=5), BREAKS)
NAMES = st.lists(PARTS, min_size=1, max_size=8).map(
    lambda parts: "".join(parts) + "\r\nBcc: eve@example.org"
)
FEW = settings(suppress_health_check=list(HealthCheck))
MANY = settings(FEW, max_examples=10_000, deadline=None)


def headers_of(people: list[User], name: str) -> list[str]:
    """Return the names of the headers of a mail about a person of this name."""
    User.objects.filter(pk=people[1].pk).update(handle=name)
    delivery = Delivery.objects.select_related("notice__person", "notice__game").get(
        notice__kind="called_off"
    )
    delivery.address = people[0].email
    sent = message_from_bytes(compose(delivery).message().as_bytes(), policy=policy.default)
    assert len(sent["Subject"].splitlines()) == 1
    assert sent["To"] == people[0].email
    return sorted(sent.keys())


@pytest.fixture
def expected(people: list[User]) -> list[str]:
    """Call a game off, and return the headers of the mail about it."""
    table = ServiceGame(people[:2])
    for person in people[:2]:
        game_call_off(user=person, game_id=table.id)
    return headers_of(people, "bob")


@FEW
@given(name=NAMES)
def test_a_name_adds_no_header(name: str, people: list[User], expected: list[str]) -> None:
    assert headers_of(people, name) == expected


@pytest.mark.thorough
@MANY
@given(name=NAMES)
def test_ten_thousand_names_add_none(name: str, people: list[User], expected: list[str]) -> None:
    assert headers_of(people, name) == expected
