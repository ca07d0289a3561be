"""Blocks between people, who then cannot invite each other or sit down at the same table."""

from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from accounts.handles import has_handle
from accounts.models import Block, User
from accounts.signals import person_blocked
from quotas.records.accounts import BLOCKS, BLOCKS_A_DAY
from quotas.services import check, spend


class Blocks(NamedTuple):
    """The blocks between one person and some others.

    `own` has the handles of those whom the person blocked, by id; `by` the ids of those who blocked
    the person.
    """

    own: Mapping[int, str] = {}
    by: frozenset[int] = frozenset()

    def among(self, people: Collection[int]) -> "Blocks":
        own = {pk: handle for pk, handle in self.own.items() if pk in people}
        return Blocks(own, self.by.intersection(people))


def blocks_of(*, user: User) -> QuerySet[Block]:
    return Block.objects.filter(blocker=user).select_related("blocked")


def blocks_between(*, user: User, others: Collection[int]) -> Blocks:
    """Return the blocks between `user` and the people with these ids; at most one query."""
    if not others:
        return Blocks()
    either = Q(blocker=user, blocked__in=others) | Q(blocker__in=others, blocked=user)
    found = Block.objects.filter(either).values_list("blocker", "blocked", "blocked__handle")
    own, by = {}, set()
    for blocker, blocked, handle in found:
        if blocker == user.pk:
            own[blocked] = handle
        else:
            by.add(blocker)
    return Blocks(own, frozenset(by))


def blocks_among(user_ids: Iterable[int]) -> set[tuple[int, int]]:
    """Return who blocked whom among some people, as (blocker, blocked), in one query."""
    ids = set(user_ids)
    found = Block.objects.filter(blocker__in=ids, blocked__in=ids)
    return set(found.values_list("blocker", "blocked"))


def people_lock(*people: User) -> list[User]:
    """Lock the rows of people, and return them as they are now.

    Until the transaction ends, none of them can be blocked, block anybody, or have the account
    closed. The rows are locked in the order of their ids, but not their keys, so that others may
    refer to them meanwhile. Lock games afterwards, if you lock any.
    """
    rows = User.objects.select_for_update(no_key=True).filter(pk__in=[each.pk for each in people])
    return list(rows.order_by("pk").only("pk", "is_active", "closed_at"))


@transaction.atomic
def block_make(*, user: User, blocked: User) -> Block:
    """Let `user` block a person; blocking them again changes nothing.

    Raises ValidationError for `user` themselves, and QuotaError above `blocks` and
    `blocks_a_day`.
    """
    if blocked.pk == user.pk:
        raise ValidationError(
            {"handle": ValidationError(gettext("You cannot block yourself."), "own_handle")}
        )
    people_lock(user, blocked)
    found = blocks_of(user=user).filter(blocked=blocked).first()
    if found is not None:
        return found
    spend(str(user.pk), BLOCKS_A_DAY)
    check(BLOCKS, user.blocks.count())
    made = Block.objects.create(blocker=user, blocked=blocked)
    person_blocked.send(User, user=user, blocked=blocked)
    return made


def block_end(*, user: User, handle: str) -> None:
    """Let `user` unblock a person; without a block this changes nothing."""
    Block.objects.filter(has_handle(handle, "blocked"), blocker=user).delete()
