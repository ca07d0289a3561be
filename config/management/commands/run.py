"""The command that runs the whole server in one process."""

import os
from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import DatabaseError, connection
from django.urls import reverse
from typing_extensions import override

from config import database, folders
from config.celery import app
from config.management.plain import PlainCommand
from config.management.running import lock_database
from config.server import heartbeats
from config.server.embedded import Embedded
from config.server.startup import tell_of_silent_cache


class Command(PlainCommand):
    """`manage.py run`."""

    help = "Runs web, workers and beat together until Ctrl-C. PORT chooses the port."
    requires_system_checks = ()  # they run below, once the database is known to answer

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        os.umask(folders.OTHERS)  # files that are written from here on are private
        _make_mail_folder()
        lock = lock_database()
        _reach_database()
        self.check(databases=["default"])
        call_command("migrate", verbosity=0)
        try:
            embedded = Embedded(app, host="127.0.0.1", port=settings.PORT)
        except OSError as error:
            why = os.strerror(error.errno) if error.errno else error.strerror
            refusal = f"Port {settings.PORT} cannot be taken ({why})."
            raise CommandError(
                f"{refusal} Set another one, for example PORT={settings.PORT + 1}", returncode=2
            ) from None
        tell_of_silent_cache()
        self.stdout.write(_banner())
        self.stdout.flush()
        heartbeats.keep_recording(*heartbeats.NAMES)
        if not embedded.run():
            raise CommandError("The server stopped, because part of it failed; see above.")
        if lock:
            lock.close()
        self.stdout.write("Stopped. The next start goes on from here.")


def _make_mail_folder() -> None:
    """Create the folder for mail if mail is written to files; raises ImproperlyConfigured."""
    if folder := getattr(settings, "EMAIL_FILE_PATH", None):
        folders.make(Path(folder))


def _reach_database() -> None:
    """Connect once; raises CommandError, without the password, if that fails."""
    place = settings.DATABASES["default"]
    probe = connection.copy()
    try:
        if connection.vendor == "sqlite":
            Path(str(place["NAME"])).parent.mkdir(parents=True, exist_ok=True)
        probe.ensure_connection()
    except (DatabaseError, OSError) as error:
        raise CommandError(database.describe_unreachable(place, error), returncode=2) from None
    probe.close()


def _banner() -> str:
    base = settings.BASE_URL
    mail = getattr(settings, "EMAIL_FILE_PATH", None) or "sent by SMTP"
    if settings.MAILS_KEY and mail != "sent by SMTP":
        mail = f"http://127.0.0.1:{settings.PORT}{reverse('mails')}"
    return f"""
Illimat is running. Ctrl-C ends it.

  Games              {base}/
  Sign up, log in    {base}/accounts/signup/
  API                {base}/api/v1/meta
  API documentation  {base}/api/docs/
  Outgoing mail      {mail}
"""
