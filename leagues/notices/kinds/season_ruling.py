"""A player asks the organisers for a ruling, or one of them has answered."""

from typing import Final

from django.conf import settings
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy

from leagues.isolation import begin, fill
from leagues.models.rulings import Ruling
from leagues.notices.kinds.season import letter_about, names_in
from leagues.season.impartiality import plays_in
from leagues.services import is_organiser
from notifications.kinds.record import Kind
from notifications.letters import Letter, Topic
from notifications.models import Notice

ASKED: Final = 0
ANSWERED: Final = 1
"""The versions of what is told of a ruling."""


def _page_of(ruling_id: str) -> str:
    season = Ruling.objects.values_list("season", flat=True).get(pk=ruling_id)
    return f"{settings.BASE_URL}{reverse('season-ruling-page', args=[season, ruling_id])}"


RULING: Final = Topic(name="ruling", url=_page_of)


def is_news(notice: Notice) -> bool:
    """Return whether the question is open, for an organiser, or the answer is still kept."""
    ruling = _ruling(notice)
    if ruling is None or notice.person is None:
        return False
    if notice.version == ANSWERED:
        return True
    return ruling.answered_at is None and is_organiser(ruling.season.league_id, notice.person)


def letter(notice: Notice) -> Letter:
    ruling = _ruling(notice)
    if ruling is None:
        raise ValueError(f"The ruling of notice {notice.pk} is gone.")
    season, names = ruling.season, names_in(ruling.season) | {"number": ruling.fixture.number}
    if notice.version == ASKED:
        words = gettext(
            "{player} asks the organisers of the league {league} for a ruling at table {number} of "
            "the season {season}:"
        )
        return letter_about(
            season,
            gettext("a question about table {number}").format(**names),
            _another(notice, ruling),
            begin(fill(words, player=ruling.asked_by.handle, **names)),
            quoted=ruling.question,
            because=gettext("You get this mail because you organise this league."),
            url=_page_of(notice.about),
            action=gettext("Open the question"),
        )
    words = (
        gettext(
            "An organiser has answered your question about table {number} of the season {season} "
            "of the league {league}. {effect}"
        )
        if ruling.answered_by_id
        else gettext(
            "The operator of the server has answered your question about table {number} of the "
            "season {season} of the league {league}. {effect}"
        )
    )
    return letter_about(
        season,
        gettext("a ruling at table {number}").format(**names),
        fill(words, effect=_effect(ruling), **names),
        quoted=ruling.reasons,
        because=gettext("You get this mail because you asked for a ruling."),
        url=_page_of(notice.about),
        action=gettext("Open the ruling"),
    )


def _another(notice: Notice, ruling: Ruling) -> str:
    """Return what an organiser can do who plays in the game; empty for others."""
    if notice.person is None or not plays_in(notice.person, ruling.fixture):
        return ""
    return gettext(
        "You play in this game, so another organiser has to rule. If there is none, offer it to "
        "somebody."
    )


def _effect(ruling: Ruling) -> str:
    match ruling.effect:
        case Ruling.Effect.PLACES:
            return gettext("The game is over, with the places that were ruled. The reasons:")
        case Ruling.Effect.VOID:
            return gettext("The game is void. The reasons:")
        case _:
            return gettext("The game goes on unchanged. The reasons:")


def _ruling(notice: Notice) -> Ruling | None:
    found = Ruling.objects.filter(pk=notice.about)
    return found.select_related("season__league", "fixture", "asked_by").first()


SEASON_RULING = Kind(
    key="season_ruling",
    label=gettext_lazy("a question to organisers, or their ruling"),
    holds=is_news,
    topic=RULING,
    letter=letter,
)
