"""Write a game as one file."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

import msgspec
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from typing_extensions import override

from games.models import Game
from games.outputs.deals import export
from games.reading import tables
from games.refusals import DamageError


class Command(BaseCommand):
    """`manage.py export GAME`."""

    help = (
        "Writes a game to standard output as one file, with which programs check it: all of it "
        "once the game is over, and before that what a spectator may see."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("game", type=UUID, help="the game's id")

    @override
    def handle(self, *, game: UUID, **options: Any) -> None:
        try:
            table = tables.table_of(user=None, game=Game.objects.get(pk=game))
            written = export(table)
        except Game.DoesNotExist:
            raise CommandError(f"There is no game {game}.") from None
        except DamageError as error:
            raise CommandError(f"{error} Ask `{settings.MANAGE} verify {game}`.") from None
        self.stdout.write(msgspec.json.encode(written).decode())
