"""What a person has chosen for every kind of notice and channel, read and changed."""

from collections.abc import Iterable, Mapping
from typing import Final

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.models import Game
from notifications.channels import CHANNELS
from notifications.channels.record import Channel
from notifications.kinds import kinds_to_choose
from notifications.kinds.record import Kind
from notifications.models import Choice
from notifications.wishes.wanted import resolve
from quotas.records.messages import NOTIFICATION_CHANGES_A_DAY
from quotas.services import spend

Matrix = Mapping[str, Mapping[str, bool]]
"""Whether notices are wanted, by the key of their kind and the key of the channel."""

CELL: Final = ("kind", "channel", "wanted")


def choices_of(*, person: User, game: Game | None = None) -> Matrix:
    """Return what applies to each kind and channel: in a game, or where a game says nothing."""
    rows = Choice.objects.filter(Q(game=None) | Q(game=game), person=person)
    chosen = list(rows.values_list("kind", "channel", "game", "wanted"))
    return {
        key: {
            channel.key: resolve(kind, at, (row[2:] for row in chosen if row[:2] == (key, at)))
            for at, channel in CHANNELS.items()
        }
        for key, kind in kinds_to_choose(of_game=game is not None).items()
    }


def choices_made(*, person: User, game: Game) -> Matrix:
    """Return what a person chose for one game only."""
    rows = Choice.objects.filter(person=person, game=game).order_by("kind", "channel")
    made: dict[str, dict[str, bool]] = {}
    known = kinds_to_choose(of_game=True)
    for kind, channel, answer in rows.values_list("kind", "channel", "wanted"):
        if kind in known and channel in CHANNELS:
            made.setdefault(kind, {})[channel] = answer
    return made


@transaction.atomic
def choices_stop(*, person: User, kinds: Iterable[Kind], channel: Channel) -> None:
    """Decline kinds of notices by a channel, also in games for which the person wanted them."""
    declined = [kind.key for kind in kinds]
    _choose(person, None, {(key, channel.key): False for key in declined})
    chosen = Choice.objects.filter(person=person, kind__in=declined, channel=channel.key)
    chosen.filter(game__isnull=False, wanted=True).delete()


@transaction.atomic
def choices_replace(
    *, person: User, game: Game | None = None, answers: Mapping[str, Mapping[str, bool | None]]
) -> None:
    """Change all that a person wants, as `choices_change` does; None goes back likewise.

    For a game, only what differs from what applies to all games is stored, so that the rest follows
    later changes.
    """
    if game is None:
        choices_change(person=person, answers=answers)
        return
    applied = choices_of(person=person)
    differing = {
        kind: {at: None if wanted == applied[kind][at] else wanted for at, wanted in by.items()}
        for kind, by in answers.items()
    }
    choices_change(person=person, game=game, answers=differing)


@transaction.atomic
def choices_change(
    *, person: User, game: Game | None = None, answers: Mapping[str, Mapping[str, bool | None]]
) -> None:
    """Change what a person wants, for one game or where a game says nothing.

    `answers` are by the keys of kinds and channels; None goes back to what applies without them.
    Raises QuotaError above `notification_changes_a_day`; what changes nothing does not count.
    """
    given = {(kind, at): answer for kind, by in answers.items() for at, answer in by.items()}
    if given and _choose(person, game, given):
        spend(str(person.pk), NOTIFICATION_CHANGES_A_DAY)


def _choose(person: User, game: Game | None, given: Mapping[tuple[str, str], bool | None]) -> bool:
    """Store answers by the keys of kind and channel; return whether they change anything."""
    User.objects.select_for_update(no_key=True).get(pk=person.pk)  # one change after the other
    cells = Q(pk=None)
    for kind, channel in given:
        cells |= Q(kind=kind, channel=channel)
    held = Choice.objects.filter(cells, person=person, game=game)
    before = {(kind, at): answer for kind, at, answer in held.values_list(*CELL)}
    after = {cell: answer for cell, answer in given.items() if answer is not None}
    if before == after:
        return False
    if before:
        held.delete()
    Choice.objects.bulk_create(
        Choice(person=person, game=game, kind=kind, channel=channel, wanted=answer)
        for (kind, channel), answer in after.items()
    )
    return True
