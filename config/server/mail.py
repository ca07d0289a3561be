"""A mail backend that writes files, for trying the server without a mail server."""

import tempfile
from collections.abc import Sequence
from pathlib import Path

from django.conf import settings
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.utils import timezone


class MessageFiles(BaseEmailBackend):
    """Writes every message to a file of its own, `<UTC time>-<recipient>-<random>.eml`.

    Files appear in EMAIL_FILE_PATH complete or not at all; sorted by name, they are in the order of
    sending.
    """

    def send_messages(self, email_messages: Sequence[EmailMessage]) -> int:
        folder = Path(settings.EMAIL_FILE_PATH)  # type: ignore[misc]  # read from EMAIL_URL
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for message in email_messages:
            _write(message, folder)
        return len(email_messages)


def _write(message: EmailMessage, folder: Path) -> None:
    sent = timezone.now().strftime("%Y%m%d-%H%M%S-%f")
    recipient = "".join(c if c.isalnum() or c in "@.-_" else "_" for c in message.to[0])
    with tempfile.NamedTemporaryFile(
        dir=folder, prefix=f"{sent}-{recipient}-", suffix=".part", delete=False
    ) as file:
        file.write(message.message().as_bytes())
    Path(file.name).rename(Path(file.name).with_suffix(".eml"))
