"""Pushes, sent as the worker for webhooks sends them."""

from collections.abc import Callable
from datetime import timedelta

from django.utils import timezone

from notifications.models import Delivery
from notifications.models.push import PushSubscription
from notifications.sending.closures import turns_close
from notifications.sending.outbox import notices_spread
from notifications.tasks import due_in, send

Subscribe = Callable[..., PushSubscription]


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
