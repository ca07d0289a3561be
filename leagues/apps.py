"""Registers leagues with Django."""

from django.apps import AppConfig

from leagues.immutability import guard


class LeaguesConfig(AppConfig):
    """Registers what other apps use of leagues, and protects season events."""

    name = "leagues"

    def ready(self) -> None:
        # Importing registers them.
        from games.reading.tables import SHOWN_BY_LEAGUES  # noqa: PLC0415 - likewise
        from games.season_games import SEASONS_OF  # noqa: PLC0415 - models must be loaded first
        from games.workers.verification import VERIFIED, Verified  # noqa: PLC0415 - likewise
        from leagues import departures  # noqa: F401, PLC0415
        from leagues.api import codes, problems  # noqa: F401, PLC0415
        from leagues.entering import league_invitations  # noqa: F401, PLC0415
        from leagues.models import Season  # noqa: PLC0415 - likewise
        from leagues.notices import receivers  # noqa: F401, PLC0415
        from leagues.notices.kinds import SEASON_KINDS  # noqa: PLC0415 - likewise
        from leagues.outputs import own_data  # noqa: F401, PLC0415 - likewise
        from leagues.season.season_games import seasons_found  # noqa: PLC0415 - likewise
        from leagues.services import games_shown_to  # noqa: PLC0415 - likewise
        from leagues.stream import store  # noqa: PLC0415
        from notifications.kinds import kinds_add  # noqa: PLC0415 - likewise

        kinds_add(*SEASON_KINDS)
        SHOWN_BY_LEAGUES.append(games_shown_to)
        SEASONS_OF.append(seasons_found)
        VERIFIED.append(Verified(Season, store.verify))
        guard()
