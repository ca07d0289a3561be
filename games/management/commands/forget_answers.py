"""Forget old answers to requests with an Idempotency-Key."""

from typing import Any

from django.core.management.base import BaseCommand

from games.idempotency import KEPT_FOR, forget_old


class Command(BaseCommand):
    """`manage.py forget_answers`."""

    help = f"Deletes the answers that are kept for repeated requests, after {KEPT_FOR.days} days."

    def handle(self, *args: Any, **options: Any) -> None:
        """Delete them, and say how many they were."""
        self.stdout.write(f"{forget_old()} answers are forgotten.")
