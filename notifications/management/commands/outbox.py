"""The command that shows the outbox, holds it, and sends or forgets dead letters."""

from datetime import datetime
from typing import Any, Final

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db.models import Count, Min, TextField, Value
from django.db.models.functions import Coalesce, NullIf
from rich.console import Console
from rich.table import Table
from typing_extensions import override

from accounts.selectors import user_by_handle
from notifications.models import Delivery, Notice
from notifications.sending.deliveries import (
    delivery_forget,
    delivery_resend,
    outbox_held_since,
    outbox_hold,
    outbox_release,
    outbox_supersede,
)
from notifications.sending.outbox import notices_spread

LISTED: Final = 50
WIDTH: Final = 200  # characters of a line where there is no terminal


class Command(BaseCommand):
    """`manage.py outbox`."""

    help = (
        "Shows what waits, was sent, was superseded and failed, or what somebody was told; resends "
        "or forgets dead letters; keeps everything from leaving after a backup was restored."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        action = parser.add_mutually_exclusive_group()
        action.add_argument("--failed", action="store_true", help="list the newest dead letters")
        action.add_argument("--person", metavar="HANDLE", help="list what somebody was told last")
        action.add_argument("--resend", type=int, nargs="+", metavar="ID", help="try them again")
        action.add_argument("--forget", type=int, nargs="+", metavar="ID", help="delete them")
        action.add_argument("--hold", action="store_true", help="let nothing leave until --release")
        action.add_argument("--release", action="store_true", help="let leave what waits")
        action.add_argument(
            "--supersede",
            action="store_true",
            help="mark what was due when the hold began as superseded, since it was sent before",
        )

    @override
    def handle(self, *args: Any, **options: Any) -> None:
        """Do what is asked for; raises CommandError for what is no dead letter, and for nobody."""
        if options["resend"] or options["forget"]:
            for delivery_id in options["resend"] or options["forget"]:
                act = delivery_resend if options["resend"] else delivery_forget
                if not act(delivery_id=delivery_id):
                    raise CommandError(
                        f"{delivery_id} is no dead letter that can be sent again. List them with "
                        "--failed; notices about accounts hold no text any more, only forget them."
                    )
            return
        if options["hold"]:
            outbox_hold()
        if options["release"]:
            outbox_release()
        if options["supersede"]:
            self.stdout.write(f"Superseded: {_supersede():,}.")
        if since := outbox_held_since():
            self.stdout.write(
                f"The outbox is on hold since {_time(since)}: no mail, push message or webhook "
                f"leaves. {settings.MANAGE} outbox --release lets them leave."
            )
        if options["person"]:
            shown = _told(options["person"])
        else:
            shown = _failed() if options["failed"] else _summary()
        console = Console()
        if not console.is_terminal:
            console.width = WIDTH
        with console.capture() as printed:
            console.print(shown)
        self.stdout.write(printed.get())


def _supersede() -> int:
    """Supersede what a hold found; raises CommandError without one."""
    since = outbox_held_since()
    if since is None:
        raise CommandError("The outbox is not on hold, so it is not known what was sent before.")
    while Notice.objects.filter(is_spread=False).exists():
        notices_spread()
    return outbox_supersede(since=since)


def _summary() -> Table:
    shown = Table("state", "channel", "kind", "why", "number", "oldest due")
    why = Coalesce(NullIf("reason", Value("")), "error", output_field=TextField())
    names_of = ("state", "channel", "notice__kind", "why")
    counted = Delivery.objects.annotate(why=why).values_list(*names_of)
    for *names, number, oldest in counted.annotate(Count("pk"), Min("not_before")).order_by(
        *names_of
    ):
        due = _time(oldest) if names[0] == Delivery.State.WAITING else ""
        shown.add_row(*names, str(number), due)
    return shown


def _told(handle: str) -> Table:
    """Return the newest deliveries to a person, without texts; raises CommandError for nobody."""
    person = user_by_handle(handle=handle)
    if person is None:
        raise CommandError(f"Nobody is called {handle}.")
    shown = Table("written", "kind", "of", "channel", "state", "why", "tries", "due", "sent")
    found = Delivery.objects.filter(notice__person=person).select_related("notice")
    for each in found.order_by("-pk")[:LISTED]:
        notice = each.notice
        of = f"{notice.game_id or notice.about}, version {notice.version}"
        shown.add_row(
            *(_time(notice.created_at), notice.kind, of, each.channel, each.state),
            *(each.reason or each.error, str(each.attempts), _time(each.not_before)),
            _time(each.sent_at),
        )
    return shown


def _time(moment: datetime | None) -> str:
    return moment.isoformat(" ", "seconds") if moment else ""


def _failed() -> Table:
    """Return the newest dead letters, without what they would have told."""
    shown = Table("id", "channel", "kind", "person", "attempts", "why")
    failed = Delivery.objects.filter(state=Delivery.State.FAILED).select_related("notice__person")
    for each in failed.order_by("-pk")[:LISTED]:
        person = each.notice.person.handle if each.notice.person else ""
        shown.add_row(
            *(str(each.pk), each.channel, each.notice.kind, person),
            *(str(each.attempts), each.error),
        )
    return shown
