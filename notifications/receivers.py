"""Writes notices of what happens in games, in the transaction in which it happens."""

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Any

from django.conf import settings
from django.contrib.auth.signals import user_logged_out
from django.db import IntegrityError
from django.db.models.signals import post_delete
from django.dispatch import receiver
from django.http import HttpRequest
from django.urls import reverse
from django.utils import timezone
from django.utils.functional import lazy
from django.utils.translation import gettext_lazy

from accounts.models import Session, User
from accounts.signals import address_tried_again, calendar_settled, own_data_ready
from api.sql.statements import pipelined
from games.actors import Actor, Role
from games.models import Game, SeatAssignment
from games.refusals import DamagedStreamError
from games.signals import events_appended, game_called_off, people_invited, stream_examined
from games.time.circumstances import control_of
from illimat_core import Event, State
from illimat_core.events import SeatHandedToHouse, SeatTaken
from notifications.content.wording import moment_in
from notifications.kinds.called_off import CALLED_OFF
from notifications.kinds.data_ready import DATA_READY
from notifications.kinds.game_over import GAME_OVER
from notifications.kinds.invited import INVITED
from notifications.kinds.lost_on_time import LOST_ON_TIME
from notifications.kinds.record import Kind
from notifications.kinds.your_turn import YOUR_TURN
from notifications.models import Delivery, Notice
from notifications.owner_mails import owner_tell
from notifications.push.services import subscription_end_at, subscriptions_end_with
from notifications.sending.deliveries import deliveries_revive
from notifications.sending.outbox import DELAYED, notices_withdraw, notices_write
from notifications.sending.tellings import is_awaited_again, kinds_of, seats_to_tell
from notifications.wishes.preferences import recheck_held

TOLD_BEFORE = "Events are missing that people were told of."


@receiver(events_appended)
def tell_news(
    *,
    game: Game,
    assignments: Sequence[SeatAssignment],
    state_before: State | None,
    events: Sequence[Event],
    state: State,
    actor: Actor,
    left: Mapping[int, int],
    **_: Any,
) -> None:
    """Write a notice to each person with news; withdraw what waits for them and for the actor.

    Nobody gets notices about a practice game without a clock.
    """
    if _is_played_at_once(game):
        return
    people = {
        taken.number: taken.user_id
        for taken in assignments
        if taken.number is not None and taken.user_id is not None
    }
    seat = actor.seat if actor.user else None  # a person whose seat the house plays is told
    if game.state == Game.State.FINISHED:
        lost = {
            each: kind for each, kind in kinds_of(events, people).items() if kind is LOST_ON_TIME
        }
        kinds: dict[int, Kind] = dict.fromkeys(people, GAME_OVER) | lost
    else:
        resumed = any(isinstance(event, SeatTaken | SeatHandedToHouse) for event in events)
        opened = seats_to_tell(state_before, state, seat, resumed=resumed)
        if actor.role == Role.HOUSE and is_awaited_again(actor.seat, state_before, state, events):
            opened.append(actor.seat)
        # None while the game stands still, and none at whose seat the house sits.
        opened = [each for each in opened if each in game.awaited and each in people]
        turns = dict.fromkeys(opened, YOUR_TURN)
        others = (people.keys() | left.keys()) - {seat}  # the actor knows already
        kinds = dict(kinds_of(events, others)) | turns
    people_told = {
        each: left[each] if kind is LOST_ON_TIME and each in left else people.get(each)
        for each, kind in kinds.items()
    }
    told = {person: kinds[each].key for each, person in people_told.items() if person is not None}
    acted = {people[seat]} if seat in people else set()
    at_once = {person for person, kind in told.items() if kind not in DELAYED}
    _tell(game, told, overtaken=acted | at_once, only_news_to=told.keys() - at_once)


@receiver(game_called_off)
def tell_call_off(*, game: Game, user: User | None, **_: Any) -> None:
    """Write a notice to everybody seated but `user`, who called it off; withdraw what waits.

    Nobody gets notices about a practice game without a clock.
    """
    if _is_played_at_once(game):
        return
    seated = SeatAssignment.objects.filter(game=game, user__isnull=False)
    people = set(seated.values_list("user", flat=True))
    kinds = dict.fromkeys(people - {user.pk if user else None}, CALLED_OFF.key)
    _tell(game, kinds, overtaken=people)


def _tell(
    game: Game,
    kinds: Mapping[int, str],
    *,
    overtaken: Collection[int],
    only_news_to: Collection[int] = (),
) -> None:
    """Withdraw what waits for people, and write notices of what just happened.

    Raises DamagedStreamError if it happened before.
    """
    try:
        with pipelined():
            notices_withdraw(game=game, people=overtaken, only_news_to=only_news_to)
            notices_write(game=game, version=game.version, kinds=kinds)
    except IntegrityError as error:
        if Notice._meta.db_table not in str(error):
            raise
        raise DamagedStreamError(game.id, TOLD_BEFORE) from error


@receiver(stream_examined)
def find_lost_events(*, game: Game, **_: Any) -> str | None:
    """Return a sentence if people were told of events that the game does not have."""
    told = Notice.objects.filter(game=game, version__gt=game.version).exists()
    return TOLD_BEFORE if told else None


@receiver(address_tried_again)
def tell_missed_news(*, user: User, has_failed: bool, **_: Any) -> None:
    """Queue again what a person has missed while their address failed, or was not proven."""
    deliveries_revive(person=user, has_failed=has_failed)


@receiver(own_data_ready)
def tell_data_ready(*, user: User, until: datetime, **_: Any) -> None:
    owner_tell(
        owner=user,
        kind=DATA_READY,
        subject=gettext_lazy("Illimat: the file of your data is ready"),
        until=lazy(moment_in, str)(until, user.time_zone),  # in the language of the mail
        page=f"{settings.BASE_URL}{reverse('settings-data')}",
    )


@receiver(calendar_settled)
def reconsider_held(*, user: User, **_: Any) -> None:
    """Ask again until when mail is held back for a person: zone and vacations move deadlines."""
    recheck_held(person=user)


@receiver(post_delete, sender=Session)
def end_pushes(*, instance: Session, **_: Any) -> None:
    """Push no more to a browser in which somebody has logged out; a session may just expire."""
    if instance.expire_date > timezone.now():
        subscriptions_end_with(session=instance.pk)


@receiver(user_logged_out)
def end_push(*, request: HttpRequest | None, **_: Any) -> None:
    """Push no more to a browser that names its subscription as somebody logs out in it."""
    if request and (endpoint := request.POST.get("push")):
        subscription_end_at(endpoint=endpoint)


@receiver(people_invited)
def tell_invited(*, game: Game, people: Sequence[User], **_: Any) -> None:
    """Write a notice to each person who is invited to a table.

    A person whose invitation was withdrawn and who is invited again gets no second notice; the
    first waits again if it was not sent in between.
    """
    written = Notice.objects.filter(game=game, kind=INVITED.key, person__in=people)
    withdrawn = Delivery.objects.filter(notice__in=written, reason=Delivery.Reason.OUTDATED)
    withdrawn.wait_again(reason="")
    told = set(written.values_list("person", flat=True))
    kinds = {person.pk: INVITED.key for person in people if person.pk not in told}
    notices_write(game=game, version=game.version, kinds=kinds)


def _is_played_at_once(game: Game) -> bool:
    """Return whether the game is for practice, without a clock: its player needs no mail."""
    return game.practice and not control_of(game).runs
