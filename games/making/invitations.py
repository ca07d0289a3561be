"""Services that invite people to tables that wait for players; each is one transaction.

They raise errors and lock the game as those of `games.making.services` do.
"""

from collections.abc import Collection, Sequence
from typing import Any, Final, Literal
from uuid import UUID

from django.db import transaction
from django.db.models import Q
from django.dispatch import receiver
from django.utils import timezone
from django.utils.translation import gettext, ngettext

from accounts.blocks import people_lock
from accounts.handles import has_handle
from accounts.models import User
from accounts.signals import person_blocked
from games import guards
from games.models import Game, Invitation, SeatAssignment
from games.play import recorder
from games.reading import tables
from games.refusals import NotAllowedError, TableError
from games.signals import people_invited
from illimat_core.messages import capitalize
from quotas.records.games import INVITATIONS_A_DAY
from quotas.services import spend

MOST_INVITED: Final = 8
"""People invited to a table at the same time."""


InvitationState = Literal["open", "declined", "seated", "full", "begun", "called_off", "withdrawn"]
"""How an invitation stands: it can be accepted while it is open or declined."""


def people_invite(
    *, user: User, game: Game, people: Sequence[User], member: str = "invited"
) -> None:
    """Let `user`, whose row is locked, invite people to their table.

    Of those who blocked `user`, the invitations are declined at once, and nobody is told.

    Raises ValidationError for people whom `user` has blocked; `member` is where the request names
    them. Raises QuotaError above `invitations_a_day`.
    """
    declining = guards.find_declining(user, people, member)
    for _ in people:
        spend(str(user.pk), INVITATIONS_A_DAY)
    now = timezone.now()
    Invitation.objects.bulk_create(
        Invitation(game=game, user=each, declined_at=now if each.pk in declining else None)
        for each in people
    )
    told = [each for each in people if each.pk not in declining]
    if told:
        people_invited.send(Game, game=game, people=told)


@transaction.atomic
def invitation_make(*, user: User, game_id: UUID, handle: str) -> Game:
    """Invite a person to a table that waits for players; inviting them again changes nothing.

    Raises NotAllowedError for anybody but the creator, TableError `not_open`, `already_seated` and
    `too_many_invited`, ValidationError for an unknown handle and for a person whom `user` has
    blocked, and QuotaError above `invitations_a_day`.
    """
    people_lock(user)
    game, assignments = _lock_open_table(user, game_id)
    (invited,) = guards.find_people([handle], "handle")
    if any(seat.user_id == invited.pk for seat in assignments):
        refusal = gettext("{handle} sits at this table already.")
        raise TableError("already_seated", capitalize(refusal.format(handle=invited.handle)))
    known = set(game.invitations.values_list("user", flat=True))
    if invited.pk not in known:
        _check_room(known)
        people_invite(user=user, game=game, people=[invited], member="handle")
        recorder.touch(game)
    return game


@transaction.atomic
def invitation_withdraw(*, user: User, game_id: UUID, handle: str) -> None:
    """Withdraw an invitation to a table that waits for players; no invitation changes nothing.

    Raises NotAllowedError for anybody but the creator, TableError `not_open`.
    """
    game, _ = _lock_open_table(user, game_id)
    if game.invitations.filter(has_handle(handle, "user")).delete()[0]:
        recorder.touch(game)


@transaction.atomic
def invitation_decline(*, user: User, game_id: UUID) -> None:
    """Decline an invitation to an open table; declining it again changes nothing.

    Raises NotAllowedError if `user` is not invited or sits there already, TableError `not_open`.
    """
    table = tables.table_get(user=user, game_id=game_id, lock=True)
    game = table.game
    invitation = game.invitations.filter(user=user).first()
    if invitation is None:
        raise NotAllowedError(gettext("You are not invited to this table."))
    guards.check_open(game)
    if table.own:
        raise NotAllowedError(gettext("You sit at this table. To get up, leave your seat."))
    if invitation.declined_at is None:
        invitation.declined_at = timezone.now()
        invitation.save(update_fields=["declined_at"])
        recorder.touch(game)


@receiver(person_blocked)
def invitations_end(*, user: User, blocked: User, **_: Any) -> None:
    """End the invitations to open tables between `user` and a person whom they have blocked.

    As if by hand: those by `user` are withdrawn, those to `user` declined.
    """
    pairs = Q(creator=user, invitations__user=blocked) | Q(
        creator=blocked, invitations__user=user, invitations__declined_at=None
    )
    games = Game.objects.filter(pairs, state=Game.State.OPEN).order_by("pk")
    for game_id in list(games.values_list("pk", flat=True).distinct()):
        game = tables.table_lock(game_id=game_id).game
        if game.state != Game.State.OPEN:  # it began just now
            continue
        if game.creator_id == user.pk:
            game.invitations.filter(user=blocked).delete()
        else:
            game.invitations.filter(user=user).update(declined_at=timezone.now())
        recorder.touch(game)


def invitation_state(table: tables.Table) -> InvitationState:
    invitation = table.game.invitations.filter(user=table.viewer).first()
    if table.game.state == Game.State.CALLED_OFF:
        return "called_off"
    if table.own:
        return "seated"
    if table.game.state != Game.State.OPEN:
        return "begun"
    if invitation is None:
        return "withdrawn"
    if len(table.assignments) >= table.game.seats:
        return "full"
    return "declined" if invitation.declined_at else "open"


def _lock_open_table(user: User, game_id: UUID) -> tuple[Game, Sequence[SeatAssignment]]:
    """Lock a table that waits for players, for its creator."""
    table = tables.table_get(user=user, game_id=game_id, lock=True)
    guards.check_creator(table.game, user)
    guards.check_open(table.game)
    return table.game, table.assignments


def _check_room(known: Collection[int]) -> None:
    """Raise TableError `too_many_invited` if no more people can be invited to a table."""
    if len(known) >= MOST_INVITED:
        refusal = ngettext(
            "{limit} person is invited to this table. Withdraw an invitation first.",
            "{limit} people are invited to this table. Withdraw an invitation first.",
            MOST_INVITED,
        )
        raise TableError("too_many_invited", refusal.format(limit=MOST_INVITED))
