"""Who decides about a game: an organiser who does not play in it, if there is one."""

from collections.abc import Collection
from typing import NamedTuple
from uuid import UUID

from django.db.models import QuerySet
from django.utils.translation import gettext

from accounts.models import User
from games.models import SeatAssignment
from games.refusals import NotAllowedError
from leagues.models import Entrant, EntrantPlayer, Fixture, Organiser, Season
from leagues.season.substitutes import substitutes_after, substitutes_in


def people_at(fixture: Fixture) -> set[int]:
    """Return the people who were paired at a table, and those who substitute for them."""
    paired = {UUID(each) for each in fixture.entrants}
    rows = list(_players(paired).values_list("user", "entrant__substitute"))
    people = {user for user, _ in rows}
    if any(substitute for _, substitute in rows):
        substitutes = substitutes_in(fixture.season_id)
        following = {each for entrant in paired for each in substitutes_after(entrant, substitutes)}
        people.update(_players(following).values_list("user", flat=True))
    return people - {None}


def plays_in(user: User, fixture: Fixture) -> bool:
    """Return whether somebody plays in the game of a fixture, or was paired there."""
    return user.pk in _concerned(fixture)


def check_may_rule(user: User, fixture: Fixture) -> None:
    """Raise NotAllowedError for an organiser who plays in the game of a fixture."""
    if plays_in(user, fixture):
        refusal = gettext(
            "You play in this game, so another organiser has to rule. If there is none, offer it "
            "to somebody."
        )
        raise NotAllowedError(refusal)


def judges_of(season: Season, fixture: Fixture) -> list[int]:
    """Return the organisers who may rule in the game of a fixture, and can log in to do so."""
    found = _unconcerned(season, _concerned(fixture)).order_by("user")
    return list(found.values_list("user", flat=True))


class Stake(NamedTuple):
    """Whether somebody plays in a game, and if so, whether organisers who do not could decide."""

    plays: bool
    others: bool


def stake_of(user: User, season: Season, fixture: Fixture) -> Stake:
    """Return what somebody has to do with a game; organisers could decide if they can log in."""
    concerned = _concerned(fixture)
    if user.pk not in concerned:
        return Stake(plays=False, others=False)
    return Stake(plays=True, others=_unconcerned(season, concerned).exists())


def corrects_own_game(user: User, season: Season, fixture: Fixture) -> bool:
    """Return whether an organiser plays in the game of a fixture whose result they correct.

    Raises NotAllowedError if they do, and others could decide. If nobody else could mend a wrong
    result, they may, and everybody is shown whose game it was.
    """
    stake = stake_of(user, season, fixture)
    if stake.others:
        refusal = gettext("You play in this game, so another organiser has to correct its result.")
        raise NotAllowedError(refusal)
    return stake.plays


def moves_own_season(user: User, season: Season) -> bool:
    """Return whether an organiser plays in a running season whose dates they move.

    Raises NotAllowedError if they do, and others could decide, as `corrects_own_game` does.
    """
    states = [Entrant.State.PLAYING, Entrant.State.SUBSTITUTE]
    playing = EntrantPlayer.objects.filter(season=season, entrant__state__in=states)
    concerned = {person for person in playing.values_list("user", flat=True) if person}
    if user.pk not in concerned:
        return False
    if _unconcerned(season, concerned).exists():
        refusal = gettext("You play in this season, so another organiser has to move its dates.")
        raise NotAllowedError(refusal)
    return True


def _unconcerned(season: Season, concerned: Collection[int]) -> QuerySet[Organiser]:
    organisers = Organiser.objects.filter(league=season.league_id)
    present = organisers.filter(user__is_active=True, user__closed_at=None)
    return present.exclude(user__in=concerned)


def _players(entrants: Collection[UUID]) -> QuerySet[EntrantPlayer]:
    return EntrantPlayer.objects.filter(entrant__in=entrants)


def _concerned(fixture: Fixture) -> set[int]:
    people = people_at(fixture)
    if fixture.game_id is None:
        return people
    seated = SeatAssignment.objects.filter(game=fixture.game_id)
    return people.union(seated.values_list("user", flat=True)) - {None}
