"""An address that nobody has proven gets mails about the account only, at most six a day."""

from collections.abc import Callable

import pytest
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed

from accounts.models import User
from games.actors import CommandSource
from games.making.services import NewTable, game_create
from notifications.kinds.account import ACCOUNT
from notifications.kinds.account_change import ACCOUNT_CHANGE
from notifications.kinds.record import Kind
from notifications.models import Delivery
from notifications.sending.outbox import account_notice_write
from tests.support.mail_sink import Sink

pytestmark = pytest.mark.django_db
SendAll = Callable[[], None]
ADDRESS = "eve@example.org"


@pytest.fixture
def eve(people: list[User]) -> User:
    """Return a person who has signed up, and is invited to a table before proving an address."""
    eve = User.objects.create_user("eve", ADDRESS)
    EmailAddress.objects.create(user=eve, email=ADDRESS, primary=True)
    game_create(
        user=people[0],
        wanted=NewTable(options={"players": 4}, invited=["eve"]),
        source=CommandSource.API,
    )
    return eve


def prove(user: User) -> None:
    address = EmailAddress.objects.get(user=user)
    address.set_verified()
    email_confirmed.send(EmailAddress, request=None, email_address=address)


def enqueue(count: int, kind: Kind = ACCOUNT, to: str = ADDRESS) -> None:
    for number in range(count):
        name = f"{kind.key} {to} {number}"
        account_notice_write(to=to, subject=name, body_text=name, key=name, kind=kind)


def came(sink: Sink, address: str = ADDRESS) -> list[str]:
    """Return the subjects of the mails that have come to an address."""
    return [str(mail["Subject"]) for mail in sink.taken if mail["To"] == address]


def test_mail_about_games_comes_once_the_address_is_proven(
    sink: Sink, eve: User, send_all: SendAll
) -> None:
    send_all()
    assert came(sink) == []
    assert Delivery.objects.get(notice__person=eve).reason == "unproven"
    prove(eve)
    send_all()
    assert came(sink) == ["Illimat with ada: an invitation"]


def test_claiming_an_address_sends_no_mail_to_its_owner(
    sink: Sink, eve: User, people: list[User], send_all: SendAll
) -> None:
    owner = people[1]
    EmailAddress.objects.create(user=owner, email=owner.email, verified=True)
    EmailAddress.objects.filter(user=eve).update(email=owner.email)
    User.objects.filter(pk=eve.pk).update(email=owner.email)
    send_all()
    assert came(sink, owner.email) == []


def test_codes_come_six_times_a_day(sink: Sink, eve: User, send_all: SendAll) -> None:
    enqueue(8)
    enqueue(2, to="nobody@example.org")  # an address that somebody enters as their new one
    send_all()
    assert len(came(sink)) == 6
    assert len(came(sink, "nobody@example.org")) == 2


def test_an_address_for_which_an_operator_vouches_gets_no_more_codes(
    sink: Sink, people: list[User], send_all: SendAll
) -> None:
    enqueue(8, to=people[0].email)
    send_all()
    assert len(came(sink, people[0].email)) == 6


def test_a_proven_address_gets_more(sink: Sink, eve: User, send_all: SendAll) -> None:
    prove(eve)
    enqueue(5)
    send_all()
    assert len([each for each in came(sink) if each.startswith("account")]) == 5


def test_a_former_address_is_told_of_every_change(
    sink: Sink, people: list[User], send_all: SendAll
) -> None:
    enqueue(5, ACCOUNT_CHANGE, to="formerly@example.org")
    send_all()
    assert len(came(sink, "formerly@example.org")) == 5
