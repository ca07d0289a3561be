"""Account mail by way of the outbox, so that a mail server neither slows nor tells anything."""

import uuid
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from django.conf import settings

from notifications.services import mail_enqueue


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """What django-allauth asks of this project."""

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write the mail now and let a worker send it."""
        surroundings = {"base_url": settings.BASE_URL, "minutes": settings.CODE_TIMEOUT // 60}
        message = self.render_mail(template_prefix, email, surroundings | context)
        mail_enqueue(
            to=email,
            subject=message.subject,
            body_text=str(message.body),
            dedupe=str(uuid.uuid4()),
        )
