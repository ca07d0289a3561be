"""Reactions to log-ins, proven addresses, changed passwords and new second factors."""

import time
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.models import EmailAddress
from allauth.account.signals import email_confirmed, password_changed, password_reset
from allauth.core import context
from allauth.mfa.models import Authenticator
from allauth.mfa.signals import authentication_failed
from allauth.mfa.totp.internal.auth import (
    TOTP,
    format_hotp_value,
    hotp_value,
    yield_hotp_counters_from_time,
)
from allauth.mfa.utils import decrypt
from django.contrib.auth.signals import user_logged_in
from django.core.exceptions import PermissionDenied
from django.db.models.signals import post_save, pre_save
from django.dispatch import receiver
from django.http import HttpRequest

from accounts.addresses import normalize
from accounts.failing import address_recover
from accounts.log_in.adapter import note_failure
from accounts.log_in.browsers import browser_remember
from accounts.models import Session, User
from accounts.services import claims_drop, sessions_keep_newest
from accounts.sessions import CLIENT, digest


@receiver(user_logged_in)
def remember_client(*, request: HttpRequest, user: User, **_: Any) -> None:
    """Record when, where and with what program a session began; end surplus old sessions."""
    sessions_keep_newest(user=user)
    try:
        ip = get_adapter().get_client_ip(request)
    except PermissionDenied:  # no address is known, as in a management command
        ip = None
    program = request.headers.get("User-Agent", "")[:200]
    request.session[CLIENT] = {"at": time.time(), "ip": ip, "program": program}


@receiver([user_logged_in, password_reset])
def remember_browser(*, request: HttpRequest, user: User, **_: Any) -> None:
    """Let the account know the browser in which somebody proved to own it."""
    browser_remember(request=request, user=user)


@receiver(authentication_failed)
def note_wrong_factor(*, request: HttpRequest, **_: Any) -> None:
    note_failure(request)


@receiver(pre_save, sender=EmailAddress)
def normalize_stored(*, instance: EmailAddress, **_: Any) -> None:
    """Normalize each address before it is stored; raises ValidationError."""
    instance.email = normalize(instance.email)


@receiver(email_confirmed)
def drop_other_claims(*, email_address: EmailAddress, **_: Any) -> None:
    """Drop other accounts' claims to an address that has just been proven."""
    claims_drop(address=email_address.email, owner=email_address.user)


@receiver(email_confirmed)
def retry_proven_address(*, email_address: EmailAddress, **_: Any) -> None:
    """Let mail go to an address that has just been proven, however it failed before."""
    user = User.objects.filter(email=email_address.email, pk=email_address.user_id).first()
    if user:
        address_recover(user=user)


@receiver(post_save, sender=Authenticator)
def end_sessions_without_factor(*, instance: Authenticator, created: bool, **_: Any) -> None:
    """End all sessions except the one that adds a second factor: they began without it.

    django-allauth's own signal is too late: after the transaction, the request has a new session.
    """
    if created and context.request is not None:
        end_other_sessions(request=context.request, user=instance.user)


@receiver(post_save, sender=Authenticator)
def use_up_code(*, instance: Authenticator, created: bool, **_: Any) -> None:
    """Let the code that adds an authenticator app be used no more (RFC 6238, section 5.2).

    django-allauth remembers only codes of log-ins.
    """
    if created and instance.type == Authenticator.Type.TOTP and context.request is not None:
        secret = decrypt(instance.data["secret"])
        for counter in yield_hotp_counters_from_time():
            TOTP(instance).validate_code(format_hotp_value(hotp_value(secret, counter)))


@receiver([password_changed, password_reset])
def end_other_sessions(*, request: HttpRequest, user: User, **_: Any) -> None:
    """End all sessions except the one in which the password was changed."""
    Session.objects.filter(user=user).exclude(pk=digest(request.session.session_key)).delete()
