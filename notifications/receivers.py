"""Who is to be told what happens in a game: written down in the very transaction."""

from collections.abc import Sequence
from typing import Any

from django.dispatch import receiver

from accounts.models import User
from games.models import Game, SeatAssignment
from games.signals import events_appended, game_called_off
from games.spectators import PATIENCE
from illimat_core import State
from notifications.models import OutboxMail
from notifications.services import mails_owe, mails_supersede

Kind = OutboxMail.Kind


@receiver(events_appended)
def tell(
    *,
    game: Game,
    assignments: Sequence[SeatAssignment],
    state_before: State | None,
    state: State,
    seat: int | None,
    **_: Any,
) -> None:
    """Owe a mail to everybody for whom there is news, and none any more to who has acted.

    Where those who watch are asked, all who play are told when they may have chance answer instead.
    """
    people = {
        taken.number: taken.user_id
        for taken in assignments
        if taken.number is not None and taken.user_id is not None
    }
    if state.over:
        kinds = dict.fromkeys(people, Kind.GAME_OVER)
    else:
        others = people.keys() - {seat}  # who began it has seen so
        begins = dict.fromkeys(others, Kind.GAME_BEGINS) if state_before is None else {}
        kinds = begins | dict.fromkeys(decisions_opened(state_before, state, seat), Kind.YOUR_TURN)
    owed = {people[number]: kind for number, kind in kinds.items() if number in people}
    acted = {people[seat]} if seat is not None and seat in people else set()
    mails_supersede(game=game, user_ids=acted | owed.keys())
    mails_owe(game=game, version=state.version, kinds=owed)
    if None in state.awaited:
        still_there = [
            user_id for number, user_id in people.items() if not state.players[number].gone
        ]
        unanswered = dict.fromkeys(still_there, Kind.UNANSWERED)
        mails_owe(game=game, version=state.version, kinds=unanswered, delay=PATIENCE)


@receiver(game_called_off)
def tell_of_call_off(*, game: Game, user: User, **_: Any) -> None:
    """Owe a mail to everybody who sits there, but to `user`, who knows; nothing older is news."""
    seated = SeatAssignment.objects.filter(game=game, user__isnull=False)
    people = set(seated.values_list("user", flat=True))
    mails_supersede(game=game, user_ids=people)
    owed = dict.fromkeys(people - {user.pk}, Kind.CALLED_OFF)
    mails_owe(game=game, version=game.version, kinds=owed)


def decisions_opened(before: State | None, state: State, actor: int | None) -> list[int]:
    """Return the seats for which somebody else's action opened a decision.

    A decision goes on while the same seat is awaited for the same question. No seat is told of one
    that its own action opened, and a seat that has forfeited is not awaited any more.
    """
    known = before.awaited if before and _question(before) == _question(state) else ()
    return [
        seat for seat in state.awaited if seat is not None and seat != actor and seat not in known
    ]


def _question(state: State) -> int | None:
    """Return what tells one open decision from the next: the version it opened at, None a turn's.

    Turns need no other name: between two turns of one seat there is always its own action.
    """
    return state.pending.since if state.pending else None
