"""Recompute people's reliability from the logs of their games."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from typing_extensions import override

from accounts.models import User
from accounts.selectors import user_by_handle
from games.refusals import DamagedStreamError
from games.reliability import recompute


class Command(BaseCommand):
    """`manage.py rebuild_reliability [HANDLE…]`."""

    help = (
        "Computes from the logs of games which decisions people made in time, and says whose "
        "reliability was wrong. Leaves people alone whose games have damaged events."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the people."""
        parser.add_argument("handles", nargs="*", metavar="HANDLE", help="all by default")

    @override
    def handle(self, *, handles: list[str], **options: Any) -> None:
        """Recompute each person in a transaction of their own."""
        wrong = damaged = 0
        for user in map(_find, handles) if handles else User.objects.iterator():
            try:
                changed = recompute(user)
            except DamagedStreamError as error:
                damaged += 1
                self.stdout.write(f"{user} was left alone: {error}")
                continue
            if changed:
                wrong += 1
                self.stdout.write(f"The reliability of {user} was wrong, and is right again.")
        self.stdout.write(f"Rebuilt. People whose reliability was wrong: {wrong:,}.")
        if damaged:
            raise CommandError(
                f"People with damaged games: {damaged:,}. Run {settings.MANAGE} verify."
            )


def _find(handle: str) -> User:
    user = user_by_handle(handle=handle)
    if user is None:
        raise CommandError(f"There is nobody called {handle}.")
    return user
