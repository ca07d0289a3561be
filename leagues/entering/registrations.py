"""Registering for a season, waiting for a place, hiatus and withdrawal."""

from collections.abc import Iterable
from typing import Final, NamedTuple
from uuid import UUID, uuid4

from django.db import transaction
from django.db.models import Count, Q
from django.utils.translation import gettext

from accounts.models import User
from api import database_time
from games.guards import find_declining, find_people
from games.refusals import NotAllowedError
from illimat_core.messages import capitalize
from leagues.entering.claims import claims_of
from leagues.entering.gates import check_gates
from leagues.models import Entrant, EntrantPlayer, League, PartnerWish, Season
from leagues.refusals import SeasonError
from leagues.results.fixture_results import record_results_of
from leagues.rules import MOST_ENTRANTS, SeasonRules
from leagues.season.declared_rules import rules_of
from leagues.season.lookup import check_not_over, season_get, season_lock_to_change
from leagues.services import is_organiser
from leagues.stream import store
from leagues.stream.events import (
    EntrantAdmitted,
    EntrantRegistered,
    EntrantWithdrew,
    HiatusDeclared,
    SeasonEvent,
)
from quotas.records.leagues import LEAGUE_CHANGES_A_DAY
from quotas.services import spend

TAKING_PART: Final = (Entrant.State.REGISTERED, Entrant.State.PLAYING, Entrant.State.SUBSTITUTE)
State = Entrant.State


class SeasonOccupancy(NamedTuple):
    """How many places of a season are taken, and how many entrants wait for one."""

    taken: int = 0
    waiting: int = 0


@transaction.atomic
def register(
    *,
    user: User,
    season_id: UUID,
    partner: str | None = None,
    team: str = "",
    substitute: bool = False,
) -> Entrant | None:
    """Register `user` for a season, or let them wait for a place if it is full.

    As a `substitute`, they wait while the season runs to take over from somebody who withdraws.
    Somebody who has entered already, with the same partner, gets their entry again.

    A team registers once each of its two people has named the other as `partner`; until then,
    return None. It has the name that the second gives it, or else the first.
    Raises LeagueNotFoundError, NotAllowedError for somebody who is not invited, SeasonError
    `registration_closed`, `already_registered`, `shared_hiatus`, `gate_not_met` and
    `waiting_list_full`, and ValidationError for an unknown partner, or one too many or too few.
    """
    season = season_get(user=user, season_id=season_id, lock=True)
    spend(str(user.pk), LEAGUE_CHANGES_A_DAY)
    rules = rules_of(season)
    partners = _partners(user, rules, partner)
    if entered := _entered(season, [user, *partners], substitute=substitute):
        return entered
    _check_open(season, rules, substitute=substitute)
    _check_invited(season, user)
    if team and not rules.partners:
        raise SeasonError("no_partners", gettext("In this season, everybody plays alone."))
    for person in (user, *partners):
        _check_free(season, person)
    _check_hiatus(season, [user, *partners])
    check_gates(rules, user)
    for person in partners:
        wish = _settle_wish(season, user, person, team)
        if wish is None:
            return None
        team = team or wish.team
        # Before they agreed, this would tell how reliable they are, and how much they play.
        _check_invited(season, person)
        check_gates(rules, person)
    return _enter(season, rules, [user, *partners], team, user, substitute=substitute)


def occupancy_of(seasons: Iterable[Season]) -> dict[UUID, SeasonOccupancy]:
    ids = [each.pk for each in seasons]
    taken = Count("pk", filter=Q(state__in=TAKING_PART))
    waiting = Count("pk", filter=Q(state=State.WAITING))
    rows = Entrant.objects.filter(season__in=ids).values("season")
    counted = rows.annotate(taken=taken, waiting=waiting)
    found = {each["season"]: SeasonOccupancy(each["taken"], each["waiting"]) for each in counted}
    return {pk: found.get(pk, SeasonOccupancy()) for pk in ids}


@transaction.atomic
def withdraw(*, user: User, season_id: UUID) -> None:
    """Withdraw the entrant of `user`, which changes nothing if there is none.

    Before the start, the first who waits gets the place, and somebody who withdraws after dates
    have moved keeps their claim to a division. So does somebody who kept it while offering to
    substitute. Raises LeagueNotFoundError, SeasonError `season_over`.
    """
    season = season_get(user=user, season_id=season_id, lock=True)
    spend(str(user.pk), LEAGUE_CHANGES_A_DAY)
    PartnerWish.objects.filter(season=season, user=user).delete()
    entry = EntrantPlayer.objects.filter(season=season, user=user).select_related("entrant").first()
    if entry is not None:
        withdraw_entrant(season, entry.entrant, user)


@transaction.atomic
def entrant_remove(*, user: User, season_id: UUID, entrant_id: UUID) -> None:
    """Withdraw an entrant as an organiser; raises what `withdraw` does, and NotAllowedError."""
    season = season_lock_to_change(user, season_id)
    entrant = Entrant.objects.filter(season=season, pk=entrant_id).first()
    if entrant is not None:
        withdraw_entrant(season, entrant, user)


def withdraw_entrant(season: Season, entrant: Entrant, author: User | None) -> None:
    """Withdraw an entrant of a locked season, unless that was done before."""
    check_not_over(season)
    if entrant.state == State.WITHDRAWN:
        return
    record_results_of(season, entrant)
    moved = season.state == Season.State.REGISTRATION and season.moved_at is not None
    kept = entrant.state == State.WAITING and entrant.keeps_claim
    events: list[SeasonEvent] = [EntrantWithdrew(entrant=entrant.pk, keeps_claim=moved or kept)]
    registered = entrant.state == State.REGISTERED and season.state == Season.State.REGISTRATION
    if registered and (first := next_waiting(season)):
        events.append(EntrantAdmitted(entrant=first))
    store.append(season, events, author)


def next_waiting(season: Season) -> UUID | None:
    """Return who gets the next place that becomes free before the start."""
    waiting = Entrant.objects.filter(season=season, state=State.WAITING).order_by("sequence")
    return waiting.values_list("pk", flat=True).first()


@transaction.atomic
def hiatus_declare(*, user: User, season_id: UUID) -> Entrant:
    """Let `user`, with their partners in the last season, miss a season and keep their claim.

    Raises LeagueNotFoundError, SeasonError `registration_closed`, `already_registered` and
    `no_claim`.
    """
    season = season_get(user=user, season_id=season_id, lock=True)
    spend(str(user.pk), LEAGUE_CHANGES_A_DAY)
    if season.state != Season.State.REGISTRATION:
        raise SeasonError("registration_closed", gettext("Registration is not open."))
    _check_free(season, user)
    keys = [key for key in claims_of(season) if str(user.pk) in key.split(",")]
    if not keys:
        refusal = gettext("A hiatus keeps your place in a division, but you have none to keep.")
        raise SeasonError("no_claim", refusal)
    people = [int(each) for each in keys[0].split(",")]
    taken = EntrantPlayer.objects.filter(season=season, user__in=people)
    if taken.exclude(entrant__state=State.WITHDRAWN).exists():
        raise SeasonError("already_registered", gettext("Your partner is already taking part."))
    entrant_id = _store_people(season, people)
    store.append(season, [HiatusDeclared(entrant=entrant_id)], user)
    return Entrant.objects.get(pk=entrant_id)


def _enter(
    season: Season,
    rules: SeasonRules,
    people: list[User],
    team: str,
    author: User,
    *,
    substitute: bool,
) -> Entrant:
    now = occupancy_of([season])[season.pk]
    waits = substitute or now.taken >= rules.capacity
    if waits and now.waiting >= MOST_ENTRANTS:
        raise SeasonError("waiting_list_full", gettext("The waiting list is full."))
    entrant_id = _store_people(season, [person.pk for person in people])
    own = Entrant.objects.filter(pk=entrant_id)
    resting = own.filter(state=State.HIATUS).exists()
    registered = EntrantRegistered(
        entrant=entrant_id,
        waits=waits,
        keeps_claim=substitute and resting,
        confirmed=season.asked_at is not None,
    )
    store.append(season, [registered], author)
    own.update(team=team)
    return Entrant.objects.get(pk=entrant_id)


def _entered(season: Season, people: list[User], *, substitute: bool) -> Entrant | None:
    """Return the entrant that these people are already, if they wish for nothing else now."""
    own = EntrantPlayer.objects.filter(season=season, user__in=people).select_related("entrant")
    entrants = {each.entrant for each in own}
    if len(own) < len(people) or len(entrants) != 1:
        return None
    (entrant,) = entrants
    wished = {State.WAITING, State.SUBSTITUTE} if substitute else {State.WAITING, *TAKING_PART}
    return entrant if entrant.state in wished else None


def _find_entrant_id(season: Season, people: list[int]) -> UUID:
    """Return the id of the entrant that these people were before they withdrew, or a new one.

    Somebody who withdrew from another entrant leaves it for good.
    """
    former = EntrantPlayer.objects.filter(season=season, user__in=people).select_related("entrant")
    ids = {each.entrant_id for each in former}
    if len(ids) == 1:
        (only,) = ids
        whole = EntrantPlayer.objects.filter(entrant=only).values_list("user", flat=True)
        if set(whole) == set(people):
            return only
    former.update(user=None)
    return uuid4()


def _store_people(season: Season, people: list[int]) -> UUID:
    """Store whose entrant is about to be registered, so that they are told; return its id."""
    entrant_id = _find_entrant_id(season, people)
    EntrantPlayer.objects.bulk_create(
        (EntrantPlayer(season=season, entrant_id=entrant_id, user_id=each) for each in people),
        ignore_conflicts=True,  # of people who return
    )
    return entrant_id


def _check_open(season: Season, rules: SeasonRules, *, substitute: bool) -> None:
    late = rules.late_entry_until
    running = season.state == Season.State.RUNNING
    if substitute:
        if not running:
            refusal = gettext("You can offer to substitute once the season is running.")
            raise SeasonError("not_running", refusal)
        return
    if season.state == Season.State.REGISTRATION or (
        running and late is not None and database_time.now() < late
    ):
        return
    raise SeasonError("registration_closed", gettext("Registration is not open."))


def _check_invited(season: Season, user: User) -> None:
    league = season.league
    if league.access != League.Access.INVITATION or is_organiser(league.pk, user):
        return
    if not league.invitations.filter(user=user, declined_at=None).exists():
        raise NotAllowedError(gettext("Only people who are invited can register."))


def _partners(user: User, rules: SeasonRules, partner: str | None) -> list[User]:
    if not rules.partners and partner is None:
        return []
    if not rules.partners:
        raise SeasonError("no_partners", gettext("In this season, everybody plays alone."))
    if partner is None or partner.lower() == user.handle.lower():
        raise SeasonError("partner_missing", gettext("Name the partner with whom you play."))
    return list(find_people([partner], "partner"))


def _settle_wish(season: Season, user: User, partner: User, team: str) -> PartnerWish | None:
    """Remove and return the wish of a partner who has named `user`, or store that of `user`.

    A partner who has blocked `user` does not agree. Raises ValidationError if `user` blocked them.
    """
    wishes = PartnerWish.objects.filter(season=season)
    agrees = not find_declining(user, [partner], "partner")
    theirs = wishes.filter(user=partner, partner=user).first() if agrees else None
    if theirs is not None:
        wishes.filter(user__in=[user, partner]).delete()
        return theirs
    given = {"partner": partner, "team": team}
    wishes.update_or_create(season=season, user=user, defaults=given)
    return None


def _check_free(season: Season, person: User) -> None:
    entries = EntrantPlayer.objects.filter(season=season, user=person)
    found = entries.select_related("entrant").first()
    if found is None:
        return
    if found.entrant.state != State.HIATUS and not is_out_before_start(season, found.entrant):
        refusal = gettext(
            "{handle} is already taking part in this season, or has withdrawn from it."
        )
        said = capitalize(refusal.format(handle=person.handle))
        raise SeasonError("already_registered", said)


def is_out_before_start(season: Season, entrant: Entrant) -> bool:
    """Return whether an entrant withdrew before the start, or had not confirmed by then."""
    return entrant.withdrawn_at is not None and (
        season.started_at is None or entrant.withdrawn_at <= season.started_at
    )


def _check_hiatus(season: Season, people: list[User]) -> None:
    """Raise SeasonError if this entry would end a hiatus of somebody else, too."""
    resting = Entrant.objects.filter(season=season, state=State.HIATUS, players__user__in=people)
    others = EntrantPlayer.objects.filter(entrant__in=resting).exclude(user__in=people)
    if other := others.exclude(user=None).select_related("user").first():
        refusal = gettext(
            "You or your partner miss this season in a team with {handle}, which would lose its "
            "place. First, that team has to withdraw."
        )
        raise SeasonError("shared_hiatus", refusal.format(handle=other.user and other.user.handle))
