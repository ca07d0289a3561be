"""No name of a person brings a header of its own into a mail."""

from email import message_from_bytes, policy

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from accounts.handles import MAX_LENGTH
from accounts.models import User
from games.actors import CommandSource
from games.play.ends import end_wish
from notifications.content.mails import compose
from notifications.models import Delivery
from tests.support.service_games import ServiceGame

pytestmark = [pytest.mark.django_db]
BREAKS = st.sampled_from(["\r\n", *list("\r\n\v\f\x1c\x1d\x1e\x85\u2028\u2029")])
KEPT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=5)  # by databases
INJECTED = "\r\nBcc: e@x.y"
ROOM = MAX_LENGTH - len(INJECTED) - 1  # for a digit
NAMES = st.lists(st.one_of(KEPT, BREAKS), min_size=1, max_size=8).map(
    lambda parts: "".join(parts)[:ROOM] + INJECTED
)
OTHERS = 3  # people whom a mail names, beside its reader
TEAMS = st.lists(NAMES, min_size=OTHERS, max_size=OTHERS)
FEW = settings(suppress_health_check=list(HealthCheck))
MANY = settings(FEW, max_examples=10_000 // OTHERS + 1, deadline=None)


def headers_of(people: list[User], names: list[str]) -> list[str]:
    """Return the names of the headers of a mail to the first person about others of these names."""
    for number, (person, name) in enumerate(zip(people[1:], names, strict=True)):
        different = f"{name}{number}"  # as handles have to be
        User.objects.filter(pk=person.pk).update(handle=different)
    delivery = Delivery.objects.select_related("notice__person", "notice__game").get(
        notice__kind="called_off", notice__person=people[0]
    )
    delivery.address = people[0].email
    sent = message_from_bytes(compose(delivery).message().as_bytes(), policy=policy.default)
    assert len(sent["Subject"].splitlines()) == 1
    assert sent["To"] == people[0].email
    return sorted(sent.keys())


@pytest.fixture
def expected(people: list[User]) -> list[str]:
    """Call a game off, and return the headers of the mail about it."""
    table = ServiceGame(people)
    for person in people:
        end_wish(user=person, game_id=table.id, source=CommandSource.API)
    return headers_of(people, ["bob", "cy", "dee"])


@pytest.mark.slow
@FEW
@given(names=TEAMS)
def test_names_add_no_header(names: list[str], people: list[User], expected: list[str]) -> None:
    assert headers_of(people, names) == expected


@pytest.mark.thorough
@MANY
@given(names=TEAMS)
def test_ten_thousand_names_add_none(
    names: list[str], people: list[User], expected: list[str]
) -> None:
    assert headers_of(people, names) == expected
