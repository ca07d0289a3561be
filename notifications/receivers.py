"""Writes notices of what happens in games, in the transaction in which it happens."""

from collections.abc import Sequence
from typing import Any, Final, TypeGuard

from django.dispatch import receiver

from accounts.models import User
from accounts.signals import address_tried_again
from games.actors import Actor, Role
from games.circumstances import control_of
from games.clock_entries import has_decided
from games.clocks.controls import NoClock
from games.models import Game, SeatAssignment
from games.signals import events_appended, game_called_off
from illimat_core import Event, State
from illimat_core.events import (
    DecisionMissed,
    GamePaused,
    GameResumed,
    SeatHandedToHouse,
    SeatLeft,
    SeatOpened,
    SeatTaken,
    WinOffered,
)
from notifications.deliveries import deliveries_revive
from notifications.kinds.called_off import CALLED_OFF
from notifications.kinds.game_begins import GAME_BEGINS
from notifications.kinds.game_over import GAME_OVER
from notifications.kinds.table_news import TABLE_NEWS
from notifications.kinds.your_turn import YOUR_TURN
from notifications.outbox import notices_withdraw, notices_write

TABLE_EVENTS_MAILED: Final = (
    DecisionMissed,
    SeatLeft,
    SeatOpened,
    WinOffered,
    SeatTaken,
    SeatHandedToHouse,
    GamePaused,
    GameResumed,
)
"""The table events that everybody at the table gets a mail about; of an outage, the next tells."""


@receiver(events_appended)
def queue_news(
    *,
    game: Game,
    assignments: Sequence[SeatAssignment],
    state_before: State | None,
    events: Sequence[Event],
    state: State,
    actor: Actor,
    **_: Any,
) -> None:
    """Queue a mail to each person with news; supersede older mails to them and to the actor.

    Nobody gets mail about a practice game without a clock.
    """
    if _is_played_at_once(game):
        return
    people = {
        taken.number: taken.user_id
        for taken in assignments
        if taken.number is not None and taken.user_id is not None
    }
    seat = actor.seat if actor.user else None  # a person whose seat the house plays gets mail
    if state.over:
        kinds = dict.fromkeys(people, GAME_OVER.key)
    else:
        others = people.keys() - {seat}  # the actor knows already
        begins = dict.fromkeys(others, GAME_BEGINS.key) if state_before is None else {}
        resumed = any(isinstance(event, SeatTaken | SeatHandedToHouse) for event in events)
        opened = decisions_opened(state_before, state, seat, resumed=resumed)
        if actor.role == Role.HOUSE and _comes_again(actor.seat, state_before, state, events):
            opened.append(actor.seat)
        kinds = begins | dict.fromkeys(opened if game.awaited else (), YOUR_TURN.key)
    news = {people[number]: kind for number, kind in kinds.items() if number in people}
    acted = {people[seat]} if seat in people else set()
    of_table = any(isinstance(event, TABLE_EVENTS_MAILED) for event in events)
    rest = set(people.values()) - acted - news.keys() if of_table else set()
    notices_withdraw(game=game, people=acted | news.keys(), only_news_to=rest)
    kinds_by_person = news | dict.fromkeys(rest, TABLE_NEWS.key)
    notices_write(game=game, version=state.version, kinds=kinds_by_person)


@receiver(game_called_off)
def queue_call_off(*, game: Game, user: User | None, **_: Any) -> None:
    """Queue a mail to everybody seated except `user`, who called it off; supersede older mails.

    Nobody gets mail about a practice game without a clock.
    """
    if _is_played_at_once(game):
        return
    seated = SeatAssignment.objects.filter(game=game, user__isnull=False)
    people = set(seated.values_list("user", flat=True))
    notices_withdraw(game=game, people=people)
    kinds = dict.fromkeys(people - {user.pk if user else None}, CALLED_OFF.key)
    notices_write(game=game, version=game.version, kinds=kinds)


@receiver(address_tried_again)
def tell_what_was_missed(*, user: User, **_: Any) -> None:
    """Queue again what a person has missed while their address failed."""
    deliveries_revive(person=user)


def decisions_opened(
    before: State | None, state: State, actor: int | None, *, resumed: bool = False
) -> list[int]:
    """Return the seats for which another seat's action opened a decision.

    A decision stays open while the same seat is awaited for the same question. A seat gets no mail
    about a decision that its own action opened, and a seat that has forfeited is no longer awaited.
    When a game that stood still is `resumed`, all awaited seats get mail again.
    """
    goes_on = before and not resumed and _question(before) == _question(state)
    known = before.awaited if before and goes_on else ()
    return [
        seat for seat in state.awaited if seat is not None and seat != actor and seat not in known
    ]


def _is_played_at_once(game: Game) -> bool:
    """Return whether the game is for practice, without a clock: its player needs no mail."""
    return game.practice and isinstance(control_of(game), NoClock)


def _comes_again(
    seat: int | None, before: State | None, state: State, events: Sequence[Event]
) -> TypeGuard[int]:
    """Return whether a seat whose turn the house has played is awaited again at once."""
    if seat is None or before is None or seat not in state.awaited:
        return False
    return has_decided(before, state, seat, events)


def _question(state: State) -> int | None:
    """Return what identifies an open decision: the version at which it opened, or None for a turn.

    Turns need no identity: between two turns of a seat there is always its own action.
    """
    return state.pending.since if state.pending else None
