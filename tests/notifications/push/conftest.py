"""A push service on this machine, and people whose browsers it reaches."""

from collections.abc import Iterator

import pytest
from pytest_django import Settings

from accounts.models import User
from notifications.models.push import PushSubscription
from notifications.push.keys import public_text
from notifications.push.services import subscription_make
from tests.notifications.push.pushing import Subscribe, push_all
from tests.support.push_service import PushService, serving


@pytest.fixture
def service(settings: Settings) -> Iterator[PushService]:
    """Run a push service on this machine, to which pushes may go."""
    settings.ALLOW_LOCAL_WEBHOOKS = True
    with serving(PushService(public_text(settings.PUSH_KEY))) as running:
        yield running
        assert not running.refused


@pytest.fixture
def ada(people: list[User]) -> User:
    return people[0]


@pytest.fixture
def subscribe(service: PushService) -> Subscribe:
    """Return what switches push on for a person, whose browser the service has confirmed."""

    def subscribe(person: User, path: str = "/push/1") -> PushSubscription:
        told = service.subscription(path)
        made, _ = subscription_make(
            user=person,
            endpoint=told["endpoint"],
            public_key=told["keys"]["p256dh"],
            auth=told["keys"]["auth"],
        )
        push_all()
        service.taken.clear()
        return made

    return subscribe
