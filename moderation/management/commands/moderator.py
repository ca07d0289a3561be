"""The command that makes somebody a moderator."""

from typing import Any

from django.contrib.auth.models import Group, Permission
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import transaction
from django.db.models import Q
from typing_extensions import override

from accounts.models import User
from accounts.selectors import user_by_handle

GROUP = "moderators"
PERMISSIONS = (
    "accounts.view_user",
    "accounts.add_suspension",
    "accounts.change_suspension",
    "games.view_game",
    "games.view_seatassignment",
    "games.change_game",  # call it off, or adjudicate it
    "notifications.view_delivery",
    "moderation.view_report",
    "moderation.change_report",
)
"""Those that this server does not have are left out."""


class Command(BaseCommand):
    """`manage.py moderator`."""

    help = "Lists the moderators, or makes somebody one of them, or no more."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("handle", nargs="?", help="whom to make a moderator")
        parser.add_argument("--remove", action="store_true", help="they are one no more")

    @override
    @transaction.atomic
    def handle(self, *, handle: str | None, remove: bool, **_: Any) -> None:
        """Change or list moderators; raises CommandError for an unknown handle."""
        group, _created = Group.objects.get_or_create(name=GROUP)
        named = [Q(content_type__app_label=app, codename=name) for app, name in _split()]
        group.permissions.set(Permission.objects.filter(Q(*named, _connector=Q.OR)))
        if handle is None:
            self._list(group)
            return
        user = user_by_handle(handle=handle)
        if user is None:
            raise CommandError(f"Nobody is called {handle} here.")
        if remove:
            user.groups.remove(group)
            rights = user.groups.exists() or user.user_permissions.exists()
            user.is_staff = user.is_superuser or rights
        else:
            user.groups.add(group)
            user.is_staff = True
        user.save(update_fields=["is_staff"])
        told = "is no moderator any more" if remove else "is a moderator"
        self.stdout.write(f"{user.handle} {told}.")

    def _list(self, group: Group) -> None:
        for user in User.objects.filter(groups=group).order_by("handle"):
            self.stdout.write(user.handle if user.is_active else f"{user.handle} (suspended)")
        if not User.objects.filter(groups=group).exists():
            self.stdout.write("There are no moderators.")


def _split() -> list[list[str]]:
    return [name.split(".") for name in PERMISSIONS]
