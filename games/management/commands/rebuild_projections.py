"""Recompute the summaries, clocks and timers of games from their events."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from typing_extensions import override

from games.management.options import add_check_or_trust, add_ids, try_out
from games.models import Game, StoredEvent
from games.play import projections
from games.refusals import DamagedStreamError
from games.workers import timers


class Command(BaseCommand):
    """`manage.py rebuild_projections [--check | --trust-events] [GAME…]`."""

    help = (
        "Computes the summaries, clocks and timers of games from their events, and says which were "
        "wrong. Leaves games alone whose events are not as they were written."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_ids(parser, "game", "a game's id")
        add_check_or_trust(parser)

    @override
    def handle(self, *, games: list[UUID], check: bool, trust_events: bool, **options: Any) -> None:
        """Rebuild each game in its own transaction; raise CommandError if one is wrong."""
        begun = StoredEvent.objects.filter(sequence=1).values_list("game_id", flat=True)
        result = "is wrong" if check else "was wrong, and is right again"
        wrong = damaged = 0
        for game_id in games or begun.iterator():
            try:
                with try_out(check=check):
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
                self.stdout.write(f"Game {game_id} {result}.")
        self.stdout.write(f"Games that were wrong: {wrong:,}.")
        if damaged:
            raise CommandError(
                f"Games with damaged events: {damaged:,}. Run {settings.MANAGE} verify."
            )
        if check and wrong:
            raise CommandError(f"Run {settings.MANAGE} rebuild_projections.")
