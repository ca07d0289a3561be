"""The tag of a game's page, and the answer to a look at a page that has not changed since.

A page that stays open looks for news every few seconds, nearly always in vain. One statement finds
that out before anything else is read: it returns all that the tag covers, and whose session it is.
Whatever is not certain is left to the page, which has its tag from the same statement.

More changes a page than the statement reads: deadlines that are put off, the handles of people who
sat there once or are only invited, other games of the viewer. That is told within `TOLD_WITHIN`.
"""

import json
from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY
from django.db.models import Case, Exists, F, OuterRef, QuerySet, Subquery, When
from django.db.models.functions import JSONArray
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import Resolver404, resolve
from django.utils import timezone
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.crypto import constant_time_compare, salted_hmac
from django.utils.translation import get_language

from accounts.calendars import end_of_vacation
from accounts.models import Block, Session, User
from accounts.sessions import SEEN_EVERY, SessionStore, digest
from api.models import epoch
from api.sql.queries import read_values
from api.traces.current import GAME
from games.models import Game
from leagues.season.season_games import season_named
from notifications.sending.onlookers import look_note

TOLD_WITHIN: Final = 300  # seconds in which a page that stays open tells the time that is left


class TaggedSeat(NamedTuple):
    """A seat of a game, as the statement returns it with its game; one without any if all are free.

    `viewer` is JSON, or None unless somebody is logged in whose session need not be renewed.
    """

    viewer: str | None
    creator: int | None
    visibility: str
    damage: str
    version: int
    revision: int
    head: str
    season: str | None
    made_by: str | None
    made_by_blocked: bool
    number: int | None
    person: int | None
    handle: str | None
    blocked: bool
    wants_end: bool | None
    away_until: object
    outcomes: str | None


class LoggedIn(NamedTuple):
    """Whose session it is."""

    pk: int
    handle: str
    time_zone: str
    password: str
    session: str


class Unchanged:
    """Answers 304 to a look at a game's page that has not changed; passes on all else."""

    def __init__(self, get_response: Callable[[HttpRequest], HttpResponseBase]) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        answer = _answer(request) if _may_be_look(request) else None
        return self.get_response(request) if answer is None else answer


def tag_of(request: HttpRequest, game_id: UUID) -> str:
    """Return the ETag of a game's page as it stands; its viewer is whose session it is.

    By it, a script learns whether the page has changed. It changes from time to time, too, for the
    time that is left.
    """
    return _tag(request, _read(game_id, request.session.session_key))


def _may_be_look(request: HttpRequest) -> bool:
    """Return whether a request may be a look at a game's page."""
    asks = request.method in {"GET", "HEAD"} and "If-None-Match" in request.headers
    return asks and request.path_info.startswith("/games/")


def _answer(request: HttpRequest) -> HttpResponse | None:
    """Return 304 for a page that is certain to be unchanged and may be seen; note the look."""
    try:
        match = resolve(request.path_info)
    except Resolver404:
        return None
    if match.view_name != "game-page":
        return None
    game_id, key = match.kwargs["game_id"], request.COOKIES.get(settings.SESSION_COOKIE_NAME)
    rows = _read(game_id, key)
    viewer = _viewer(rows)
    if not _is_certain(rows, viewer, key):
        return None
    known = get_conditional_response(request, etag=_tag(request, rows))
    if known is None:
        return None
    request.resolver_match = match  # by which the answer is counted and logged
    GAME.set(str(game_id))
    if viewer and any(_plays(row, viewer) for row in rows):
        look_note(game_id=game_id, user_id=viewer.pk)
    patch_vary_headers(known, ["Cookie"])
    return known


def _is_certain(rows: Sequence[TaggedSeat], viewer: LoggedIn | None, key: str | None) -> bool:
    """Return whether a game can be shown at once to a viewer whose session has `key`, or none."""
    if not rows or rows[0].damage:
        return False
    if viewer is None:
        return key is None and rows[0].visibility != Game.Visibility.PRIVATE
    seen = rows[0].visibility != Game.Visibility.PRIVATE or rows[0].creator == viewer.pk
    return (seen or any(row.person == viewer.pk for row in rows)) and _is_logged_in(viewer)


def _is_logged_in(viewer: LoggedIn) -> bool:
    """Return whether a session is still good, as `django.contrib.auth.get_user` finds it.

    A new password ends all sessions from before.
    """
    session = SessionStore().decode(viewer.session)
    user = User.from_db(None, ["id", "password"], [viewer.pk, viewer.password])
    backend, given = session.get(BACKEND_SESSION_KEY), session.get(HASH_SESSION_KEY, "")
    known = backend in settings.AUTHENTICATION_BACKENDS
    return known and constant_time_compare(given, user.get_session_auth_hash())


def _plays(row: TaggedSeat, viewer: LoggedIn) -> bool:
    return row.person == viewer.pk and row.number is not None and row.version > 0


def _tag(request: HttpRequest, rows: Sequence[TaggedSeat]) -> str:
    viewer = _viewer(rows)
    period = timezone.now().timestamp() // TOLD_WITHIN
    shows = [epoch(), request.get_full_path(), get_language(), period]
    shows += [viewer and viewer[:3], [row[1:] for row in rows]]
    return f'"{salted_hmac("page", repr(shows), algorithm="sha256").hexdigest()}"'


def _viewer(rows: Sequence[TaggedSeat]) -> LoggedIn | None:
    found = rows[0].viewer if rows else None
    return LoggedIn(*json.loads(found)) if found else None


def _read(game_id: UUID, key: str | None) -> Sequence[TaggedSeat]:
    """Return the seats of a game, in the order of sitting down, for whose session has a key."""
    now = timezone.now()
    keys = (game_id, digest(key), now, now - SEEN_EVERY)
    return [TaggedSeat(*row) for row in read_values(_question, keys)]


def _question(keys: Sequence[Any]) -> QuerySet[Game, Any]:
    """Return the query for the rows; it reads `viewer` once, as it depends on no other table.

    The keys are those of a game and of a session, and since when that ends and was seen.
    """
    game_id, key, now, seen = keys
    session = Session.objects.filter(pk=key)
    present = session.filter(user__is_active=True, user__closed_at=None)
    lasting = present.filter(expire_date__gt=now, seen_at__gte=seen)
    who = JSONArray("user", "user__handle", "user__time_zone", "user__password", "session_data")
    own = Subquery(session.values("user"))
    blocked = Block.objects.filter(blocker=own)
    columns = {
        "viewer": Subquery(lasting.values_list(who)),
        "season": season_named(own),
        "made_by_blocked": Exists(blocked.filter(blocked=OuterRef("creator"))),
        "blocked": Exists(blocked.filter(blocked=OuterRef("assignments__user"))),
        "away_until": end_of_vacation("assignments__user"),
        # Pages of a game that has begun do not show them
        "outcomes": Case(When(version=0, then="assignments__user__reliability__outcomes")),
        "made_by": F("creator__handle"),
        "number": F("assignments__number"),
        "person": F("assignments__user"),
        "handle": F("assignments__user__handle"),
        "wants_end": F("assignments__wants_end"),
    }
    games = Game.objects.filter(pk=game_id).annotate(**columns).order_by("assignments__id")
    return games.values_list(*TaggedSeat._fields)
