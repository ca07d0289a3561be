"""Account mail, queued in the outbox instead of being sent during the request.

So a mail server does not slow the response, whose time would reveal whether a mail was sent.
"""

import uuid
from typing import Any

from allauth.account.internal.flows.email_verification_by_code import (
    EMAIL_VERIFICATION_CODE_SESSION_KEY,
)
from allauth.account.models import EmailAddress
from django.conf import settings
from django.contrib import messages
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext

from accounts.log_in.adapter import AccountPolicy, NoCodeError, code_quota_key
from accounts.log_in.changes import UNDO_WITHIN, change_record
from accounts.log_in.mailed_codes import code_end_of, code_remember
from accounts.models import User
from accounts.selectors import address_is_proven
from notifications.kinds.account import ACCOUNT
from notifications.kinds.account_change import ACCOUNT_CHANGE
from notifications.sending.outbox import account_notice_write
from quotas.records.messages import CODES_FROM_A_NETWORK_A_DAY, UNPROVEN_MAILS_A_DAY
from quotas.services import QuotaError, limit_of, seconds, spend

NOBODY = "account/email/unknown_account"
SUSPENSIONS = {"account/email/account_suspended", "account/email/suspension_lifted"}


class AccountAdapter(AccountPolicy):
    """The adapter that django-allauth uses: the project's policy, with mail sent by the outbox."""

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Queue a mail. A mail to an unknown address takes the same work but is rolled back."""
        surroundings = {"base_url": settings.BASE_URL, "minutes": settings.CODE_TIMEOUT // 60}
        message = self.render_mail(template_prefix, email, surroundings | context)
        lasting = "undo_url" in context or template_prefix in SUSPENSIONS
        with transaction.atomic():
            before = transaction.savepoint()
            account_notice_write(
                to=email,
                subject=message.subject,
                body_text=str(message.body),
                key=str(uuid.uuid4()),
                kind=ACCOUNT_CHANGE if lasting else ACCOUNT,
            )
            dropped = template_prefix == NOBODY
            end = transaction.savepoint_rollback if dropped else transaction.savepoint_commit
            end(before)

    def send_confirmation_mail(
        self, request: HttpRequest, emailconfirmation: Any, signup: bool
    ) -> None:
        """Queue the code that proves an address; if it is proven already, notify its owner.

        One network can have few codes sent to an address, so that it leaves some of the day's to
        others. If none is sent any more, the code that was mailed before stays the right one.
        Raises NoCodeError if another was asked for, or if somebody logged in has no good one.
        """
        address, state = emailconfirmation.email_address.email, emailconfirmation.state
        user = emailconfirmation.user
        wait = self._count_code(request, address)  # whether it is proven or not
        if not wait:
            code_remember(user=user, address=address, code=state["code"])
        elif request.session.get(EMAIL_VERIFICATION_CODE_SESSION_KEY) is state:
            raise NoCodeError(user=user, address=address, wait=wait)
        elif ends := code_end_of(user=user, address=address):
            state["at"] = ends - settings.CODE_TIMEOUT
        elif request.user.is_authenticated:
            raise NoCodeError(user=user, address=address, wait=wait)
        if address_is_proven(address=address):
            self.send_account_already_exists_mail(address)
        elif not wait:
            super().send_confirmation_mail(request, emailconfirmation, signup)
        else:
            self.send_mail(NOBODY, address, {})
        if not wait and (not signup or request.POST.get("action") == "resend"):
            told = gettext(
                "Another code is on its way. A new address gets at most {most} a day; if none "
                "comes, the last one that came is still good."
            )
            told = told.format(most=limit_of(UNPROVEN_MAILS_A_DAY))
            self.add_message(request, messages.INFO, message=told)

    def _count_code(self, request: HttpRequest, address: str) -> int:
        """Count a code; return after how many seconds it may go, 0 if it may go now."""
        try:
            spend(code_quota_key(request, address), CODES_FROM_A_NETWORK_A_DAY)
        except QuotaError as refusal:
            return seconds(refusal.wait)
        return 0

    def send_notification_mail(
        self,
        template_prefix: str,
        user: User,
        context: dict[str, Any] | None = None,
        email: str | None = None,
    ) -> None:
        """Queue a mail to the owner about a change to the account, with a link that undoes it."""
        address = email or EmailAddress.objects.get_primary_email(user)
        kind = template_prefix.rpartition("/")[2]
        token = change_record(user=user, kind=kind, address=address)
        surroundings = {
            "handle": user.handle,
            "undo_url": f"{settings.BASE_URL}{reverse('account-undo', args=[token])}",
            "undo_days": UNDO_WITHIN.days,
        }
        super().send_notification_mail(
            template_prefix, user, surroundings | (context or {}), address
        )
