"""Recompute all ratings from the results of rated games."""

from argparse import ArgumentParser
from itertools import product
from typing import Any

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from typing_extensions import override

from games.management.options import add_check, tracked
from games.refusals import DamagedStreamError, GameFrozenError
from ratings import rebuilding
from ratings.models import RatedGame
from ratings.results import RATED_MODES


class Command(BaseCommand):
    """`manage.py rebuild_ratings [--check]`."""

    help = (
        "Reads the results of all rated games from their events, and computes all ratings again in "
        "the order in which the games ended. Says what was wrong. Results of games whose events "
        "are not as they were written are left alone."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_check(parser)

    @override
    def handle(self, *, check: bool, **options: Any) -> None:
        """Rebuild the result of each game, then the ratings of each mode."""
        wrong, damaged = self._results(save=not check)
        for mode, house in product(RATED_MODES, (False, True)):
            seats, ratings = rebuilding.mode_rebuild(mode, house=house, save=not check)
            wrong += len(seats) + len(ratings)
            for seat in seats:
                self.stdout.write(f"{mode}: what game {seat.game_id} did to seat {seat.seat}.")
            for rating in ratings:
                self.stdout.write(f"{mode}: rating {rating.pk}.")
        self.stdout.write(f"{wrong:,} wrong{'' if check else ', and right again'}.")
        if damaged:
            raise CommandError(
                f"Games with damaged events: {damaged:,}. Run {settings.MANAGE} verify."
            )
        if wrong and check:
            raise CommandError(f"Run {settings.MANAGE} rebuild_ratings.")

    def _results(self, *, save: bool) -> tuple[int, int]:
        """Check the result of each rated game; return how many are wrong, and how many damaged."""
        wrong = damaged = 0
        games = RatedGame.objects.select_related("game").order_by("pk")
        for rated in tracked(games.iterator(rebuilding.BATCH), "results", games.count()):
            try:
                if rebuilding.result_rebuild(rated, save=save):
                    wrong += 1
                    self.stdout.write(f"The result of game {rated.game_id}.")
            except (DamagedStreamError, GameFrozenError) as error:
                damaged += 1
                self.stdout.write(f"The result of game {rated.game_id} was left alone: {error}")
        for game in rebuilding.games_unrated():
            try:
                if rebuilding.is_missed(game):
                    wrong += 1
                    self.stdout.write(f"Game {game.pk} was not rated.")
                    if save:
                        rebuilding.game_rate(game)
            except (DamagedStreamError, GameFrozenError) as error:
                damaged += 1
                self.stdout.write(f"Game {game.pk} was not rated, and was left alone: {error}")
        return wrong, damaged
