"""Rulings: a player asks the organisers about a game, and one of them answers, with reasons.

Nobody rules in a game in which they play. If all organisers do, the operator of the server can
answer (`manage.py rulings`). Like every decision about a season, an answer is given while the
season's row is locked, and it locks the game after the season. So a question is answered once, and
a ruling ends a game only if nothing else has ended it.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple
from uuid import UUID

import msgspec
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext

from accounts.models import User
from api import database_time
from games.models import Game
from games.play.adjudication import game_adjudicate
from games.refusals import GameOverError, NotAllowedError
from leagues.contest.errors import LeagueError
from leagues.models import EntrantPlayer, Fixture, Organiser, Season
from leagues.models.rulings import Ruling
from leagues.notices.kinds.season_ruling import ANSWERED, ASKED, SEASON_RULING
from leagues.office.corrections import check_changeable
from leagues.refusals import LeagueNotFoundError, SeasonError
from leagues.results.fixture_results import result_of_game
from leagues.season import lookup
from leagues.season.impartiality import check_may_rule, judges_of, people_at
from leagues.season.lookup import fixture_get, season_get, season_lock_to_change
from leagues.season.substitutes import replaced_by, substitutes_after, substitutes_in
from leagues.services import is_organiser
from leagues.stream import store
from notifications.sending.outbox import PersonNews, news_write
from quotas.records.leagues import RULINGS_A_DAY
from quotas.services import spend

NEWEST_FIRST: Final = ("-asked_at", "-id")

Effect = Ruling.Effect


class RulingAnswer(NamedTuple):
    """What an organiser rules: `places` are by seat, and only with the effect of that name."""

    reasons: str
    effect: Effect = Effect.NONE
    places: Sequence[int] = ()


@transaction.atomic
def ruling_ask(*, user: User, season_id: UUID, fixture_id: UUID, question: str) -> Ruling:
    """Ask the organisers about the game of a fixture, as an entrant there or their substitute.

    Organisers who may answer are told; if none may, those who play in the game are, so that they
    find another one.
    Raises LeagueNotFoundError, NotAllowedError for anybody else, QuotaError, and SeasonError
    `not_running` before the game begins, `already_asked` while a question of theirs about it is
    open, `season_archived` and `season_not_begun`.
    """
    spend(str(user.pk), RULINGS_A_DAY)
    season = season_get(user=user, season_id=season_id)
    fixture = fixture_get(season, fixture_id)
    check_changeable(season)
    if user.pk not in people_at(fixture):
        raise NotAllowedError(gettext("Only those who play in this game can ask for a ruling."))
    if fixture.game is None:
        raise SeasonError("not_running", gettext("The game has not begun."))
    if Ruling.objects.filter(fixture=fixture, asked_by=user, answered_at=None).exists():
        refusal = gettext("Your last question about this game is still open. Wait for the answer.")
        raise SeasonError("already_asked", refusal)
    ruling = Ruling.objects.create(
        season=season,
        fixture=fixture,
        asked_by=user,
        asked_at=database_time.now(),
        question=question,
    )
    told = judges_of(season, fixture) or _organisers_except(user, season)
    news = [PersonNews(person, SEASON_RULING.key, ASKED) for person in told]
    news_write(about=str(ruling.pk), news=news)
    return ruling


@transaction.atomic
def ruling_give(*, user: User, season_id: UUID, ruling_id: UUID, answer: RulingAnswer) -> Ruling:
    """Answer a question as an organiser; with an effect, end the game and record its result.

    The person who asked is told.
    Raises LeagueNotFoundError, NotAllowedError for anybody but an organiser who does not play in
    the game, SeasonError `already_answered`, `season_archived` and `season_not_begun`, LeagueError
    for places that the effect does not have, and what `game_adjudicate` does: GameOverError also
    for a game that has a result.
    """
    season = season_lock_to_change(user, season_id)
    ruling = _asked(season, ruling_id)
    check_changeable(season)
    check_may_rule(user, ruling.fixture)
    return _answer(season, ruling, answer, user)


@transaction.atomic
def ruling_give_as_operator(*, ruling_id: UUID, answer: RulingAnswer) -> Ruling:
    """Answer a question as the operator of the server, because no organiser may.

    Raises NotAllowedError if one may, and what `ruling_give` raises.
    """
    season_id = Ruling.objects.filter(pk=ruling_id).values_list("season", flat=True).first()
    if season_id is None:
        raise LeagueNotFoundError
    season = lookup.season_lock(season_id)
    ruling = _asked(season, ruling_id)
    check_changeable(season)
    if judges_of(season, ruling.fixture):
        raise NotAllowedError(gettext("An organiser who does not play in this game can answer."))
    return _answer(season, ruling, answer, None)


def rulings_without_judge() -> Iterator[Ruling]:
    """Yield the open questions that no organiser may answer, the oldest first."""
    found = Ruling.objects.filter(answered_at=None, season__archived_at=None)
    rows = found.select_related("season__league", "fixture", "asked_by").order_by("asked_at", "pk")
    yield from (row for row in rows if not judges_of(row.season, row.fixture))


def rulings_of(
    *,
    user: User,
    season: Season,
    open_only: bool = False,
    fixture: UUID | None = None,
    organises: bool | None = None,
) -> QuerySet[Ruling]:
    """Return the questions about a season that `user` may read, and the answers.

    Organisers read all of them; others those about games in which they play, and their own. A
    caller who knows whether `user` organises the league says so, which saves a query.
    """
    rows = Ruling.objects.filter(season=season).select_related("asked_by", "answered_by")
    if organises is None:
        organises = is_organiser(season.league_id, user)
    if not organises:
        theirs = [
            Q(fixture__entrants__icontains=str(each)) for each in _entrants_played_for(season, user)
        ]
        rows = rows.filter(Q(*theirs, Q(asked_by=user), _connector=Q.OR))
    if open_only:
        rows = rows.filter(answered_at=None)
    return rows if fixture is None else rows.filter(fixture=fixture)


def _entrants_played_for(season: Season, user: User) -> list[UUID]:
    """Return the entrant of `user`, the one for whom that entrant substitutes, and so on."""
    entry = EntrantPlayer.objects.filter(season=season, user=user).first()
    replaced = replaced_by(substitutes_in(season.pk))
    return [entry.entrant_id, *substitutes_after(entry.entrant_id, replaced)] if entry else []


def _organisers_except(user: User, season: Season) -> list[int]:
    found = Organiser.objects.filter(league=season.league_id).exclude(user=user)
    return list(found.order_by("user").values_list("user", flat=True))


def _asked(season: Season, ruling_id: UUID) -> Ruling:
    found = Ruling.objects.filter(season=season, pk=ruling_id)
    ruling = found.select_related("fixture__game", "asked_by").first()
    if ruling is None:
        raise LeagueNotFoundError
    return ruling


def _answer(season: Season, ruling: Ruling, answer: RulingAnswer, author: User | None) -> Ruling:
    """Answer a question about a locked season; without an author, as the operator."""
    if ruling.answered_at is not None:
        raise SeasonError("already_answered", gettext("This question has been answered already."))
    if answer.places and answer.effect != Effect.PLACES:
        raise LeagueError("places", "Leave out `places`, or set `effect` to `places`.")
    if answer.effect != Effect.NONE:
        _end_game(season, ruling.fixture, answer, author)
    ruling.effect, ruling.reasons = answer.effect, answer.reasons
    ruling.places = list(answer.places)
    ruling.answered_by, ruling.answered_at = author, database_time.now()
    ruling.save(update_fields=["effect", "places", "reasons", "answered_by", "answered_at"])
    news = [PersonNews(ruling.asked_by_id, SEASON_RULING.key, ANSWERED)]
    news_write(about=str(ruling.pk), news=news)
    return ruling


def _end_game(season: Season, fixture: Fixture, answer: RulingAnswer, author: User | None) -> None:
    if fixture.settled or fixture.game_id is None:
        raise GameOverError
    void = answer.effect == Effect.VOID
    game = game_adjudicate(
        game_id=fixture.game_id,
        basis="void" if void else "ruling",
        places=None if void else answer.places,
        ruling=answer.reasons,
    )
    result_record(season, fixture, game, author)


def result_record(season: Season, fixture: Fixture, game: Game, author: User | None) -> None:
    """Record the result of a fixture of a locked season whose game was just ended by a ruling."""
    recorded = msgspec.structs.replace(result_of_game(fixture, game), reason=game.ruling)
    store.append(season, [recorded], author)
