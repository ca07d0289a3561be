"""Recording the results of games that are over."""

import logging
from typing import Any, Final

from games.models import Game
from games.refusals import GameFrozenError
from leagues.models import Entrant, Fixture, Season
from leagues.results import finish
from leagues.results.outcomes import result_of_game
from leagues.season.substitutes import last_of, replaced_by, substitutes_in
from leagues.stream import store
from leagues.stream.events import ResultRecorded

AT_ONCE: Final = 50
OVER: Final = (Game.State.FINISHED, Game.State.CALLED_OFF)

logger = logging.getLogger("leagues.recording")


def record_results(season: Season, **which: Any) -> int:
    """Record the results of some games of a locked season that are over; return of how many.

    A frozen game has none until it is whole again, or the season ends.
    """
    over = Fixture.objects.filter(season=season, settled=False, game__state__in=OVER, **which)
    fixtures = list(over.select_related("game").order_by("number")[:AT_ONCE])
    results = [each for fixture in fixtures if (each := _result(season, fixture))]
    if results:
        store.append(season, results)
    return len(results)


def record_results_of(season: Season, entrant: Entrant) -> None:
    """Record the results of an entrant's games that are over, before they withdraw.

    So whoever has withdrawn gets no more of games whose results arrive later.
    """
    paired = last_of(entrant.pk, replaced_by(substitutes_in(season.pk)))
    record_results(season, seats__entrant=paired)


def _result(season: Season, fixture: Fixture) -> ResultRecorded | None:
    """Return the result of a fixture; None while its game is frozen, and void after the end."""
    if fixture.game is None:
        return None
    try:
        return result_of_game(fixture, fixture.game)
    except GameFrozenError as error:
        logger.warning("A result waits: %s", error, extra={"game": str(fixture.game_id)})
        return finish.void_result_of_frozen(fixture) if finish.ends_games(season) else None
