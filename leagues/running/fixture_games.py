"""A running season: beginning the games of its fixtures, and rounds.

Each function takes a locked season and does a bounded part of what is due; the sweep calls them
until nothing is left. What was done is recorded by an event, so nothing is done twice.
"""

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from typing import Any, Final
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext_noop

from accounts.models import User
from api import database_time
from games.making.arrangement import game_arrange
from games.models import Game
from leagues.contest.formats.records import Entrant as Team
from leagues.contest.formats.records import seats
from leagues.models import Entrant, EntrantPlayer, Fixture, League, Season
from leagues.results.fixture_results import void_result
from leagues.rules import SeasonRules
from leagues.running.pairings import pair_round
from leagues.season.declared_rules import rules_of
from leagues.season.rounds import next_round
from leagues.season.schedule import dates_of_rounds, is_past_end, last_round_come
from leagues.season.substitutes import last_of, replaced_by, substitutes_in
from leagues.services import VISIBILITY, league_lock
from leagues.stream import store, stored_standings
from leagues.stream.events import GamesArranged, GroupFilled, SeasonEvent

GAMES_AT_ONCE: Final = 10
GONE: Final = gettext_noop("One of its players withdrew before it began.")


def arrange_games(season: Season) -> int:
    """Begin the games of some fixtures that have none; return of how many fixtures that was.

    A fixture with an entrant who has withdrawn is void, unless a substitute plays for them.
    """
    if is_past_end(season):
        return 0
    rules = rules_of(season)
    fixtures = list(_fixtures_due(season, rules).order_by("number")[:GAMES_AT_ONCE])
    if not fixtures:
        return 0
    players = _players(season, fixtures)
    season.league = league_lock(season.league_id)  # which says who may see the games
    begun: dict[UUID, UUID] = {}
    events: list[SeasonEvent] = []
    for fixture in fixtures:
        teams = [players.get(each) for each in fixture.entrants]
        present = [team for team in teams if team]
        if len(present) < len(teams):
            events.append(void_result(fixture, GONE))
        else:
            begun[fixture.pk] = _begin(season, rules, present).pk
    if begun:
        events.append(GamesArranged(games=begun))
    store.append(season, events)
    return len(fixtures)


def _fixtures_due(season: Season, rules: SeasonRules) -> QuerySet[Fixture]:
    """Return the fixtures whose games begin now.

    If rounds have dates, these are those of rounds whose date has come, or, once all games are
    over, of the next one.
    """
    unsettled = Fixture.objects.filter(season=season, settled=False)
    waiting = unsettled.filter(game=None)
    come = last_round_come(season, rules, database_time.now())
    if come is None:
        return waiting
    due = waiting.filter(round__lte=come)
    if due.exists() or unsettled.exclude(game=None).exists():
        return due
    return waiting.filter(round=waiting.order_by("round").values("round")[:1])


def pair_next_round(season: Season) -> None:
    """Pair the next round of a season whose format is by round, if it is time.

    That is once all games are over, or when the time for the round begins. Late entrants join.
    Entrants who withdrew are left out, unless a substitute plays on for them: then the points of
    both count.
    """
    rules = rules_of(season)
    if season.round >= rules.rounds or is_past_end(season):
        return
    begins = dates_of_rounds(season)[season.round]
    open_games = Fixture.objects.filter(season=season, settled=False).exists()
    if open_games and database_time.now() < begins:
        return
    following = next_round(season, rules)
    if following is None:
        return
    events: list[SeasonEvent] = []
    if following.late:
        late = tuple(map(UUID, following.late))
        events.append(GroupFilled(division=following.joined, group=0, entrants=late))
    points = _points(season)
    groups = [
        (division, 0, names, {name: points[name] for name in names})
        for division, names in following.divisions.items()
    ]
    events += pair_round(season, rules, groups, season.round + 1)
    store.append(season, events)


def _points(season: Season) -> Mapping[str, Fraction]:
    """Return the points by which entrants are paired: their own, and those of their substitutes."""
    rows = [row for division in stored_standings.read(season).values() for row in division]
    replaced = replaced_by(substitutes_in(season.pk))
    points: dict[str, Fraction] = defaultdict(Fraction)
    for row in rows:
        points[str(last_of(UUID(row.entrant), replaced))] += row.points
    return points


def _begin(season: Season, rules: SeasonRules, teams: list[list[User]]) -> Game:
    people = {str(user.pk): user for team in teams for user in team}
    records = [Team("", tuple(str(user.pk) for user in team)) for team in teams]
    return game_arrange(
        players=[people[key] for key in seats(records)],
        options=rules.options,
        control=rules.clock,
        leavers=rules.leavers,
        excuses=rules.excuses,
        pauses=rules.pauses,
        visibility=VISIBILITY[League.Access(season.league.access)],
    )


def _players(season: Season, fixtures: list[Fixture]) -> Mapping[str, list[User]]:
    """Return who plays for the entrants of fixtures; nobody for one who withdrew, or is gone."""
    named = {each for fixture in fixtures for each in fixture.entrants}
    substitutes = substitutes_in(season.pk)
    plays = {last_of(UUID(each), substitutes): each for each in named}
    withdrawn = Entrant.objects.filter(pk__in=plays, state=Entrant.State.WITHDRAWN)
    for gone in withdrawn.values_list("pk", flat=True):
        del plays[gone]
    found: dict[str, Any] = {}
    players = EntrantPlayer.objects.filter(entrant__in=plays).select_related("user")
    for player in players.order_by("pk"):
        found.setdefault(plays[player.entrant_id], []).append(player.user)
    return {name: users for name, users in found.items() if None not in users}
