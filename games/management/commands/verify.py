"""Check that stored games and seasons are as the server wrote them."""

from argparse import ArgumentParser
from typing import Any
from uuid import UUID

from django.core.exceptions import ObjectDoesNotExist
from django.core.management.base import BaseCommand, CommandError
from django.db import connection
from typing_extensions import override

from games import immutability
from games.management.options import add_ids, tracked
from games.models import Game
from games.workers.verification import VERIFIED


class Command(BaseCommand):
    """`manage.py verify [ID…]`."""

    help = (
        "Checks the events of games (their chain of hashes, their end, their edition, that they "
        "can be folded, that what chance drew is from the game's seed), the summaries and "
        "snapshots, the events of seasons (that they lead to the season's head), and what protects "
        "the events in the database. Prints a line for each fault, and exits with 1 if there are "
        "any. Freezes games whose events were changed, and lets them go on once they are whole "
        "again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        add_ids(parser, "id", "the id of a game or of a season")
        parser.add_argument(
            "--rules",
            action="store_true",
            help="also play each game again by the rules, which takes up to a second for each",
        )

    @override
    def handle(self, *, ids: list[UUID], rules: bool, **options: Any) -> None:
        """Check each game and each season in its own transaction."""
        complaints = immutability.check(connection)
        for complaint in complaints:
            self.stdout.write(complaint)
        faults, checked, wrong = len(complaints), "", ""
        unknown = set(ids)
        for model, verify in VERIFIED:
            rows = model._default_manager.filter(pk__in=ids) if ids else model._default_manager
            keys = rows.values_list("pk", flat=True)
            name, count, damaged = model.__name__, keys.count(), 0
            for key in tracked(keys.iterator(), f"verify {name}", count):
                unknown.discard(key)
                try:
                    found = verify(key, rules=rules) if model is Game else verify(key)
                except ObjectDoesNotExist:
                    continue  # deleted meanwhile
                damaged += bool(found)
                faults += len(found)
                for fault in found:
                    self.stdout.write(f"{name} {key}: {fault}")
            checked += f" {name}s checked: {count:,}."
            wrong += f" {name}s with faults: {damaged:,} of {count:,}."
        for key in unknown:
            raise CommandError(f"There is no game or season {key}.")
        if faults:
            raise CommandError(f"Faults: {faults:,}.{wrong}")
        self.stdout.write(f"No faults.{checked}")
