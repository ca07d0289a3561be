"""Account mail by way of the outbox, so that a mail server neither slows nor tells anything."""

import uuid
from typing import Any

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context as current
from django.contrib.sites.shortcuts import get_current_site

from notifications.services import mail_enqueue


class AccountAdapter(DefaultAccountAdapter):  # type: ignore[misc]
    """What django-allauth asks of this project."""

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """Write the mail now and let a worker send it."""
        request = current.request
        surroundings = {
            "request": request,
            "email": email,
            "current_site": get_current_site(request),
        }
        message = self.render_mail(template_prefix, email, surroundings | context)
        html = [
            part.content
            for part in getattr(message, "alternatives", [])
            if part.mimetype == "text/html"
        ]
        mail_enqueue(
            to=email,
            subject=message.subject,
            body_text=str(message.body),
            body_html=str(html[0]) if html else None,
            dedupe=str(uuid.uuid4()),
        )
