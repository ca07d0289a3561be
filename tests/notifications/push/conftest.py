"""A push service on this machine, and people whose browsers it reaches."""

from collections.abc import Callable, Iterator
from datetime import timedelta

import pytest
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from notifications.models import Delivery
from notifications.models.push import PushSubscription
from notifications.push.keys import public_text
from notifications.push.services import subscription_make
from notifications.sending.closures import turns_close
from notifications.sending.outbox import notices_spread
from notifications.tasks import due_in, send
from tests.support.push_service import PushService, serving

Subscribe = Callable[..., PushSubscription]


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


def push_all() -> None:
    """Do what the worker for webhooks does, until nothing is due."""
    notices_spread()
    turns_close()
    PushSubscription.objects.update(paused_until=None)
    while due := list(due_in("webhooks").filter(channel="push").values_list("pk", flat=True)):
        for delivery_id in due:
            send(delivery_id)
        PushSubscription.objects.update(paused_until=None)


def try_again(delivery: Delivery) -> Delivery:
    """Let a delivery be due, and a worker send it."""
    PushSubscription.objects.update(paused_until=None)
    past = timezone.now() - timedelta(seconds=1)
    Delivery.objects.filter(pk=delivery.pk).update(not_before=past)
    send(delivery.pk)
    return Delivery.objects.select_related("notice").get(pk=delivery.pk)
