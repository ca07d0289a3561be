"""Recompute what is stored of seasons from their events."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from typing_extensions import override

from leagues import store
from leagues.models import Season


class Command(BaseCommand):
    """`manage.py rebuild_seasons [--check] [SEASON…]`."""

    help = (
        "Computes what is stored of seasons from their events, and says what was wrong. None "
        "should be."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the seasons, and whether only to look."""
        parser.add_argument(
            "seasons", type=UUID, nargs="*", metavar="SEASON", help="a season's id; all by default"
        )
        parser.add_argument("--check", action="store_true", help="change nothing")

    @override
    def handle(self, *, seasons: list[UUID], check: bool, **options: Any) -> None:
        """Rebuild each season in its own transaction; raise CommandError if one is wrong."""
        wrong = 0
        for season_id in seasons or Season.objects.values_list("pk", flat=True).iterator():
            with transaction.atomic():
                try:
                    season = store.lock(season_id)
                except Season.DoesNotExist:
                    raise CommandError(f"There is no season {season_id}.") from None
                found = store.differences(season) if check else store.rebuild(season)
            wrong += bool(found)
            for sentence in found:
                self.stdout.write(f"Season {season_id}: {sentence}")
        if check and wrong:
            raise CommandError(f"{wrong} seasons are wrong. Run manage.py rebuild_seasons.")
        self.stdout.write(f"All seasons are {'as' if check else 'again as'} their events say.")
