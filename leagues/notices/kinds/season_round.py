"""The person's season or one of its rounds begins: whom they meet, with links to the games."""

from collections.abc import Iterator, Sequence
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.utils.translation import gettext, gettext_lazy, ngettext

from games.language import active_language
from leagues.contest.standings import records
from leagues.isolation import fill
from leagues.models import Bye, Entrant, Fixture, Season
from leagues.notices.kinds.season import (
    SEASON,
    entrant_of,
    event_of,
    letter_about,
    names_in,
    season_of,
    takes_part,
    when,
)
from leagues.season.declared_rules import rules_of
from leagues.season.people import list_names, names_of
from leagues.season.schedule import rounds_of
from leagues.season.substitutes import departed_in, last_of, replaced_by, substitutes_in
from leagues.season.wording import group_name
from leagues.stream import stored_standings
from leagues.stream.events import RoundPaired, SeasonEvent
from notifications.content.mails import game_url
from notifications.kinds.record import Kind
from notifications.letters import Letter, LetterEntry
from notifications.models import Notice

MOST: Final = 40  # games that a message lists


def is_current_round(notice: Notice) -> bool:
    """Return whether the person plays in the season, and this is its last round so far."""
    if not takes_part(notice):
        return False
    season = season_of(notice)
    return not rules_of(season).by_round or season.round == _round(event_of(notice))


def letter(notice: Notice) -> Letter:
    """Return whom the person meets: in this round, or in the whole season if it has no rounds."""
    season, number = season_of(notice), _round(event_of(notice))
    rules, entrant = rules_of(season), _paired_entrant(season, entrant_of(notice))
    names = names_in(season)
    if number == 1:
        title = gettext("the season begins")
        first = gettext("The season {season} of the league {league} begins.")
    else:
        title = gettext("round {round} begins").format(round=number)
        first = gettext("Round {round} of the season {season} of the league {league} begins.")
    fixtures = _fixtures(season, entrant, number if rules.by_round else None)
    end = gettext("Games that are still open when the season ends, on {end}, are ended by it.")
    return letter_about(
        season,
        title,
        fill(first, round=number, **names),
        _group(season, entrant),
        end.format(end=when(season.ends_at, notice)) if number == 1 else "",
        *_meeting(len(fixtures), _byes(entrant, number if rules.by_round else None)),
        entries=_entries(notice, season, fixtures, entrant),
    )


def _round(event: SeasonEvent) -> int:
    return event.round if isinstance(event, RoundPaired) else 0


def _paired_entrant(season: Season, entrant: Entrant | None) -> Entrant | None:
    """Return the entrant who was paired: if `entrant` is a substitute, the one they play for."""
    if entrant is None or entrant.state != Entrant.State.SUBSTITUTE:
        return entrant
    former = last_of(entrant.pk, replaced_by(substitutes_in(season.pk)))
    return Entrant.objects.get(pk=former)


def _fixtures(season: Season, entrant: Entrant | None, number: int | None) -> list[Fixture]:
    """Return the fixtures that are still to be played.

    One that has not begun is left out while nobody plays for an entrant who has withdrawn.
    """
    if entrant is None:
        return []
    found = Fixture.objects.filter(
        season=season, settled=False, entrants__icontains=str(entrant.pk)
    )
    if number is not None:
        found = found.filter(round=number)
    departed = departed_in(season.pk)
    return [
        each
        for each in found.select_related("game").order_by("number")[:MOST]
        if each.game or len(departed.staying(each.entrants)) == len(each.entrants)
    ]


def _group(season: Season, entrant: Entrant | None) -> str:
    """Return where the entrant plays; empty if there is one group only."""
    if entrant is None or entrant.division is None or entrant.group is None:
        return ""
    own = records.GroupKey(entrant.division, entrant.group)
    name = group_name(own, stored_standings.groups_of(season))
    return gettext("You play here: {group}.").format(group=name) if name else ""


def _byes(entrant: Entrant | None, number: int | None) -> str:
    """Return in which rounds the entrant has a bye, or whether in this one; empty if in none."""
    byes = Bye.objects.filter(entrant=entrant).order_by("round")
    rounds = [str(each) for each in byes.values_list("round", flat=True)]
    if number is not None:
        words = gettext("You have a bye: there is no game for you in this round.")
        return words if str(number) in rounds else ""
    words = ngettext(
        "You have a bye in round {rounds}.", "You have a bye in rounds {rounds}.", len(rounds)
    )
    return words.format(rounds=active_language().form("and", rounds)) if rounds else ""


def _meeting(games: int, byes: str) -> Iterator[str]:
    """Yield how many games are still to be played, and the byes."""
    if games:
        words = ngettext("You play {games} game:", "You play {games} games:", games)
        yield f"{byes} {words.format(games=games)}".strip()
    else:
        yield byes or gettext("None of your games is still to be played.")


def _entries(
    notice: Notice, season: Season, fixtures: Sequence[Fixture], entrant: Entrant | None
) -> list[LetterEntry]:
    """Return the opponents in each game, and where it is played if it has begun, or else when."""
    own = str(entrant.pk) if entrant else ""
    substitutes = substitutes_in(season.pk)
    met = [
        [str(last_of(UUID(each), substitutes)) for each in fixture.entrants if each != own]
        for fixture in fixtures
    ]
    names = names_of({each for others in met for each in others})
    begins = {each.number: each.starts_at for each in rounds_of(season)}
    dated = bool(rules_of(season).days_per_round)
    entries = []
    for fixture, others in zip(fixtures, met, strict=True):
        later = dated and fixture.game is None
        words = gettext("against {opponents}, from {date} at the latest")
        sentence = fill(
            words if later else gettext("against {opponents}"),
            opponents=list_names([names[each].shown for each in others]),
            date=when(begins[fixture.round], notice) if later else "",
        )
        entries.append(LetterEntry(sentence, game_url(fixture.game) if fixture.game else ""))
    return entries


SEASON_ROUND = Kind(
    key="season_round",
    label=gettext_lazy("a season or its next round begins"),
    holds=is_current_round,
    topic=SEASON,
    letter=letter,
    delay=timedelta(minutes=5),  # so that the games have begun, and have their links
)
