"""Deletion of old data, with one record in KINDS for each kind of data that expires.

Everything else is listed in KEPT_INDEFINITELY. `docs/operating.md` has the same in a table.
"""

import logging
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

from celery.exceptions import SoftTimeLimitExceeded
from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone

from accounts.handles import KEPT as HANDLES_KEPT
from accounts.models import AccountChange, FailingAddress, HeldHandle, Session, Suspension, User
from accounts.models.own_data import KEPT as DATA_KEPT
from accounts.models.own_data import DataFile
from accounts.services import (
    CLOSED_KEPT,
    UNPROVEN_KEPT,
    accounts_erase,
    unproven_forget,
    unproven_users,
)
from accounts.staff.suspensions import KEPT as SUSPENSIONS_KEPT
from api.idempotency import KEPT_FOR
from api.models import IdempotencyKey
from api.traces.causes import raise_if_away
from games.models.advice import GameAnalysis, HintRequest
from games.models.snapshots import Snapshot
from games.outages import outages_before_games
from games.stream.snapshots import KEPT as SNAPSHOTS_KEPT
from leagues.entering import league_invitations
from leagues.models import LeagueInvitation, PartnerWish, SeasonMessage
from leagues.models.rulings import Ruling
from leagues.office import messages
from leagues.season.invitation_states import invitations_expired
from moderation import reporting
from moderation.models import Report
from notifications.models import Choice, Notice
from notifications.models.push import KEPT as PUSH_KEPT
from notifications.models.push import PushSubscription
from notifications.models.webhooks import ROLLOVER
from notifications.sending.deliveries import deliveries_forget, deliveries_overtaken
from notifications.webhooks.services import secrets_erase, secrets_replaced
from quotas.models import CacheEntry, Usage

BATCH = 500  # rows that one statement deletes

MAX_BATCHES = 200  # of one kind, in one run of the task
Role = LeagueInvitation.Role

logger = logging.getLogger("config.clearing")


class ExpiringData(NamedTuple):
    """A kind of data that expires: its name, how long it is kept, and how old items are deleted."""

    what: str
    kept_for: timedelta
    count_old: Callable[[datetime], int]
    delete_some: Callable[[datetime], int]
    """Delete at most BATCH items that are older than a moment; return the number deleted."""
    label: str = ""
    """The label of the model, for items that are database rows."""

    def clear(self) -> int:
        """Delete expired items in batches; return the number deleted."""
        before = timezone.now() - self.kept_for
        deleted = 0
        for _ in range(MAX_BATCHES):
            some = self.delete_some(before)
            deleted += some
            if some < BATCH:
                break
        return deleted


def rows(what: str, kept_for: timedelta, old: Callable[[datetime], QuerySet[Any]]) -> ExpiringData:
    """Return a kind whose items are database rows; `old` selects those older than a moment."""

    def count_old(before: datetime) -> int:
        return old(before).count()

    def delete_some(before: datetime) -> int:
        found = old(before)
        keys = list(found.values_list("pk", flat=True)[:BATCH])
        _, deleted = found.filter(pk__in=keys).delete()
        return deleted.get(label, 0)

    label = old(timezone.now()).model._meta.label
    return ExpiringData(what, kept_for, count_old, delete_some, label)


def _mail_files(before: datetime) -> Iterator[Path]:
    folder = getattr(settings, "EMAIL_FILE_PATH", None)
    for file in Path(folder).glob("*.eml") if folder else ():
        if file.stat().st_mtime < before.timestamp():
            yield file


def _delete_mail_files(before: datetime) -> int:
    some = list(islice(_mail_files(before), BATCH))
    for file in some:
        file.unlink(missing_ok=True)
    return len(some)


KINDS = (
    rows(
        "answers to requests with an `Idempotency-Key`",
        KEPT_FOR,
        lambda before: IdempotencyKey.objects.filter(created_at__lt=before),
    ),
    rows(
        "hints, after they were asked for",
        timedelta(days=1),
        lambda before: HintRequest.objects.filter(asked_at__lt=before),
    ),
    rows(
        "analyses of games, after they were asked for",
        timedelta(days=90),
        lambda before: GameAnalysis.objects.filter(asked_at__lt=before),
    ),
    rows(
        "notices of which nothing waits any more",
        timedelta(days=90),
        lambda before: Notice.objects.closed().filter(created_at__lt=before),
    ),
    ExpiringData(
        "messages that newer news overtook before they left",
        timedelta(days=1),
        lambda before: deliveries_overtaken(before).count(),
        lambda before: deliveries_forget(before, most=BATCH),
    ),
    rows(
        "what people chose to be told about a game, after its end",
        timedelta(days=30),
        lambda before: Choice.objects.filter(game__ended_at__lt=before),
    ),
    rows(
        "snapshots of long games, after their end",
        SNAPSHOTS_KEPT,
        lambda before: Snapshot.objects.filter(game__ended_at__lt=before),
    ),
    ExpiringData(
        "mails as files, in the folder of `filemail://`",
        timedelta(days=30),
        lambda before: sum(1 for _ in _mail_files(before)),
        _delete_mail_files,
    ),
    rows(
        "sessions, after their end",
        timedelta(),
        lambda before: Session.objects.filter(expire_date__lt=before),
    ),
    ExpiringData(
        "accounts that never proved an address, after sign-up",
        UNPROVEN_KEPT,
        lambda before: unproven_users().filter(date_joined__lt=before).count(),
        lambda _: unproven_forget(most=BATCH),
    ),
    ExpiringData(
        "accounts that their owners have closed",
        CLOSED_KEPT,
        lambda before: User.objects.filter(closed_at__lt=before).count(),
        lambda _: accounts_erase(most=BATCH),
    ),
    ExpiringData(
        "secrets of webhooks, after they were replaced",
        ROLLOVER,
        lambda before: secrets_replaced(before).count(),
        lambda before: secrets_erase(before, most=BATCH),
    ),
    rows(
        "browsers to which messages are pushed, after they were last renewed",
        PUSH_KEPT,
        lambda before: PushSubscription.objects.filter(renewed_at__lt=before),
    ),
    rows(
        "handles that people gave up, which are kept for them",
        HANDLES_KEPT,
        lambda before: HeldHandle.objects.filter(given_up_at__lt=before),
    ),
    rows(
        "addresses that fail, after the last report or retry",
        timedelta(days=365),
        lambda before: FailingAddress.objects.filter(changed_at__lt=before),
    ),
    rows(
        "changes to accounts, which can be undone for a week",
        timedelta(days=90),
        lambda before: AccountChange.objects.filter(at__lt=before),
    ),
    rows(
        "files of one's own data, after they were asked for",
        DATA_KEPT,
        lambda before: DataFile.objects.filter(asked_at__lt=before),
    ),
    rows(
        "suspensions of accounts, after they were lifted",
        SUSPENSIONS_KEPT,
        lambda before: Suspension.objects.filter(lifted_at__lt=before),
    ),
    rows(
        "counts against the quotas, after their period began",
        timedelta(days=2),
        lambda before: Usage.objects.filter(since__lt=before),
    ),
    rows(
        "log-in attempts counted while the cache was away, after their period",
        timedelta(),
        lambda before: CacheEntry.objects.filter(expires__lt=before),
    ),
    rows(
        "invitations to leagues, except of people who take part in one of its seasons",
        league_invitations.KEPT[Role.PLAYER],
        lambda before: invitations_expired(Role.PLAYER).filter(at__lt=before),
    ),
    rows(
        "offers to become an organiser of a league",
        league_invitations.KEPT[Role.ORGANISER],
        lambda before: invitations_expired(Role.ORGANISER).filter(at__lt=before),
    ),
    rows(
        "whom people named as partners in a season, after its end",
        timedelta(),
        lambda before: PartnerWish.objects.filter(season__finished_at__lt=before),
    ),
    rows(
        "questions to the organisers of a season, and their rulings, after its end",
        timedelta(days=90),
        lambda before: Ruling.objects.filter(season__finished_at__lt=before),
    ),
    rows(
        "messages of organisers to the entrants of a season",
        messages.KEPT,
        lambda before: SeasonMessage.objects.filter(at__lt=before),
    ),
    rows(
        "what people reported, after a moderator has handled it",
        reporting.KEPT,
        lambda before: Report.objects.filter(handled_at__lt=before),
    ),
    rows(
        "outages of the server that no running game has seen",
        timedelta(days=90),
        lambda before: outages_before_games().filter(end__lt=before),
    ),
)

KEPT_INDEFINITELY = {
    "account.EmailAddress",
    "account.EmailConfirmation",  # never written: codes are not stored in it
    "accounts.Block",  # 200 per person, deleted with the account of either
    "accounts.DataPart",  # deleted with its file
    "accounts.CalendarFeed",  # one per person, deleted with the account
    "accounts.Reliability",  # one per person, deleted with the account
    "accounts.Routine",  # those that running games need, and the current one
    "accounts.User",
    "accounts.User_groups",
    "accounts.User_user_permissions",
    "accounts.Vacation",  # six a year per person, deleted with the account
    "admin.LogEntry",
    "api.Epoch",  # one row
    "auth.Group",
    "auth.Group_permissions",
    "auth.Permission",
    "contenttypes.ContentType",
    "games.AnalysedDecision",  # deleted with its analysis
    "games.Game",
    "games.GameSeed",
    "games.Heartbeat",  # five for each host of the last day
    "games.Invitation",
    "games.PastOccupation",  # kept as long as its game
    "games.SeatAssignment",
    "games.StoredEvent",
    "games.Timer",  # one for the clocks of a running game, and one for each seat the house plays
    "games.TurnNotice",  # one per seat
    "leagues.Bye",
    "leagues.Entrant",
    "leagues.EntrantPlayer",  # without its person, once they have deleted their account
    "leagues.EventAuthor",  # deleted with the account
    "leagues.Fixture",
    "leagues.FixtureSeat",
    "leagues.League",
    "leagues.Organiser",  # ten per league, deleted with the account
    "leagues.Result",
    "leagues.Season",
    "leagues.SeasonSeed",
    "leagues.Standing",
    "leagues.StoredSeasonEvent",
    "mfa.Authenticator",
    "moderation.Complaint",  # deleted with its report
    "ratings.RatedGame",  # kept as long as its game
    "ratings.RatedSeat",  # likewise
    "ratings.Rating",  # two per person and mode; without the person once the account is deleted
    "ratings.WaitingGame",  # deleted within minutes, once it is rated
    "notifications.Webhook",  # five per person, deleted with the account
    "notifications.Preferences",  # one per person, deleted with the account
    "notifications.Delivery",  # deleted with its notice
    "notifications.ShownTurn",  # one per browser and game, deleted with the browser
    "notifications.OutboxHold",  # one row at most, until the outbox is released
    "notifications.Tally",  # one for each channel, kind and outcome
    "sessions.Session",  # never written: sessions are accounts.Session
}


def clear_all() -> None:
    """Delete expired data of each kind; if one kind fails, log it and go on with the others.

    Raises SoftTimeLimitExceeded, and OperationalError if the database is away.
    """
    for kind in KINDS:
        try:
            kind.clear()
        except SoftTimeLimitExceeded:
            raise
        except Exception as error:
            raise_if_away(error)
            logger.exception("Old things were not deleted: %s.", kind.what)
