"""What follows a log-in, a proven address, a changed password or an added second factor."""

import time
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed, password_changed, password_reset
from allauth.core import context
from allauth.mfa.models import Authenticator
from django.contrib.auth.signals import user_logged_in
from django.core.exceptions import PermissionDenied
from django.db.models.signals import post_save, pre_save
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.addresses import normalize
from accounts.models import Session, User
from accounts.services import claims_drop, sessions_keep_newest
from accounts.sessions import CLIENT, digest


@receiver(user_logged_in)
def remember_client(*, request: HttpRequest, user: User, **_: Any) -> None:
    """Note in a new session where it began, when and with what program; end sessions too many."""
    sessions_keep_newest(user=user)
    try:
        ip = get_adapter().get_client_ip(request)
    except PermissionDenied:  # no address is known, as in a management command
        ip = None
    program = request.headers.get("User-Agent", "")[:200]
    request.session[CLIENT] = {"at": time.time(), "ip": ip, "program": program}


@receiver(pre_save, sender=EmailAddress)
def normalize_stored(*, instance: EmailAddress, **_: Any) -> None:
    """Normalize an address whichever way it comes; raises ValidationError."""
    instance.email = normalize(instance.email)


@receiver(email_confirmed)
def drop_other_claims(*, email_address: EmailAddress, **_: Any) -> None:
    """Give a proven address to its prover alone."""
    claims_drop(address=email_address.email, owner=email_address.user)


@receiver(post_save, sender=Authenticator)
def end_sessions_without_factor(*, instance: Authenticator, created: bool, **_: Any) -> None:
    """End all sessions but the one that adds a second factor: they never gave it.

    django-allauth's own signal comes after the transaction, when the request has another session.
    """
    if created and context.request is not None:
        end_other_sessions(request=context.request, user=instance.user)


@receiver([password_changed, password_reset])
def end_other_sessions(*, request: HttpRequest, user: User, **_: Any) -> None:
    """End all sessions but the one in which the password was changed."""
    Session.objects.filter(user=user).exclude(pk=digest(request.session.session_key)).delete()
