"""Collects the server's messages for translators; needs GNU gettext."""

from typing import Any

from django.core.management.commands import makemessages
from typing_extensions import override

NOT_SERVER = ("demo", "illimat_core", "packaging", "tests", "trials", "var", ".venv")
OF_OTHERS = ("--keyword=ClockError:2", "--keyword=ControlPreset:2", "--keyword=LeagueError:2")


class Command(makemessages.Command):
    """Django's command, which also finds messages of modules that know no Django.

    A new message is left empty instead of getting the translation of one that looks like it.
    """

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        self.xgettext_options = [*self.xgettext_options, *OF_OTHERS]
        self.msgmerge_options = [*self.msgmerge_options, "--no-fuzzy-matching"]
        options["ignore_patterns"] += [f"{folder}/*" for folder in NOT_SERVER]
        options["no_location"] = options["no_wrap"] = options["no_obsolete"] = True  # small diffs
        super().handle(*args, **options)
