"""Addresses that mail cannot reach, or whose owners complain about it."""

from datetime import timedelta
from typing import Any, Final

from django.db import transaction
from django.db.models.functions import Now
from django.dispatch import receiver

from accounts.models import FailingAddress, User
from accounts.signals import account_erasing, address_tried_again
from quotas.records.accounts import ADDRESS_RETRIES_A_DAY
from quotas.services import spend

ANEW: Final = timedelta(days=30)  # after which a failure counts as a new one


def failure_of(*, address: str) -> FailingAddress | None:
    return FailingAddress.objects.filter(address=address, tried_again=False).first()


@transaction.atomic
def address_fail(*, address: str, reason: str) -> FailingAddress:
    """Record that a (normalized) address fails, and return the record.

    If it failed before and was tried again within a month, it counts as failing since then, so that
    nobody gains time in games by trying again and again.
    """
    own = FailingAddress.objects.filter(address=address)
    forgiven = own.filter(tried_again=True, changed_at__lt=Now() - ANEW)
    forgiven.update(since=Now())
    if not own.update(reason=reason, tried_again=False, changed_at=Now()):
        times = {"since": Now(), "changed_at": Now()}  # by the database's clock, as the games'
        FailingAddress.objects.get_or_create(address=address, defaults={"reason": reason} | times)
    return own.get()


@transaction.atomic
def address_try_again(*, user: User) -> None:
    """Let mail go to the address of `user` again; raises QuotaError if it was done too often."""
    spend(str(user.pk), ADDRESS_RETRIES_A_DAY)
    address_recover(user=user)


@receiver(account_erasing)
def address_forget(*, user: User, **_: Any) -> None:
    """Forget that the address of an account that is deleted fails, unless another one has it."""
    if not User.objects.filter(email=user.email).exclude(pk=user.pk).exists():
        FailingAddress.objects.filter(address=user.email).delete()


def address_recover(*, user: User) -> None:
    """Record that the address of `user` may get mail; what it missed is queued again."""
    failing = FailingAddress.objects.filter(address=user.email, tried_again=False)
    has_failed = failing.update(tried_again=True, changed_at=Now()) > 0
    address_tried_again.send(User, user=user, has_failed=has_failed)
