"""Check whether what is stored of games is what the server wrote."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from django.db import connection

from games import immutability
from games.management.progress import Progress
from games.models import Game
from games.verification import verify


class Command(BaseCommand):
    """`manage.py verify [GAME…]`."""

    help = (
        "Checks the events of games (their chain of hashes, their end, that they can be folded), "
        "the summaries, and what protects the events in the database. Prints a line for each "
        "fault, and exits with 1 if there are any. Freezes games whose events were changed, and "
        "lets them go on once they are whole again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the games."""
        parser.add_argument(
            "games", type=UUID, nargs="*", metavar="GAME", help="a game's id; all by default"
        )

    def handle(self, *, games: list[UUID], **options: Any) -> None:
        """Check one game after the other, each in a transaction of its own."""
        count = len(games) or Game.objects.count()
        wrong = faults = 0
        for complaint in immutability.check(connection):
            faults += 1
            self.stdout.write(complaint)
        progress = Progress("verify")
        all_games = Game.objects.values_list("pk", flat=True).iterator()
        for number, game_id in enumerate(games or all_games):
            progress.show(number / count, f"{number:,} of {count:,} games, {wrong} with faults")
            try:
                found = verify(game_id)
            except Game.DoesNotExist:
                raise CommandError(f"There is no game {game_id}.") from None
            if found:
                wrong += 1
                faults += len(found)
                progress.close()
            for fault in found:
                self.stdout.write(f"Game {game_id}: {fault}")
        progress.close()
        if faults:
            raise CommandError(f"Faults: {faults:,}. Games with faults: {wrong:,} of {count:,}.")
        self.stdout.write(f"No faults in {count:,} games.")
