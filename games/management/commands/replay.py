"""Show a game at any of its versions."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

import msgspec
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from games.models import Game
from games.reading import tables
from games.refusals import GameFrozenError
from games.stream import store
from illimat_core import observe
from illimat_core.words.board import board_text


class Command(BaseCommand):
    """`manage.py replay GAME`."""

    help = "Shows a game as a spectator sees it, at its last version or any other."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", type=UUID, help="the game's id")
        parser.add_argument("--at", type=int, metavar="N", help="the version; the last by default")
        parser.add_argument("--json", action="store_true", help="the view as JSON")

    def handle(self, *, game: UUID, at: int | None, **options: Any) -> None:
        try:
            found = Game.objects.get(pk=game)
            state = store.state_at(found, found.version if at is None else at)
        except Game.DoesNotExist:
            raise CommandError(f"There is no game {game}, or it has no such version.") from None
        except GameFrozenError as error:
            raise CommandError(f"{error} Ask `{settings.MANAGE} verify {game}`.") from None
        view = observe(state, None)
        if options["json"]:
            self.stdout.write(msgspec.json.format(msgspec.json.encode(view), indent=2).decode())
            return
        self.stdout.write(f"Game {game}, version {state.version}, round {state.round}\n")
        self.stdout.write(board_text(view, tables.table_of(user=None, game=found).names))
