"""Lists of games, in pages: public games, somebody's own, and games with an open seat.

Each list follows an index, or looks through a limited number of games.
"""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

from django.db.models import Exists, F, OuterRef, QuerySet, Subquery, Value
from django.db.models.functions import Coalesce

from accounts.models import User
from games.models import Game, Invitation, PastOccupation, SeatAssignment
from games.models.timers import CLOCK, Timer
from games.reading.lookup import with_outages

MAX_WAITING = 1_000  # games; larger numbers are given as this one
LOOKED_THROUGH = 1_000  # a person's newest games, to which filters without an index are limited
COLUMNS = {"players": "seats", "mode": "mode"}
SEATS_OF: dict[str | None, dict[str, Any]] = {
    "my_turn": {"awaited": True},
    "waiting": {"game_state": Game.State.RUNNING, "awaited": False},
}
NEWEST_FIRST = ("-listed_at", "-listed_as")
SOONEST_FIRST = ("listed_at", "listed_as")
NEVER = datetime(9999, 1, 1, tzinfo=UTC)  # for games whose clocks are not looked at


def games_public(*, filters: Mapping[str, Any]) -> QuerySet[Game]:
    """Return public games, the newest first, by `state`, `players` and `mode` where given."""
    columns = {"state": "state"} | COLUMNS
    wanted = {columns[name]: value for name, value in filters.items() if name in columns}
    games = Game.objects.filter(visibility=Game.Visibility.PUBLIC, **wanted)
    return _listed_by(games, "created_at", "id")


def games_of(*, user: User, filters: Mapping[str, Any]) -> QuerySet[Game]:
    """Return the games that `user` sits at, with the filters of `games_public`.

    `state` has three more values: `my_turn`, `waiting` for games that wait for others only, and
    `invited` for open tables whose invitation the user has neither accepted nor declined. A frozen
    game waits for nobody, so it is in neither of the first two. Games are listed by their last
    event, newest first, and those of `my_turn` by `order_of` them. `players` and `mode` filter only
    the newest LOOKED_THROUGH games, `invited` as many invitations, and of `my_turn` those that have
    waited longest are listed, as many.
    """
    state = filters.get("state")
    if state == "invited":
        return _listed_by(_invited(user), "moved_at", "id")
    seats = {"user": user} | SEATS_OF.get(state, {"game_state": state} if state else {})
    wanted = {COLUMNS[name]: value for name, value in filters.items() if name in COLUMNS}
    among = {f"assignments__{name}": value for name, value in seats.items()}
    if wanted or state == "my_turn":
        order = ("-moved_at", "-id") if wanted else ("moved_at", "id")
        first = SeatAssignment.objects.filter(**seats).order_by(*order)[:LOOKED_THROUGH]
        # By game: PostgreSQL may look for the ids of seats among all seats there are.
        among = {"pk__in": first.values("game"), "assignments__user": user}
    games = Game.objects.filter(**among, **wanted)
    if state in SEATS_OF:
        games = games.filter(damage="")
    if state != "my_turn":
        return _listed_by(games, "assignments__moved_at", "assignments__id")
    clock = Timer.objects.filter(game=OuterRef("pk"), kind=CLOCK, seat=None).values("due_at")
    listed = _listed_by(games, Coalesce(Subquery(clock), Value(NEVER)), "assignments__id")
    return listed.order_by(*SOONEST_FIRST)


def order_of(state: str | None) -> tuple[str, str]:
    """Return the order of `games_of` in a state: with `my_turn`, whose clock is due soonest."""
    return SOONEST_FIRST if state == "my_turn" else NEWEST_FIRST


def open_seats(*, user: User) -> QuerySet[Game]:
    """Return public games with a seat for a substitute, once for each such seat (`listed_as`).

    The seat that closes soonest comes last. Games that `user` has sat at are left out, those of
    leagues, and frozen ones. Only the LOOKED_THROUGH seats that close latest are looked through.
    """
    seats = SeatAssignment.objects.filter(standing=SeatAssignment.Standing.OPEN)
    latest = seats.order_by("-until", "-id").values("id")[:LOOKED_THROUGH]
    running = Game.objects.filter(
        state=Game.State.RUNNING,
        visibility=Game.Visibility.PUBLIC,
        arranged=False,
        damage="",
        assignments__in=latest,
    )
    own = {"game": OuterRef("pk"), "user": user}
    sat = Exists(PastOccupation.objects.filter(**own)) | Exists(
        SeatAssignment.objects.filter(**own)
    )
    return _listed_by(running.exclude(sat), "assignments__until", "assignments__id")


def games_left(*, user: User) -> QuerySet[Game]:
    """Return the games in which `user` had a seat and has none any more, by their last event.

    Only the LOOKED_THROUGH games that they left last are looked through.
    """
    past = PastOccupation.objects.filter(user=user).order_by("-id")[:LOOKED_THROUGH]
    games = Game.objects.filter(pk__in=past.values("game")).exclude(assignments__user=user)
    return _listed_by(games, "moved_at", "id")


def games_waiting_count(*, user: User, most: int = MAX_WAITING) -> int:
    """Return how many games wait for `user`; `most` stands for that many or more."""
    whole = SeatAssignment.objects.filter(user=user, awaited=True, game__damage="")
    waiting = whole.order_by("moved_at", "id")
    return waiting[:most].count()


def games_invited_to(*, user: User, among: int) -> QuerySet[Game]:
    """Return the open games that `user` may still join, of the newest `among` invitations."""
    return _listed_by(_invited(user, among), "moved_at", "id")


def _invited(user: User, among: int = LOOKED_THROUGH) -> QuerySet[Game]:
    newest = Invitation.objects.filter(user=user, declined_at=None).order_by("-id")
    games = Game.objects.filter(pk__in=newest.values("game")[:among])
    return games.filter(state=Game.State.OPEN).exclude(assignments__user=user)


def _listed_by(games: QuerySet[Game], time: str | Coalesce, place: str) -> QuerySet[Game]:
    """Put the newest first; both columns are annotated, so that pages can continue from them."""
    at = F(time) if isinstance(time, str) else time
    listed = with_outages(games).annotate(listed_at=at, listed_as=F(place))
    return listed.select_related("creator").order_by(*NEWEST_FIRST)
