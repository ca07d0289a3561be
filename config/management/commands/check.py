"""The command that checks settings and, with `--database`, a database."""

from typing import Any

from django.core.management.base import CommandError
from django.core.management.commands import check
from typing_extensions import override

from config.server.checks import check_migrations


class Command(check.Command):
    """`manage.py check`, which with `--database` also says whether migrations wait.

    Django's `migrate` runs all checks that need no `--deploy`, so that this cannot be one of them.
    """

    @override
    def handle(self, *labels: Any, **options: Any) -> None:
        """Run the checks; raises CommandError."""
        if not options["deploy"]:
            for error in check_migrations(databases=options["databases"]):
                raise CommandError(f"{error.msg} {error.hint}")
        super().handle(*labels, **options)
