"""Check that stored games are as the server wrote them."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from typing_extensions import override

from games import immutability
from games.management.options import add_ids, tracked
from games.models import Game
from games.verification import verify


class Command(BaseCommand):
    """`manage.py verify [GAME…]`."""

    help = (
        "Checks the events of games (their chain of hashes, their end, their edition, that they "
        "can be folded, that what chance drew is from the game's seed), the summaries, and what "
        "protects the events in the database. Prints a line for each fault, and exits with 1 if "
        "there are any. Freezes games whose events were changed, and lets them go on once they are "
        "whole again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the games."""
        add_ids(parser, "game")

    @override
    def handle(self, *, games: list[UUID], **options: Any) -> None:
        """Check each game in its own transaction."""
        count = len(games) or Game.objects.count()
        wrong = faults = 0
        for complaint in immutability.check(connection):
            faults += 1
            self.stdout.write(complaint)
        all_games = Game.objects.values_list("pk", flat=True).iterator()
        for game_id in tracked(games or all_games, "verify", count):
            try:
                found = verify(game_id)
            except Game.DoesNotExist:
                raise CommandError(f"There is no game {game_id}.") from None
            wrong += bool(found)
            faults += len(found)
            for fault in found:
                self.stdout.write(f"Game {game_id}: {fault}")
        if faults:
            raise CommandError(f"Faults: {faults:,}. Games with faults: {wrong:,} of {count:,}.")
        self.stdout.write(f"No faults. Games checked: {count:,}.")
