"""The end of a season: games that are still open, the final order, and the archive.

As in `leagues.running.fixture_games`, each function takes a locked season and does a bounded part
of what is due. A season is always locked before people and games, never after
(`leagues.departures`): a game that ends does not touch the season, whose result the sweep finds
later.
"""

from datetime import timedelta
from typing import Final

from django.utils.translation import gettext_noop

from api import database_time
from games.models import Game
from games.play.adjudication import game_adjudicate
from games.refusals import GameFrozenError
from leagues.models import Fixture, Season
from leagues.results.fixture_results import void_result, void_result_of_frozen
from leagues.season import draw
from leagues.season.declared_rules import rules_of
from leagues.season.rounds import next_round
from leagues.season.schedule import ends_games, is_past_end
from leagues.stream import store, stored_standings
from leagues.stream.events import SeasonArchived, SeasonFinished, SeedRevealed

VOID_AT_ONCE: Final = 50
ARCHIVED_AFTER: Final = timedelta(days=30)
NOT_BEGUN: Final = gettext_noop("The season ended before the game began.")


def void_unplayed_games(season: Season) -> int:
    """After the end, record some fixtures without a game as void; return how many."""
    if not ends_games(season):
        return 0
    unplayed = Fixture.objects.filter(season=season, settled=False, game=None)
    fixtures = list(unplayed.order_by("number")[:VOID_AT_ONCE])
    if fixtures:
        store.append(season, [void_result(fixture, NOT_BEGUN) for fixture in fixtures])
    return len(fixtures)


def adjudicate_open_game(season: Season) -> int:
    """After the end, adjudicate a game that is still open, as declared; return whether one was.

    In a season that was called off, it is void. There is one game to a transaction: with several,
    two transactions could wait for each other's games and players in a circle. A frozen game cannot
    be adjudicated, so its fixture is void.
    """
    if not ends_games(season):
        return 0
    still_open = Fixture.objects.filter(
        season=season, settled=False, game__state=Game.State.RUNNING
    )
    fixture = still_open.order_by("number").first()
    if fixture is None or fixture.game_id is None:
        return 0
    try:
        called_off = season.state == Season.State.CALLED_OFF
        basis = "void" if called_off else rules_of(season).open_games
        game_adjudicate(game_id=fixture.game_id, basis=basis)
    except GameFrozenError:
        store.append(season, [void_result_of_frozen(fixture)])
    return 1


def finish_if_over(season: Season) -> None:
    """Record the final order of a season all of whose games are over, and reveal its seed.

    Rounds for which too few entrants are left are not played. Raises DamagedSeasonError.
    """
    more = not is_past_end(season) and next_round(season, rules_of(season))
    if more or Fixture.objects.filter(season=season, settled=False).exists():
        return
    store.check_whole(season)
    revealed = SeedRevealed(revealed=draw.reveal(season.pk))
    store.append(season, [SeasonFinished(order=stored_standings.final_order(season)), revealed])


def archive_if_old(season: Season) -> None:
    """Archive a season that has been over for 30 days."""
    over = season.state in {Season.State.FINISHED, Season.State.CALLED_OFF}
    if (
        over
        and season.archived_at is None
        and season.finished_at
        and (season.finished_at + ARCHIVED_AFTER <= database_time.now())
    ):
        store.append(season, [SeasonArchived()])
