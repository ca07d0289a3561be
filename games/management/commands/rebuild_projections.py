"""Recompute the summaries, clocks and timers of games from their events."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction
from typing_extensions import override

from games import projections, timers
from games.management.options import add_ids
from games.models import Game, StoredEvent
from games.refusals import DamagedStreamError


class Command(BaseCommand):
    """`manage.py rebuild_projections [GAME…]`."""

    help = (
        "Computes the summaries, clocks and timers of games from their events, and says which were "
        "wrong. Leaves games alone whose events are not as they were written."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the games, and whether to trust their events."""
        add_ids(parser, "game")
        parser.add_argument(
            "--trust-events",
            action="store_true",
            help="take the last event that is stored for the last one there was",
        )

    @override
    def handle(self, *, games: list[UUID], trust_events: bool, **options: Any) -> None:
        """Rebuild each game in its own transaction."""
        begun = StoredEvent.objects.filter(sequence=1).values_list("game_id", flat=True)
        wrong = damaged = 0
        for game_id in games or begun.iterator():
            try:
                with transaction.atomic():
                    game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
                    changed = projections.rebuild(game, trust_events=trust_events)
                    game.damage = ""  # unsaved: whole events can be read, and verify unfreezes
                    changed |= timers.rebuild(game)
            except Game.DoesNotExist:
                raise CommandError(f"There is no game {game_id}.") from None
            except DamagedStreamError as error:
                damaged += 1
                self.stdout.write(f"Game {game_id} was left alone: {error.damage}")
                continue
            if changed:
                wrong += 1
                self.stdout.write(f"Game {game_id} was wrong, and is right again.")
        self.stdout.write(f"Rebuilt. Games that were wrong: {wrong:,}.")
        if damaged:
            raise CommandError(
                f"Games with damaged events: {damaged:,}. Run {settings.MANAGE} verify."
            )
