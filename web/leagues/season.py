"""The page of a season: its standings and games, one's own part in it, and what leads further."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from django.utils.translation import gettext

from games.models import Game
from games.reading.lists import games_of
from games.reading.tables import tables_of
from leagues.entering.declarations import call_off_reasons
from leagues.entering.registrations import occupancy_of
from leagues.models import Season
from leagues.reading.overview import byes, points_of_byes
from leagues.refusals import LeagueNotFoundError
from leagues.season.declared_rules import rules_of
from leagues.season.lookup import season_get
from leagues.season.wording import format_number
from leagues.services import is_organiser
from notifications.content.wording import moment_in
from web.frame.acts import Act, ActPage
from web.frame.game_cards import cards_of
from web.leagues.entry import own_acts, own_part, own_state
from web.leagues.group_page import registered_context, show_group, winners_of

OWN_GAMES: Final = 20
State = Season.State


class OneSeasonPage(ActPage):
    """The base of pages about a season."""

    season: Season
    organised: bool
    only_organisers: ClassVar[bool] = False

    def look(self, ids: Mapping[str, Any]) -> None:
        """Find the season; pages for organisers only hide from others."""
        self.season = season_get(user=self.user, season_id=ids["season_id"])
        self.organised = is_organiser(self.season.league_id, self.user)
        if self.only_organisers and not self.organised:
            raise LeagueNotFoundError

    def context(self) -> dict[str, Any]:
        return {
            "season": self.season,
            "league": self.season.league,
            "organised": self.organised,
            "standing": describe_season(self.season, self.zone.key),
            "called_off": call_off_reasons([self.season]).get(self.season.pk, ""),
        }

    @property
    def about(self) -> dict[str, Any]:
        """Who acts on which season, as services take it."""
        return {"user": self.person, "season_id": self.season.pk}


class SeasonDetailPage(OneSeasonPage):
    """A season: the standings of a group, its crosstable and its games, and one's own.

    The query says which group (`division`, `group`), which part of long standings (`page`), and the
    games of which round (`round`).
    """

    template = "web/season.html"

    def look(self, ids: Mapping[str, Any]) -> None:
        super().look(ids)
        self.own = own_part(self.season, self.user)

    def acts(self) -> Sequence[Act]:
        return list(own_acts(self.season, self.user, self.own)) if self.user else []

    def context(self) -> dict[str, Any]:
        """Return the standings, or before the start who is registered."""
        rules = rules_of(self.season)
        group = show_group(self.request, self.season, self.own.entrant, self.zone)
        return super().context() | {
            "own": self.own,
            "own_state": own_state(self.season, self.own),
            "occupancy": self._occupancy(rules.capacity),
            "winners": winners_of(self.season),
            **self._own_games(),
            "own_byes": self._own_byes(),
            "rules": rules,
            **(group or registered_context(self.season)),
        }

    def _occupancy(self, capacity: int) -> str:
        """Return how many places are taken, and how many people wait; empty after the start."""
        if self.season.state != State.REGISTRATION:
            return ""
        now = occupancy_of([self.season])[self.season.pk]
        told = gettext("Places taken: {taken} of {capacity}.").format(
            taken=now.taken, capacity=capacity
        )
        if not now.waiting:
            return told
        waits = gettext("On the waiting list: {number}.").format(number=now.waiting)
        return f"{told} {waits}"

    def _own_games(self) -> dict[str, Any]:
        """Return the visitor's running games of the season, those that wait for them first."""
        if self.user is None:
            return {}
        running = games_of(user=self.user, filters={"state": Game.State.RUNNING})
        games = list(running.filter(fixture__season=self.season)[:OWN_GAMES])
        cards = cards_of(tables_of(user=self.user, games=games))
        turns = [card for card in cards if card.table.seat in card.table.game.waits_for]
        return {"turns": turns, "others": [card for card in cards if card not in turns]}

    def _own_byes(self) -> list[str]:
        """Return the bye that the visitor has in the last round that was paired, if any."""
        if self.own.entrant is None or self.season.state != State.RUNNING:
            return []
        own = self.own.entrant.pk
        now = list(byes(self.season, entrant=own, round_=self.season.round))
        worth = points_of_byes(self.season, now)
        told = gettext("You have a bye in round {round} (points: {points}).")
        return [
            told.format(round=each.round, points=format_number(points))
            for each in now
            if (points := worth[each.pk].of(str(own))) or self.own.takes_part
        ]


def describe_season(season: Season, zone: str) -> str:
    rules = rules_of(season)
    told = {
        State.DRAFT: gettext("Registration opens on {opens}.")
        if season.registration_opens_at
        else gettext("Registration opens once an organiser opens it."),
        State.REGISTRATION: gettext(
            "Registration is open. The season starts on {starts} and ends on {ends}."
        ),
        State.RUNNING: gettext("The season is being played until {ends}."),
        State.FINISHED: gettext("The season ended on {over}."),
        State.CALLED_OFF: gettext("The season was called off on {over}."),
    }
    if rules.by_round and season.round:
        told[State.RUNNING] = gettext(
            "Round {round} of {rounds} is being played. The season ends on {ends}."
        )
    return told[State(season.state)].format(
        opens=moment_in(season.registration_opens_at, zone),
        starts=moment_in(season.starts_at, zone),
        ends=moment_in(season.ends_at, zone),
        over=moment_in(season.finished_at, zone),
        round=season.round,
        rounds=rules.rounds,
    )
