"""The kinds of things that people can report: all texts of people that others see."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Final, NamedTuple, TypeVar
from uuid import UUID

from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.contenttypes.models import ContentType
from django.db.models import F, Model
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from accounts.models import User
from accounts.selectors import user_by_handle
from accounts.services import handle_replace
from games.models import Game
from games.reading.tables import table_get
from games.refusals import GameNotFoundError, NotAllowedError
from leagues.entering.declarations import call_off_reasons
from leagues.models import (
    Entrant,
    EntrantPlayer,
    Fixture,
    League,
    Organiser,
    Result,
    SeasonMessage,
)
from leagues.models.rulings import Ruling
from leagues.office.messages import messages_of
from leagues.office.rulings import rulings_of
from leagues.refusals import LeagueNotFoundError
from leagues.season.lookup import season_get
from leagues.services import league_get
from leagues.spelling import name_key
from moderation.models import LONGEST_TEXT

M = TypeVar("M", bound=Model)


class NotReportableError(Exception):
    """There is no such thing, it says nothing, or this person may not see it."""


class Reportable(NamedTuple):
    """A thing as it is now: what it says, where, and who may have written it, as others know."""

    about: str
    text: str
    place: str
    writers: frozenset[int] = frozenset()


class ReportKind(NamedTuple):
    """A kind of thing. `find` returns the one with an id, if a person may see it.

    `writers` returns the ids of those who may have written the one `about` which a report is, and
    `unnamed` those whom only moderators may know, as they ended a game.
    `remove` takes its text away; without it, the text is in a log whose hashes keep it there. What
    `goes` with the account of its writer is not kept in a report either.
    """

    title: Any
    find: Callable[[User, str], Reportable]
    writers: Callable[[str], Iterable[int | None]]
    remove: Callable[[str], None] | None = None
    goes: bool = False
    unnamed: Callable[[str], Iterable[int | None]] = lambda _: ()


def thing_find(*, user: User, kind: str, id: str) -> Reportable:
    """Return a thing that `user` may see; raises NotReportableError."""
    try:
        found = KINDS[kind].find(user, id)
    except (KeyError, GameNotFoundError, LeagueNotFoundError, NotAllowedError):
        raise NotReportableError from None
    if not found.text:
        raise NotReportableError
    named = _ids(KINDS[kind].writers(found.about))
    return found._replace(text=found.text[:LONGEST_TEXT], writers=named)


def writers_of(*, kind: str, about: str) -> frozenset[int]:
    """Return the ids of those who may have written a thing, also if people do not know them."""
    return _ids([*KINDS[kind].writers(about), *KINDS[kind].unnamed(about)])


def may_see(*, user: User, kind: str, id: str) -> bool:
    try:
        KINDS[kind].find(user, id)
    except (NotReportableError, GameNotFoundError, LeagueNotFoundError, NotAllowedError):
        return False
    return True


def _person(_user: User, handle: str) -> Reportable:
    found = user_by_handle(handle=handle)
    if found is None or not found.is_present:
        raise NotReportableError
    return Reportable(str(found.pk), found.handle, reverse("person", args=[found.handle]))


def _league(user: User, id: str) -> Reportable:
    league = league_get(user=user, league_id=_uuid(id))
    place = reverse("league-page", args=[league.pk])
    return Reportable(str(league.pk), _lines(league.name, league.about), place)


def _season(user: User, id: str) -> Reportable:
    season = season_get(user=user, season_id=_uuid(id))
    text = _lines(season.name, call_off_reasons([season]).get(season.pk, ""))
    place = reverse("season-page", args=[season.pk])
    return Reportable(str(season.pk), text, place)


def _team(user: User, id: str) -> Reportable:
    entrant = _find_in_season(user, Entrant, _uuid(id))
    return Reportable(str(entrant.pk), entrant.team, _entrant_place(entrant))


def _division_move(user: User, id: str) -> Reportable:
    entrant = _find_in_season(user, Entrant, _uuid(id))
    return Reportable(str(entrant.pk), entrant.move_reason, _entrant_place(entrant))


def _correction(user: User, id: str) -> Reportable:
    """Find the last correction of a result by the id of its fixture."""
    fixture = _uuid(id)
    last = Result.objects.filter(fixture=fixture).order_by("-revision").first()
    result = _find_in_season(user, Result, last.pk if last else None)
    place = reverse("season-table-page", args=[result.season_id, fixture])
    return Reportable(str(fixture), result.reason, place)


def _message(user: User, id: str) -> Reportable:
    number = int(id) if id.isascii() and id.isdecimal() and len(id) < 19 else None  # noqa: PLR2004 - of a bigint
    message = _find_in_season(user, SeasonMessage, number)
    messages_of(user=user, season_id=message.season_id)  # if they may read it
    place = reverse("season-messages-page", args=[message.season_id])
    return Reportable(str(message.pk), message.text, place)


def _question(user: User, id: str) -> Reportable:
    ruling, place = _visible_ruling(user, id)
    return Reportable(str(ruling.pk), ruling.question, place)


def _ruling(user: User, id: str) -> Reportable:
    ruling, place = _visible_ruling(user, id)
    return Reportable(str(ruling.pk), ruling.reasons, place)


def _visible_ruling(user: User, id: str) -> tuple[Ruling, str]:
    ruling = _find_in_season(user, Ruling, _uuid(id))
    if not rulings_of(user=user, season=ruling.season).filter(pk=ruling.pk).exists():
        raise NotReportableError
    return ruling, reverse("season-ruling-page", args=[ruling.season_id, ruling.pk])


def _game(user: User, id: str) -> Reportable:
    game = table_get(user=user, game_id=_uuid(id)).game
    return Reportable(str(game.pk), game.ruling, reverse("game-page", args=[game.pk]))


def _find_in_season(user: User, model: type[M], key: Any) -> Any:
    """Return a row of a season that `user` may see."""
    row: Any = model._default_manager.select_related("season").filter(pk=key).first()
    if row is None:
        raise NotReportableError
    season_get(user=user, season_id=row.season_id)
    return row


def _entrant_place(entrant: Entrant) -> str:
    return reverse("season-entrant-page", args=[entrant.season_id, entrant.pk])


def _judges(game: Any) -> list[int | None]:
    """Return who ended a game: as moderators, which the log of their acts knows, or by a ruling."""
    ended = LogEntry.objects.filter(
        content_type=ContentType.objects.get_for_model(Game),
        object_id=str(game),
        action_flag=CHANGE,
    )
    ruled = Ruling.objects.filter(fixture__game=game).exclude(effect=Ruling.Effect.NONE)
    return [
        *ended.values_list("user_id", flat=True),
        *ruled.values_list("answered_by_id", flat=True),
    ]


def _judges_of(fixture: str) -> list[int | None]:
    row = Fixture.objects.filter(pk=fixture).first()
    return _judges(row.game_id) if row and row.game_id else []


def _organisers(**of: Any) -> list[int]:
    return list(Organiser.objects.filter(**of).values_list("user_id", flat=True))


def _handle_remove(about: str) -> None:
    """Give somebody a handle that says nothing; the old one is nobody's for a while."""
    handle_replace(user=User.objects.get(pk=about))


def _reasons_remove(about: str) -> None:
    Game.objects.filter(pk=about).update(ruling=_removed(), revision=F("revision") + 1)


def _league_remove(about: str) -> None:
    name = gettext("League {number}").format(number=UUID(about).hex[:8])
    League.objects.filter(pk=about).update(name=name, name_key=name_key(name), about=_removed())


def _replace(model: type[Model], id: str, **text: str) -> None:
    model._default_manager.filter(pk=id).update(**text)


def _removed() -> str:
    return gettext("The moderators removed this text.")


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
    "person": ReportKind(
        gettext_lazy("a person"), _person, lambda id: [int(id)], _handle_remove, goes=True
    ),
    "game": ReportKind(
        gettext_lazy("why a game was adjudicated"),
        _game,
        lambda _: (),
        _reasons_remove,
        unnamed=_judges,
    ),
    "league": ReportKind(
        gettext_lazy("the name and the description of a league"),
        _league,
        lambda id: _organisers(league=id),
        _league_remove,
    ),
    "season": ReportKind(
        gettext_lazy("the name of a season, or why it was called off"),
        _season,
        lambda id: _organisers(league__seasons=id),
    ),
    "team": ReportKind(
        gettext_lazy("the name of a team"),
        _team,
        lambda id: EntrantPlayer.objects.filter(entrant=UUID(id)).values_list("user_id", flat=True),
        lambda id: _replace(Entrant, id, team=""),
        goes=True,
    ),
    "move": ReportKind(
        gettext_lazy("why somebody plays in another division"),
        _division_move,
        lambda id: _organisers(league__seasons__entrants=id),
    ),
    "correction": ReportKind(
        gettext_lazy("why a result was corrected"),
        _correction,
        lambda id: _organisers(league__seasons__fixtures=id),
        unnamed=_judges_of,
    ),
    "message": ReportKind(
        gettext_lazy("a message to all who take part"),
        _message,
        lambda id: SeasonMessage.objects.filter(pk=id).values_list("author_id", flat=True),
        lambda id: _replace(SeasonMessage, id, text=_removed()),
        goes=True,
    ),
    "question": ReportKind(
        gettext_lazy("a question to the organisers"),
        _question,
        lambda id: Ruling.objects.filter(pk=id).values_list("asked_by_id", flat=True),
        lambda id: _replace(Ruling, id, question=_removed()),
        goes=True,
    ),
    "ruling": ReportKind(
        gettext_lazy("an answer of the organisers"),
        _ruling,
        lambda id: Ruling.objects.filter(pk=id).values_list("answered_by_id", flat=True),
        lambda id: _replace(Ruling, id, reasons=_removed()),
    ),
}
