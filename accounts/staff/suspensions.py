"""Suspending accounts: their people are told why and until when, and cannot log in meanwhile."""

from contextlib import suppress
from datetime import datetime, timedelta
from typing import Final
from zoneinfo import ZoneInfo

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.formats import date_format
from django.utils.translation import gettext, override

from accounts.models import Session, Suspension, User
from accounts.signals import account_ending, account_unavailable

KEPT: Final = timedelta(days=2 * 365)  # after they were lifted
LONGEST: Final = timedelta(days=10 * 365)


@transaction.atomic
def account_suspend(
    *, by: User, user: User, reason: str, ends_at: datetime | None = None
) -> Suspension:
    """Suspend an account, end its sessions and tell its person; they leave all running games.

    Raises ValidationError for an account that is suspended already, for one's own, for that of
    staff unless a superuser suspends it, and for an end that is past or further away than LONGEST.
    """
    if not may_suspend(by=by, user=user):
        raise ValidationError(
            gettext("Nobody suspends themselves, and only superusers suspend staff.")
        )
    if ends_at is not None and ends_at <= timezone.now():
        raise ValidationError({"ends_at": gettext("Choose an end in the future.")})
    if ends_at is not None and ends_at > timezone.now() + LONGEST:
        refusal = gettext("Choose an end within ten years, or leave it empty.")
        raise ValidationError({"ends_at": refusal})
    account_ending.send(User, user_ids=[user.pk])
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    if not user.is_active:
        raise ValidationError(gettext("This account is suspended already."))
    suspension = Suspension.objects.create(user=user, reason=reason, by=by, ends_at=ends_at)
    user.is_active = False
    user.save(update_fields=["is_active"])
    Session.objects.filter(user=user).delete()
    _mail(suspension, "account/email/account_suspended")
    account_unavailable.send(User, user=user, reason="unavailable")
    return suspension


@transaction.atomic
def suspension_lift(*, user: User, by: User | None = None) -> None:
    """Let a person use their account again, unless they closed it, and tell them.

    Raises ValidationError if it is not suspended, and as `account_suspend` does for one's own
    account and that of staff.
    """
    if by is not None and not may_suspend(by=by, user=user):
        raise ValidationError(gettext("Only superusers lift suspensions of staff."))
    user = User.objects.select_for_update(no_key=True).get(pk=user.pk)
    suspension = suspension_of(user=user)
    if suspension is None:
        raise ValidationError(gettext("This account is not suspended."))
    suspension.lifted_at, suspension.lifted_by = timezone.now(), by
    suspension.save(update_fields=["lifted_at", "lifted_by"])
    user.is_active = True
    user.save(update_fields=["is_active"])
    if user.closed_at is None:
        _mail(suspension, "account/email/suspension_lifted")


def suspensions_lift_due(*, most: int = 500) -> int:
    """Lift at most `most` suspensions whose end has passed; return the number."""
    due = Suspension.objects.filter(lifted_at=None, ends_at__lte=timezone.now())
    found = list(due.select_related("user").order_by("ends_at")[:most])
    lifted = 0
    for suspension in found:
        try:
            suspension_lift(user=suspension.user)
        except (ValidationError, User.DoesNotExist):  # somebody was faster
            continue
        lifted += 1
    return lifted


def suspension_lift_if_due(*, user: User) -> bool:
    """Lift the suspension of somebody who logs in after its end; return whether they may."""
    suspension = suspension_of(user=user)
    if suspension and suspension.ends_at and suspension.ends_at <= timezone.now():
        with suppress(ValidationError):  # a worker was faster
            suspension_lift(user=user)
        user.refresh_from_db(fields=["is_active"])
    return user.is_active


def suspension_of(*, user: User) -> Suspension | None:
    return Suspension.objects.filter(user=user, lifted_at=None).first()


def may_suspend(*, by: User, user: User) -> bool:
    """Return whether somebody who may suspend people may suspend this one."""
    return by.pk != user.pk and (by.is_superuser or not (user.is_staff or user.is_superuser))


def explain_suspension(suspension: Suspension | None) -> str:
    """Return what the person of a suspended account is told, in the active language.

    It begins as a sentence after the salutation of a mail.
    """
    if suspension is None or suspension.ends_at is None:
        told = gettext("your account is suspended until the operators of this server lift that.")
    else:
        zone = suspension.user.time_zone
        moment = suspension.ends_at.astimezone(ZoneInfo(zone))
        local = date_format(moment, gettext("l, j F Y, H:i"))
        words = gettext("your account is suspended until {until}.")
        told = words.format(until=f"{local} ({zone})")
    if suspension is not None and suspension.reason:
        told += " " + gettext("The reason: {reason}").format(reason=suspension.reason)
    if settings.CONTACT_URL:
        contact = settings.CONTACT_URL.removeprefix("mailto:")
        told += " " + gettext("Here you reach the operators: {contact}").format(contact=contact)
    return told


def _mail(suspension: Suspension, template: str) -> None:
    user = suspension.user
    address = EmailAddress.objects.get_primary_email(user) or user.email
    with override(user.language):
        told = {"handle": user.handle, "explanation": explain_suspension(suspension)}
        get_adapter().send_mail(template, address, told)
