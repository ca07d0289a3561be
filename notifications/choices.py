"""What people want to be told, and by which channel."""

from collections.abc import Iterable, Mapping
from typing import Final

from django.db import transaction
from django.db.models import Q

from accounts.models import User
from games.models import Game
from notifications.channels import CHANNELS
from notifications.channels.record import Channel
from notifications.kinds import KINDS
from notifications.kinds.record import Kind
from notifications.models import Choice
from notifications.wanted import resolve

Matrix = Mapping[str, Mapping[str, bool]]
"""Whether notices are wanted, by the key of their kind and the key of the channel."""

CHOSEN: Final = {key: kind for key, kind in KINDS.items() if kind.of_game}
"""The kinds that people can decline, by their keys."""


def choices_of(*, person: User, game: Game | None = None) -> Matrix:
    """Return what applies to each kind and channel: in a game, or where a game says nothing."""
    rows = Choice.objects.filter(Q(game=None) | Q(game=game), person=person)
    chosen = list(rows.values_list("kind", "channel", "game", "wanted"))
    return {
        key: {
            channel.key: resolve(kind, at, (row[2:] for row in chosen if row[:2] == (key, at)))
            for at, channel in CHANNELS.items()
        }
        for key, kind in CHOSEN.items()
    }


def choices_made(*, person: User, game: Game) -> Matrix:
    """Return what a person chose for one game only."""
    rows = Choice.objects.filter(person=person, game=game).order_by("kind", "channel")
    made: dict[str, dict[str, bool]] = {}
    for kind, channel, answer in rows.values_list("kind", "channel", "wanted"):
        if kind in CHOSEN and channel in CHANNELS:
            made.setdefault(kind, {})[channel] = answer
    return made


@transaction.atomic
def choices_stop(*, person: User, kinds: Iterable[Kind], channel: Channel) -> None:
    """Decline kinds of notices by a channel, also in games for which the person wanted them."""
    declined = [kind.key for kind in kinds]
    choices_change(person=person, answers={key: {channel.key: False} for key in declined})
    chosen = Choice.objects.filter(person=person, kind__in=declined, channel=channel.key)
    chosen.filter(game__isnull=False, wanted=True).delete()


@transaction.atomic
def choices_change(
    *, person: User, game: Game | None = None, answers: Mapping[str, Mapping[str, bool | None]]
) -> None:
    """Change what a person wants, for one game or where a game says nothing.

    `answers` are by the keys of kinds and channels; None goes back to what applies without them.
    """
    given = [(kind, key, answer) for kind, by in answers.items() for key, answer in by.items()]
    if not given:
        return
    User.objects.select_for_update(no_key=True).get(pk=person.pk)  # one change after the other
    cells = Q(pk=None)
    for kind, channel, _ in given:
        cells |= Q(kind=kind, channel=channel)
    Choice.objects.filter(cells, person=person, game=game).delete()
    Choice.objects.bulk_create(
        Choice(person=person, game=game, kind=kind, channel=channel, wanted=answer)
        for kind, channel, answer in given
        if answer is not None
    )
