"""The kinds of things that people can report: all texts of people that others see."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple, TypeVar
from uuid import UUID

from django.db.models import Model
from django.urls import reverse
from django.utils.translation import gettext_lazy

from accounts.models import User
from accounts.selectors import user_by_handle
from games.refusals import GameNotFoundError, NotAllowedError
from games.tables import table_get
from leagues.declaring import call_off_reasons, season_get
from leagues.messaging import messages_of
from leagues.models import Entrant, EntrantPlayer, Organiser, Result, SeasonMessage
from leagues.organising import league_get
from leagues.refusals import LeagueNotFoundError
from leagues.ruling_models import Ruling
from leagues.rulings import rulings_of
from moderation.models import LONGEST_TEXT

M = TypeVar("M", bound=Model)


class NotReportableError(Exception):
    """There is no such thing, it says nothing, or this person may not see it."""


class Reportable(NamedTuple):
    """A thing as it is now: what it says, where, and the ids of those who may have written it."""

    about: str
    text: str
    place: str
    writers: frozenset[int]


class ReportKind(NamedTuple):
    """A kind of thing. `find` returns the one with an id, if a person may see it.

    What `goes` with the account of who wrote it is not kept in a report either.
    """

    title: Any
    find: Callable[[User, str], Reportable]
    goes: bool = False


def thing_find(*, user: User, kind: str, id: str) -> Reportable:
    """Return a thing that `user` may see; raises NotReportableError."""
    try:
        found = KINDS[kind].find(user, id)
    except (KeyError, GameNotFoundError, LeagueNotFoundError, NotAllowedError):
        raise NotReportableError from None
    if not found.text:
        raise NotReportableError
    return found._replace(text=found.text[:LONGEST_TEXT])


def _person(_user: User, handle: str) -> Reportable:
    found = user_by_handle(handle=handle)
    if found is None or not found.is_present:
        raise NotReportableError
    return Reportable(
        str(found.pk), found.handle, reverse("person", args=[found.handle]), frozenset({found.pk})
    )


def _league(user: User, id: str) -> Reportable:
    league = league_get(user=user, league_id=_uuid(id))
    place = reverse("league-page", args=[league.pk])
    return Reportable(
        str(league.pk), _lines(league.name, league.about), place, _organisers(league.pk)
    )


def _season(user: User, id: str) -> Reportable:
    season = season_get(user=user, season_id=_uuid(id))
    text = _lines(season.name, call_off_reasons([season]).get(season.pk, ""))
    place = reverse("season-page", args=[season.pk])
    return Reportable(str(season.pk), text, place, _organisers(season.league_id))


def _team(user: User, id: str) -> Reportable:
    entrant = _of_season(user, Entrant, _uuid(id))
    players = EntrantPlayer.objects.filter(entrant=entrant, user__isnull=False)
    writers = players.values_list("user_id", flat=True)
    return Reportable(str(entrant.pk), entrant.team, _entrant_place(entrant), _ids(writers))


def _move(user: User, id: str) -> Reportable:
    entrant = _of_season(user, Entrant, _uuid(id))
    writers = _organisers(entrant.season.league_id)
    return Reportable(str(entrant.pk), entrant.move_reason, _entrant_place(entrant), writers)


def _correction(user: User, id: str) -> Reportable:
    """Find the last correction of a result by the id of its fixture."""
    fixture = _uuid(id)
    last = Result.objects.filter(fixture=fixture).order_by("-revision").first()
    result = _of_season(user, Result, last.pk if last else None)
    place = reverse("season-table-page", args=[result.season_id, fixture])
    return Reportable(str(fixture), result.reason, place, _organisers(result.season.league_id))


def _message(user: User, id: str) -> Reportable:
    number = int(id) if id.isascii() and id.isdecimal() and len(id) < 19 else None  # noqa: PLR2004 - of a bigint
    message = _of_season(user, SeasonMessage, number)
    messages_of(user=user, season_id=message.season_id)  # if they may read it
    place = reverse("season-messages-page", args=[message.season_id])
    return Reportable(str(message.pk), message.text, place, frozenset({message.author_id}))


def _question(user: User, id: str) -> Reportable:
    ruling, place = _ruling_seen(user, id)
    return Reportable(str(ruling.pk), ruling.question, place, frozenset({ruling.asked_by_id}))


def _ruling(user: User, id: str) -> Reportable:
    ruling, place = _ruling_seen(user, id)
    return Reportable(str(ruling.pk), ruling.reasons, place, _ids([ruling.answered_by_id]))


def _ruling_seen(user: User, id: str) -> tuple[Ruling, str]:
    ruling = _of_season(user, Ruling, _uuid(id))
    if not rulings_of(user=user, season=ruling.season).filter(pk=ruling.pk).exists():
        raise NotReportableError
    return ruling, reverse("season-ruling-page", args=[ruling.season_id, ruling.pk])


def _game(user: User, id: str) -> Reportable:
    game = table_get(user=user, game_id=_uuid(id)).game
    return Reportable(str(game.pk), game.ruling, reverse("game-page", args=[game.pk]), frozenset())


def _of_season(user: User, model: type[M], key: Any) -> Any:
    """Return a row of a season that `user` may see."""
    row: Any = model._default_manager.select_related("season").filter(pk=key).first()
    if row is None:
        raise NotReportableError
    season_get(user=user, season_id=row.season_id)
    return row


def _entrant_place(entrant: Entrant) -> str:
    return reverse("season-entrant-page", args=[entrant.season_id, entrant.pk])


def _organisers(league_id: UUID) -> frozenset[int]:
    found = Organiser.objects.filter(league=league_id)
    return _ids(found.values_list("user_id", flat=True))


def _ids(found: Iterable[int | None]) -> frozenset[int]:
    return frozenset(each for each in found if each is not None)


def _lines(*texts: str) -> str:
    return "\n\n".join(filter(None, texts))


def _uuid(id: str) -> UUID:
    try:
        return UUID(id)
    except ValueError:
        raise NotReportableError from None


KINDS: Final[Mapping[str, ReportKind]] = {
    "person": ReportKind(gettext_lazy("a person"), _person, goes=True),
    "game": ReportKind(gettext_lazy("why a game was adjudicated"), _game),
    "league": ReportKind(gettext_lazy("the name and the description of a league"), _league),
    "season": ReportKind(gettext_lazy("the name of a season, or why it was called off"), _season),
    "team": ReportKind(gettext_lazy("the name of a team"), _team, goes=True),
    "move": ReportKind(gettext_lazy("why somebody plays in another division"), _move),
    "correction": ReportKind(gettext_lazy("why a result was corrected"), _correction),
    "message": ReportKind(gettext_lazy("a message to all who take part"), _message, goes=True),
    "question": ReportKind(gettext_lazy("a question to the organisers"), _question, goes=True),
    "ruling": ReportKind(gettext_lazy("an answer of the organisers"), _ruling),
}
