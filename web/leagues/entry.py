"""Entering a season, and leaving it: what somebody may do about their own part in it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext

from accounts.models import User
from api import database_time
from leagues.entering import attendance, registrations
from leagues.entering.claims import claims_of
from leagues.entering.registrations import is_out_before_start
from leagues.inputs.entrants import EntrantSerializer, MoveAnswerSerializer
from leagues.models import OVER, Entrant, EntrantPlayer, PartnerWish, Season
from leagues.office import transfers
from leagues.outputs.entrants import Move, move_of
from leagues.rules import SeasonRules
from leagues.season.declared_rules import rules_of
from leagues.spelling import NAME_LENGTH
from notifications.content.wording import moment_in
from web.frame.acts import Act, Done
from web.frame.forms import FormField

LONGEST_HANDLE: Final = 64
State = Entrant.State
BEFORE_START: Final = {State.REGISTERED, State.WAITING}


class Own(NamedTuple):
    """Somebody's own part in a season: their entrant, and the partner whom they have named."""

    entrant: Entrant | None = None
    partner: str = ""

    @property
    def takes_part(self) -> bool:
        """Whether they have an entrant who has not withdrawn."""
        return self.entrant is not None and self.entrant.state != State.WITHDRAWN

    def is_to_confirm(self, season: Season) -> bool:
        """Whether they are asked to confirm that they will play, and have not."""
        asked = season.asked_at is not None and season.state == Season.State.REGISTRATION
        entered = self.entrant is not None and self.entrant.state in BEFORE_START
        return asked and entered and not (self.entrant and self.entrant.confirmed)

    @property
    def move(self) -> Move | None:
        """The division to which an organiser has moved them, or asks them to agree to."""
        return move_of(self.entrant) if self.entrant else None

    def is_asked_lower(self, season: Season) -> bool:
        open_still = season.state == Season.State.REGISTRATION
        return open_still and self.move is not None and self.move.agreed is False


def own_part(season: Season, user: User | None) -> Own:
    if user is None:
        return Own()
    entry = EntrantPlayer.objects.filter(season=season, user=user).select_related("entrant").first()
    wish = PartnerWish.objects.filter(season=season, user=user).select_related("partner").first()
    return Own(entry.entrant if entry else None, wish.partner.handle if wish else "")


def own_state(season: Season, own: Own) -> str:
    """Return what somebody does in a season, in a sentence; empty for nothing."""
    if own.partner and not own.takes_part:
        return gettext(
            "You have named {partner} as your partner. You are registered once they name you, too."
        ).format(partner=own.partner)
    if own.entrant is None or season.state == Season.State.CALLED_OFF:
        return ""
    told = {
        State.REGISTERED: gettext("You are registered."),
        State.WAITING: gettext("You are waiting for a place."),
        State.HIATUS: gettext("You miss this season and keep your place in the league."),
        State.PLAYING: "",
        State.SUBSTITUTE: gettext("You play for somebody who withdrew."),
        State.WITHDRAWN: gettext("You have withdrawn from this season."),
    }
    if season.state == Season.State.FINISHED:
        told |= {
            State.WAITING: "",
            State.HIATUS: gettext("You missed this season and kept your place in the league."),
            State.SUBSTITUTE: gettext("You played for somebody who withdrew."),
        }
    said = [told[State(own.entrant.state)], _attends(season, own), _moved(season, own)]
    return " ".join(filter(None, said))


def _moved(season: Season, own: Own) -> str:
    """Return to which division an organiser has moved somebody, and why; empty if to none."""
    if own.move is None or own.is_asked_lower(season):
        return ""
    words = gettext("An organiser has moved you to division {division}: {reason}")
    return words.format(division=own.move.division, reason=own.move.reason)


def _attends(season: Season, own: Own) -> str:
    """Return whether somebody has confirmed that they will play; empty if they need not."""
    if own.is_to_confirm(season):
        return gettext("Please confirm that you will play.")
    before_start = season.state == Season.State.REGISTRATION and own.takes_part
    if before_start and own.entrant and own.entrant.confirmed:
        return gettext("You have confirmed that you will play.")
    return ""


def own_acts(season: Season, user: User, own: Own) -> Iterator[Act]:
    about: dict[str, Any] = {"user": user, "season_id": season.pk}
    yield _offer_confirming(about, season, own)
    yield from _offer_division(about, own, asked=own.is_asked_lower(season))
    yield _offer_entering(about, season, own)
    yield _offer_substituting(about, season, own)
    yield _offer_hiatus(about, season, own)
    yield _offer_withdrawing(about, season, own)


def _offer_confirming(about: dict[str, Any], season: Season, own: Own) -> Act:
    return Act(
        "confirm",
        gettext("Will you play?"),
        gettext("I will play"),
        lambda _: attendance.attendance_confirm(**about),
        intro=gettext(
            "The season starts on {start}. Entrants who have not confirmed by then do not play."
            " If you cannot play, please withdraw."
        ).format(start=moment_in(season.starts_at, about["user"].time_zone)),
        told=gettext("Thank you: you have confirmed that you will play."),
        offered=own.is_to_confirm(season),
    )


def _offer_entering(about: dict[str, Any], season: Season, own: Own) -> Act:
    rules = rules_of(season)
    may_enter = not own.takes_part and _admits_entrants(season, rules)
    full = may_enter and _is_full(season, rules)
    return Act(
        "register",
        gettext("Join the waiting list") if full else gettext("Enter this season"),
        gettext("Join the waiting list") if full else gettext("Enter"),
        _entering(about),
        _team_fields() if rules.partners else [],
        EntrantSerializer,
        intro=" ".join(_on_entering(rules, full=full)),
        offered=may_enter and not _has_left(season, own),
    )


def _offer_substituting(about: dict[str, Any], season: Season, own: Own) -> Act:
    return Act(
        "substitute",
        gettext("Offer to substitute"),
        gettext("Wait as a substitute"),
        _entering(about, substitute=True),
        _team_fields() if rules_of(season).partners else [],
        EntrantSerializer,
        intro=gettext(
            "You take over all open games of somebody who withdraws, as soon as you are first "
            "on the waiting list, without being asked again. If somebody has withdrawn already "
            "and nobody plays for them, that can be within a minute."
        ),
        offered=season.state == Season.State.RUNNING
        and not own.takes_part
        and not _has_left(season, own),
        folded=True,
    )


def _offer_hiatus(about: dict[str, Any], season: Season, own: Own) -> Act:
    return Act(
        "hiatus",
        gettext("Miss this season"),
        gettext("Miss this season and keep my place"),
        lambda _: registrations.hiatus_declare(**about),
        intro=gettext(
            "Your last season gives you a place in a division. You keep it for two seasons at most."
        ),
        told=gettext("You miss this season and keep your place."),
        offered=season.state == Season.State.REGISTRATION
        and not own.takes_part
        and _has_played(season, about["user"]),
        folded=True,
    )


def _offer_withdrawing(about: dict[str, Any], season: Season, own: Own) -> Act:
    return Act(
        "withdraw",
        gettext("Withdraw from this season"),
        gettext("Withdraw"),
        lambda _: registrations.withdraw(**about),
        intro=" ".join(_on_withdrawing(season, about["user"], own)),
        told=gettext("You have withdrawn."),
        offered=(own.takes_part or bool(own.partner)) and season.state not in OVER,
        folded=True,
        final=True,
    )


def _admits_entrants(season: Season, rules: SeasonRules) -> bool:
    if season.state == Season.State.RUNNING and rules.late_entry_until:
        return database_time.now() < rules.late_entry_until
    return season.state == Season.State.REGISTRATION


def _has_left(season: Season, own: Own) -> bool:
    """Return whether somebody withdrew from a running season after its start."""
    running = season.state == Season.State.RUNNING
    return running and own.entrant is not None and not is_out_before_start(season, own.entrant)


def _is_full(season: Season, rules: SeasonRules) -> bool:
    """Return whether a person who enters now would wait for a place."""
    return registrations.occupancy_of([season])[season.pk].taken >= rules.capacity


def _on_entering(rules: SeasonRules, *, full: bool) -> Iterator[str]:
    """Yield what somebody should know before they enter a season."""
    if full:
        yield gettext(
            "All places are taken. If somebody withdraws, the first person on the waiting list "
            "gets the place."
        )
    yield gettext("You play with the clock and the rules of this season to its end.")
    if rules.partners:
        yield gettext("You are entered once you and your partner have named each other.")


def _on_withdrawing(season: Season, user: User, own: Own) -> Iterator[str]:
    """Yield what follows if somebody withdraws from a season that is not over."""
    if season.state != Season.State.RUNNING:
        yield gettext("You may enter again while registration is open.")
        if season.moved_at and own.takes_part and _has_claim(season, user):
            yield gettext("You keep your place in a division.")
    elif own.entrant and own.entrant.state == State.WAITING:
        yield gettext("This is for good: you cannot take part in this season any more.")
    else:
        yield gettext(
            "This is for good. You leave your games, which a substitute takes over if one waits, "
            "and you are not paired again."
        )
        yield gettext(
            "If fewer than half of your games are finished by then, you come last. Those games "
            "are then void for everybody, also for the others at your tables."
        )


def _offer_division(about: dict[str, Any], own: Own, *, asked: bool) -> Iterator[Act]:
    """Yield agreeing to a lower division, and declining it."""
    division, reason = (own.move.division, own.move.reason) if own.move else (0, "")
    asks = gettext(
        "An organiser asks you to play in division {division}, which is lower than the one that "
        "you would play in now: {reason}"
    ).format(division=division, reason=reason)
    usual = Act(
        "agree",
        gettext("Another division"),
        gettext("I agree"),
        lambda members: transfers.move_answer(
            **about, agree=members["agree"], division=members["division"] - 1
        ),
        [FormField("division", "", "hidden", value=division)],
        MoveAnswerSerializer,
        intro=asks,
        told=gettext("You have agreed."),
        prepare=lambda body: _answer(body, agree=True),
        offered=asked,
    )
    yield usual
    yield replace(
        usual,
        name="decline",
        title="",
        button=gettext("I decline"),
        intro="",
        told=gettext("You have declined."),
        prepare=lambda body: _answer(body, agree=False),
    )


def _answer(body: dict[str, Any], *, agree: bool) -> dict[str, Any]:
    """Return the body of an answer about the division that the form showed."""
    shown = str(body.get("division", ""))
    return {"agree": agree, "division": int(shown) if shown.isdecimal() else shown}


def _entering(about: dict[str, Any], **more: Any) -> Callable[[dict[str, Any]], Done]:
    def enter(members: dict[str, Any]) -> Done:
        entrant = registrations.register(**about, **members, **more)
        if entrant is None:
            return Done(told=gettext("You are registered once your partner has named you, too."))
        if entrant.state == State.WAITING:
            return Done(told=gettext("You are waiting for a place."))
        return Done(told=gettext("You are registered."))

    return enter


def _team_fields() -> list[FormField]:
    return [
        FormField("partner", gettext("Handle of your partner"), most=LONGEST_HANDLE, needed=True),
        FormField(
            "team",
            gettext("Name of the team"),
            help=gettext("Empty: your handles."),
            most=NAME_LENGTH,
        ),
    ]


def _has_claim(season: Season, user: User) -> bool:
    """Return whether earlier seasons give `user` a place in a division."""
    played = _has_played(season, user)  # else no standings need be read
    return played and any(str(user.pk) in key.split(",") for key in claims_of(season))


def _has_played(season: Season, user: User) -> bool:
    """Return whether `user` was in a season of the league that is over."""
    entries = EntrantPlayer.objects.filter(user=user, season__league=season.league_id)
    return entries.filter(season__state=Season.State.FINISHED).exists()
