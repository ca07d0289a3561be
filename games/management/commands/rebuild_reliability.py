"""Recompute people's reliability from the logs of their games."""

from argparse import ArgumentParser
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from typing_extensions import override

from accounts.models import User
from accounts.selectors import user_by_handle
from games.management.options import add_check, add_ids, try_out
from games.refusals import DamagedStreamError
from games.time.reliability import recompute


class Command(BaseCommand):
    """`manage.py rebuild_reliability [--check] [HANDLE…]`."""

    help = (
        "Computes from the logs of games which decisions people made in time, and says whose "
        "reliability was wrong. Leaves people alone whose games have damaged events."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_ids(parser, "handle", "a person's handle", read=str)
        add_check(parser)

    @override
    def handle(self, *, handles: list[str], check: bool, **options: Any) -> None:
        """Recompute each person in a transaction; raise CommandError if any is wrong."""
        result = "is wrong" if check else "was wrong, and is right again"
        wrong = damaged = 0
        for user in map(_find, handles) if handles else User.objects.iterator():
            try:
                with try_out(check=check):
                    changed = recompute(user)
            except DamagedStreamError as error:
                damaged += 1
                self.stdout.write(f"{user} was left alone: {error}")
                continue
            if changed:
                wrong += 1
                self.stdout.write(f"The reliability of {user} {result}.")
        self.stdout.write(f"People whose reliability was wrong: {wrong:,}.")
        if damaged:
            raise CommandError(
                f"People with damaged games: {damaged:,}. Run {settings.MANAGE} verify."
            )
        if check and wrong:
            raise CommandError(f"Run {settings.MANAGE} rebuild_reliability.")


def _find(handle: str) -> User:
    user = user_by_handle(handle=handle)
    if user is None:
        raise CommandError(f"There is nobody called {handle}.")
    return user
