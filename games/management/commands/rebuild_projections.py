"""Compute the summaries of games from their events again."""

from typing import Any

from django.core.management.base import BaseCommand
from django.db import transaction

from games import projections
from games.models import Game, StoredEvent


class Command(BaseCommand):
    """`manage.py rebuild_projections`."""

    help = "Computes the summaries of all games from their events, and says which were wrong."

    def handle(self, *args: Any, **options: Any) -> None:
        """Rebuild one game after the other, each in a transaction of its own."""
        begun = StoredEvent.objects.filter(sequence=1).values_list("game_id", flat=True)
        wrong = 0
        for game_id in begun.iterator():
            with transaction.atomic():
                game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
                if projections.rebuild(game):
                    wrong += 1
                    self.stdout.write(f"Game {game_id} was wrong, and is right again.")
        self.stdout.write(f"All games are rebuilt; {wrong} were wrong.")
