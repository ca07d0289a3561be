"""Errors for refused requests about a league; `leagues.api.problems` converts them to problems."""

from uuid import UUID

from games.refusals import DamageError


class LeagueNotFoundError(Exception):
    """There is no such league or season, or this person may not know of it."""


class SeasonError(Exception):
    """The league or season is in the wrong state.

    `code` is for programs, the message for people.
    """

    def __init__(self, code: str, detail: str) -> None:
        super().__init__(detail)
        self.code = code


class PlanChangedError(Exception):
    """The plan that was confirmed is not the one that would be carried out now.

    A message is for people; without one, the API says what may have changed.
    """


class DamagedSeasonError(DamageError):
    """The stored events of a season are not as they were written: it neither starts nor ends."""

    def __init__(self, season_id: UUID, damage: str) -> None:
        super().__init__(f"Season {season_id} can neither start nor end.", damage)
        self.season_id = season_id
