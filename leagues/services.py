"""Leagues and their organisers; each function is one transaction.

Whatever changes a league locks its row first. Each raises LeagueNotFoundError if the person may
not know of the league, and NotAllowedError for anybody but an organiser.
"""

from typing import Any, Final
from uuid import UUID

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Exists, F, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone
from django.utils.translation import gettext

from accounts.handles import has_handle
from accounts.models import User
from api.leases import lock_unlocked
from games.models import Game
from games.refusals import NotAllowedError
from leagues.models import OVER, EntrantPlayer, Fixture, League, LeagueInvitation, Organiser
from leagues.refusals import LeagueNotFoundError, SeasonError
from leagues.spelling import name_key
from quotas.records.leagues import LEAGUE_CHANGES_A_DAY, LEAGUES
from quotas.services import check, spend

Role = LeagueInvitation.Role
NEWEST_FIRST: Final = ("-created_at", "-id")
VISIBILITY: Final = {
    League.Access.PUBLIC: Game.Visibility.PUBLIC,
    League.Access.LINK: Game.Visibility.LINK,
    League.Access.INVITATION: Game.Visibility.PRIVATE,
}
"""Who may see the games of a league, by who may see the league."""
MOST_SHOWN: Final = 500  # games that one transaction shows to other people


def leagues_public() -> QuerySet[League]:
    """Return the leagues that everybody may see, except those that are closed."""
    return League.objects.filter(access=League.Access.PUBLIC, closed_at=None)


def leagues_of(*, user: User) -> QuerySet[League]:
    """Return the leagues that `user` organises, plays in or is invited to."""
    return League.objects.filter(concerns(user, OuterRef("pk")))


def leagues_open(*, user: User) -> QuerySet[League]:
    """Return the leagues that `user` organises and that are not closed."""
    return League.objects.filter(organisers__user=user, closed_at=None)


def concerns(user: User | Subquery, league: OuterRef) -> Q:
    """Return whether a league is one that `user` organises, plays in or is invited to."""
    return (
        Q(Exists(Organiser.objects.filter(league=league, user=user)))
        | Q(Exists(LeagueInvitation.objects.filter(league=league, user=user, declined_at=None)))
        | Q(Exists(EntrantPlayer.objects.filter(season__league=league, user=user)))
    )


def leagues_concerning(user: User) -> QuerySet[Any, UUID]:
    """Return the ids of the leagues that concern `user`, found from what they have in them."""
    organised = Organiser.objects.filter(user=user).order_by()
    asked = LeagueInvitation.objects.filter(user=user, declined_at=None).order_by()
    played = EntrantPlayer.objects.filter(user=user).order_by()
    return organised.values_list("league", flat=True).union(
        asked.values_list("league", flat=True),
        played.values_list("season__league", flat=True),
        all=True,
    )


def games_shown_to(user: User) -> Q:
    theirs = Fixture.objects.filter(concerns(user, OuterRef("season__league")))
    return Q(Exists(theirs.filter(game=OuterRef("pk"))))


def may_find(user: User | Subquery | None, league: str) -> Q:
    """Return which rows, whose league is `league`, are of leagues that `user` may find.

    Those are the public ones and those that concern `user`. A league by link can be seen by its
    address, too, which nobody finds elsewhere.
    """
    public = Q(**{f"{league}__access": League.Access.PUBLIC})
    return public | concerns(user, OuterRef(league)) if user else public


def league_get(*, user: User | None, league_id: UUID, lock: bool = False) -> League:
    """Return a league that `user` may see; None is anybody. Raises LeagueNotFoundError."""
    found = League.objects.filter(pk=league_id)
    open_to_all = Q(access__in=[League.Access.PUBLIC, League.Access.LINK])
    found = found.filter(open_to_all | concerns(user, OuterRef("pk")) if user else open_to_all)
    if lock:
        found = found.select_for_update(no_key=True)
    league = found.first()
    if league is None:
        raise LeagueNotFoundError
    return league


def league_lock(league_id: UUID) -> League:
    return League.objects.select_for_update(no_key=True).get(pk=league_id)


def is_organiser(league_id: UUID, user: User | None) -> bool:
    return user is not None and Organiser.objects.filter(league=league_id, user=user).exists()


def check_organiser(league_id: UUID, user: User) -> None:
    """Raise NotAllowedError for anybody but an organiser."""
    if not is_organiser(league_id, user):
        raise NotAllowedError(gettext("Only an organiser of the league may do this."))


def change_spend(league_id: UUID, user: User) -> None:
    """Count a change by an organiser; raises NotAllowedError for anybody else, and QuotaError."""
    check_organiser(league_id, user)
    spend(str(user.pk), LEAGUE_CHANGES_A_DAY)


def check_not_closed(league: League) -> None:
    """Raise SeasonError for a league that is closed."""
    if league.closed_at is not None:
        raise SeasonError("league_closed", gettext("This league is closed."))


@transaction.atomic
def league_create(*, user: User, name: str, about: str = "", access: str = "public") -> League:
    """Create a league that `user` organises.

    Raises ValidationError for the name of another public league, and QuotaError for a league too
    many.
    """
    spend(str(user.pk), LEAGUE_CHANGES_A_DAY)
    check(LEAGUES, leagues_open(user=user).count())
    league = League(name=name, name_key=name_key(name), about=about, access=access)
    _save(league)
    Organiser.objects.create(league=league, user=user)
    return league


@transaction.atomic
def league_change(*, user: User, league_id: UUID, **members: Any) -> League:
    """Change the name, the description or the access of a league; its games are shown accordingly.

    Raises ValidationError for a public league with the name of another.
    """
    league = league_lock_to_change(user, league_id)
    if members.get("name") == league.name:
        del members["name"]  # an older name, if sent as the form shows it, stays unchanged
    if "name" in members:
        league.name_key = name_key(members["name"])
    for member, value in members.items():
        setattr(league, member, value)
    if "access" in members:
        _show_games(league)
    _save(league)
    return league


@transaction.atomic
def league_close(*, user: User, league_id: UUID) -> League:
    """Close a league, which then has no more seasons and is not listed; again changes nothing.

    Its invitations are deleted. Raises SeasonError `seasons_not_over`.
    """
    league = league_lock_to_change(user, league_id)
    if league.closed_at is None:
        if league.seasons.exclude(state__in=OVER).exists():
            refusal = gettext(
                "A season of this league is not over. Wait for its end, or call it off."
            )
            raise SeasonError("seasons_not_over", refusal)
        league.invitations.all().delete()
        league.closed_at = timezone.now()
        league.save(update_fields=["closed_at"])
    return league


@transaction.atomic
def organiser_remove(*, user: User, league_id: UUID, handle: str) -> None:
    """Take the rights of an organiser, who may be `user`, or withdraw the offer to become one.

    For anybody else, it changes nothing. Raises SeasonError `last_organiser`.
    """
    league = league_lock_to_change(user, league_id)
    league.invitations.filter(has_handle(handle, "user"), role=Role.ORGANISER).delete()
    found = league.organisers.filter(has_handle(handle, "user")).first()
    if found is None:
        return
    if league.organisers.count() == 1:
        refusal = gettext(
            "A league needs an organiser. Offer it to somebody else, and leave once they accept."
        )
        raise SeasonError("last_organiser", refusal)
    found.delete()


def league_lock_to_change(user: User, league_id: UUID) -> League:
    """Lock a league for a change by an organiser, which is counted.

    Raises LeagueNotFoundError, NotAllowedError for anybody else, and QuotaError.
    """
    league = league_get(user=user, league_id=league_id, lock=True)
    change_spend(league.pk, user)
    return league


@transaction.atomic
def show_more_games() -> bool:
    """Show more games of a league to those who may see it now; return whether there was one."""
    league = lock_unlocked(League.objects.filter(games_follow=False)).first()
    if league is None:
        return False
    _show_games(league)
    league.save(update_fields=["games_follow"])
    return True


def _show_games(league: League) -> None:
    """Show at most `MOST_SHOWN` games of a league, which is locked, to those who may see it now.

    The sweep shows the others.
    """
    shown = VISIBILITY[League.Access(league.access)]
    others = Game.objects.filter(fixture__season__league=league).exclude(visibility=shown)
    in_order = others.order_by("pk").select_for_update(no_key=True, of=("self",))
    locked = list(in_order.values_list("pk", flat=True)[:MOST_SHOWN])
    Game.objects.filter(pk__in=locked).update(visibility=shown, revision=F("revision") + 1)
    league.games_follow = len(locked) < MOST_SHOWN


def _save(league: League) -> None:
    """Save a league; raises ValidationError for a public one with the name of another."""
    try:
        with transaction.atomic():
            league.save()
    except IntegrityError as error:  # somebody else may have taken it since
        taken = gettext("A public league with this name already exists. Choose another name.")
        raise ValidationError({"name": ValidationError(taken, "name_taken")}) from error
