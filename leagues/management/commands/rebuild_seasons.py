"""Recompute what is stored of seasons from their events."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from typing_extensions import override

from games.management.options import add_check_or_trust, add_ids
from leagues.models import Season
from leagues.refusals import DamagedSeasonError
from leagues.results.fixture_results import differences_from_games
from leagues.season import lookup
from leagues.stream import store


class Command(BaseCommand):
    """`manage.py rebuild_seasons [--check [--games] | --trust-events] [SEASON…]`."""

    help = (
        "Computes what is stored of seasons from their events, and says what was wrong. None "
        "should be. Leaves seasons alone whose events are not as they were written."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_ids(parser, "season", "a season's id")
        add_check_or_trust(parser)
        parser.add_argument(
            "--games",
            action="store_true",
            help="with --check: compare recorded results with the games, too, which are read whole",
        )

    @override
    def handle(
        self,
        *,
        seasons: list[UUID],
        check: bool,
        games: bool,
        trust_events: bool,
        **options: Any,
    ) -> None:
        """Rebuild each season in its own transaction; raise CommandError if one is wrong."""
        if games and not check:
            raise CommandError("Results of games are only compared: use --games with --check.")
        wrong = damaged = 0
        for season_id in seasons or Season.objects.values_list("pk", flat=True).iterator():
            with transaction.atomic():
                try:
                    season = lookup.season_lock(season_id)
                except Season.DoesNotExist:
                    raise CommandError(f"There is no season {season_id}.") from None
                try:
                    found = store.rebuild(season, trust_events=trust_events, only_check=check)
                except DamagedSeasonError as error:
                    damaged += 1
                    self.stdout.write(f"Season {season_id} was left alone: {error.damage}")
                    continue
                found += differences_from_games(season) if games else ()
            wrong += bool(found)
            for sentence in found:
                self.stdout.write(f"Season {season_id}: {sentence}")
        told = []
        if check and wrong:
            told.append(f"Wrong seasons: {wrong:,}. Run {settings.MANAGE} rebuild_seasons.")
            if games:
                told.append("An organiser corrects a result that is not that of its game.")
        if damaged:
            told.append(f"Seasons with damaged events: {damaged:,}. Run {settings.MANAGE} verify.")
        if told:
            raise CommandError(" ".join(told))
        self.stdout.write(f"All seasons are {'as' if check else 'again as'} their events say.")
