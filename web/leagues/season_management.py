"""The pages of a season for its organisers: its declaration, its start, its dates, its end."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, time, timedelta
from typing import Any, Final

import msgspec
from django.urls import reverse
from django.utils.translation import gettext, ngettext

from accounts.models import User
from leagues.contest.errors import LeagueError
from leagues.entering import declarations
from leagues.entering.declarations import Declaration
from leagues.inputs.seasons import (
    LONGEST_MESSAGE,
    DatesSerializer,
    ReasonSerializer,
    SeasonMessageSerializer,
    SeasonSerializer,
    StartSerializer,
)
from leagues.isolation import Isolated
from leagues.models import OVER, Entrant, Season
from leagues.models.rulings import Ruling
from leagues.office import messages, round_dates
from leagues.office.round_dates import NewDates, rounds_to_come
from leagues.office.transfers import LONGEST_REASON
from leagues.outputs import plans, seasons
from leagues.outputs.entrants import NamedEntrant
from leagues.reading import previews
from leagues.reading.warnings import warnings_of
from leagues.refusals import DamagedSeasonError, PlanChangedError, SeasonError
from leagues.rules import SeasonRules
from leagues.running import start
from leagues.season import lookup
from leagues.season.declared_rules import rules_of
from leagues.season.people import Name
from notifications.content.wording import moment_in
from quotas.services import QuotaError
from web.frame.acts import Act, Done, stale_form
from web.frame.forms import FormField
from web.frame.keyed_forms import refuse
from web.leagues.entrants import describe_reassignment
from web.leagues.league_pages import OneLeaguePage
from web.leagues.rule_fields import season_fields, with_own
from web.leagues.season import OneSeasonPage
from web.leagues.upcoming import steps_in_words

USUAL_START: Final = timedelta(days=14)
USUAL_LENGTH: Final = timedelta(days=91)
NOON: Final = time(12)
PARTS_SHOWN: Final = 2
"""Of the form of a season: its name and dates, and who plays whom."""
State = Season.State


class NewSeasonPage(OneLeaguePage):
    """Declaring a season."""

    template = "web/season_edit.html"
    needs_log_in = True
    only_organisers = True
    last: Season | None

    def look(self, ids: Mapping[str, Any]) -> None:
        """Find the league, and the season whose rules a new one takes over."""
        super().look(ids)
        held = self.league.seasons.exclude(state=State.CALLED_OFF)
        self.last = held.order_by("-number").first()

    def context(self) -> dict[str, Any]:
        return super().context() | {"last": self.last}

    @property
    def _rules(self) -> SeasonRules:
        """The rules of the last season without their date, or the usual ones."""
        rules = rules_of(self.last) if self.last else SeasonRules()
        return msgspec.structs.replace(rules, late_entry_until=None)

    def acts(self) -> Sequence[Act]:
        rules = self._rules
        day = (datetime.now(self.zone) + USUAL_START).date()
        starts = datetime.combine(day, NOON, self.zone)
        number = self.league.seasons.count() + 1
        fresh = Season(
            name=gettext("Season {number}").format(number=number),
            starts_at=starts,
            ends_at=starts + USUAL_LENGTH,
        )
        return [
            Act(
                "declare",
                "",
                gettext("Declare the season"),
                self._declare,
                season_fields(fresh, rules),
                SeasonSerializer,
                told=gettext("The season is declared. Look at what it says before people enter."),
                unfolded=PARTS_SHOWN,
                prepare=lambda body: with_own(body, rules),
            )
        ]

    def _declare(self, members: dict[str, Any]) -> Done:
        season = declarations.season_declare(
            user=self.person, league_id=self.league.pk, declaration=Declaration(**members)
        )
        return Done(reverse("season-organise-page", args=[season.pk]))


class ChangeSeasonPage(OneSeasonPage):
    """Declaring a draft anew."""

    template = "web/season_edit.html"
    needs_log_in = True
    only_organisers = True

    def acts(self) -> Sequence[Act]:
        rules = rules_of(self.season)
        return [
            Act(
                "change",
                "",
                gettext("Save the season"),
                self._change,
                season_fields(self.season, rules),
                SeasonSerializer,
                told=gettext("The season has been changed."),
                unfolded=PARTS_SHOWN,
                version=self.season.version,
                prepare=lambda body: with_own(body, rules),
            )
        ]

    def _change(self, members: dict[str, Any]) -> Done:
        check_version(self.person, self.season)
        declarations.season_change(**self.about, declaration=Declaration(**members))
        return Done(reverse("season-organise-page", args=[self.season.pk]))


class SeasonManagementPage(OneSeasonPage):
    """Looking after a season. With `plan` in the query, it shows what a start would do now."""

    template = "web/season_organise.html"
    needs_log_in = True
    only_organisers = True
    plan: plans.Plan | None
    refusal: str

    def look(self, ids: Mapping[str, Any]) -> None:
        super().look(ids)
        self.plan, self.refusal = None, ""
        if "plan" in self.request.GET and self.season.state == State.REGISTRATION:
            self.plan, self.refusal = _plan(self.person, self.season)

    def context(self) -> dict[str, Any]:
        entrants = Entrant.objects.filter(season=self.season)
        registered = entrants.filter(state=Entrant.State.REGISTERED)
        to_come = self.season.state not in OVER
        open_rulings = Ruling.objects.filter(season=self.season, answered_at=None)
        shown = seasons.season(self.season)
        return super().context() | {
            "draft": self.season.state == State.DRAFT,
            "registration": self.season.state == State.REGISTRATION,
            "running": self.season.state == State.RUNNING,
            "correctable": self.season.started_at and not self.season.archived_at,
            "warnings": warnings_of(rules_of(self.season)) if to_come else [],
            "estimate": shown.estimate if to_come else None,
            "prevented": (to_come and shown.prevented) or "",
            "registered": shown.taken,
            "confirmed": registered.filter(confirmed=True).count() if self.season.asked_at else 0,
            "of_entrants": " ".join(self._of_entrants(shown.waiting)),
            "open_rulings": open_rulings.count(),
            "steps": steps_in_words(self.season, self.zone.key),
            "plan": self.plan,
            "planned": _planned(self.plan) if self.plan else [],
            "absent": _names(self.plan.absent) if self.plan else [],
            "admitted": _names(self.plan.admitted) if self.plan else [],
            "refusal": self.refusal,
        }

    def _of_entrants(self, waiting: int) -> Iterator[str]:
        """Yield what the list of entrants is for, as long as anything can be done there."""
        if waiting and self.season.state not in OVER:
            told = ngettext("{number} waits for a place.", "{number} wait for a place.", waiting)
            yield told.format(number=waiting)
        if self.season.state == State.RUNNING:
            yield gettext("Withdraw somebody, or name a substitute.")
        elif self.season.state == State.REGISTRATION:
            divided = rules_of(self.season).division_size
            yield (
                gettext("Withdraw somebody, or move them to another division.")
                if divided
                else gettext("Withdraw somebody.")
            )

    def acts(self) -> Sequence[Act]:
        return [
            self._offer_open(),
            self._offer_start(),
            self._offer_dates(),
            self._offer_message(),
            self._offer_call_off(),
        ]

    def _offer_open(self) -> Act:
        return Act(
            "open",
            gettext("Open the registration now"),
            gettext("Open the registration"),
            self._open,
            intro=gettext(
                "People can see the season and enter. From then on, nobody can change its rules."
            ),
            told=gettext("Registration is open."),
            version=self.season.version,
            offered=self.season.state == State.DRAFT,
            folded=True,
            final=True,
        )

    def _offer_start(self) -> Act:
        return Act(
            "start",
            gettext("Start the season by this plan"),
            gettext("Start the season"),
            self._start,
            [FormField("token", "", "hidden", value=self.plan.token if self.plan else "")],
            StartSerializer,
            intro=gettext(
                "Registration closes. The lots are drawn now, and the games begin within a "
                "minute. If the plan is outdated when you press this, you see the new one "
                "first."
            ),
            told=gettext("The season has started. Its games begin within a minute."),
            offered=self.plan is not None,
            final=True,
        )

    def _offer_dates(self) -> Act:
        intro = gettext(
            "Everybody who takes part, waits for a place or misses the season gets a notice "
            "with the old and the new dates. Entrants who withdraw then keep their place in a "
            "division, and those who have confirmed that they will play are asked again."
        )
        if self.season.state == State.RUNNING:
            intro = gettext(
                "Dates that have not come can be moved to later ones. Everybody who takes part, "
                "waits for a place or misses the season gets a notice with the old and the new "
                "dates."
            )
        return Act(
            "dates",
            gettext("Move the dates"),
            gettext("Move the dates and tell everybody"),
            self._move,
            list(self._date_fields()),
            DatesSerializer,
            intro=intro,
            told=gettext("The dates have moved, and everybody is told."),
            version=self.season.version,
            offered=self.season.state in {State.REGISTRATION, State.RUNNING},
            folded=True,
        )

    def _offer_message(self) -> Act:
        return Act(
            "message",
            gettext("Write to all who take part"),
            gettext("Send to all"),
            lambda members: messages.message_send(**self.about, **members),
            [FormField("text", gettext("Message"), "lines", most=LONGEST_MESSAGE, needed=True)],
            SeasonMessageSerializer,
            intro=gettext(
                "Also to those who wait for a place or miss the season. They get a notice, "
                "and can read the message here for 180 days."
            ),
            told=gettext("The message is sent."),
            offered=self.season.archived_at is None,
        )

    def _offer_call_off(self) -> Act:
        to_come = self.season.state not in OVER
        return Act(
            "call-off",
            gettext("Call the season off"),
            gettext("Call the season off"),
            lambda members: declarations.season_call_off(**self.about, **members),
            [self._reason()],
            ReasonSerializer,
            intro=_of_call_off(self.season) if to_come else "",
            told=gettext("The season is called off."),
            offered=to_come,
            folded=True,
            final=True,
        )

    def _open(self, _members: dict[str, Any]) -> None:
        check_version(self.person, self.season)
        declarations.season_open(**self.about)

    def _date_fields(self) -> Iterator[FormField]:
        if self.season.state != State.RUNNING:
            starts_at = self.season.starts_at
            yield FormField("starts_at", gettext("The season starts"), "moment", value=starts_at)
        yield FormField("ends_at", gettext("The season ends"), "moment", value=self.season.ends_at)
        if self.season.state == State.RUNNING and (rounds := rounds_to_come(self.season)):
            words = gettext("Round {number}, on {date}")
            choices = [
                (str(number), words.format(number=number, date=moment_in(each, self.zone.key)))
                for number, each in rounds.items()
            ]
            yield FormField(
                "round",
                gettext("Move this round, and those after it as much"),
                "number_choice",
                choices=[("", gettext("none")), *choices],
            )
            yield FormField("round_starts_at", gettext("It begins"), "moment")
        yield self._reason()

    def _reason(self) -> FormField:
        return FormField(
            "reason",
            gettext("Why"),
            "lines",
            gettext("Everybody can read it. It is kept for ever, so name nobody."),
            most=LONGEST_REASON,
        )

    def _move(self, members: dict[str, Any]) -> None:
        check_version(self.person, self.season)
        reason = members.pop("reason", "")
        round_dates.dates_move(**self.about, new=NewDates(**members), reason=reason)

    def _start(self, members: dict[str, Any]) -> Done:
        try:
            start.start_confirm(**self.about, token=members.get("token", ""))
        except PlanChangedError:
            raise PlanChangedError(
                gettext(
                    "Since you saw the plan, somebody has registered, withdrawn, been moved or "
                    "confirmed that they will play, or dates or ratings have changed. Above is the "
                    "new plan: look at it, then start the season."
                )
            ) from None
        return Done(self.request.path)


def _of_call_off(season: Season) -> str:
    effects = previews.effects_of_call_off(season)
    told = ngettext("{number} person is told.", "{number} people are told.", effects.told)
    void = ngettext("{number} open game is void.", "{number} open games are void.", effects.void)
    return " ".join(
        [
            gettext("This cannot be undone."),
            told.format(number=effects.told),
            *([void.format(number=effects.void)] if effects.void else []),
        ]
    )


def check_version(user: User, season: Season) -> None:
    """Lock a season; raises StaleVersionError if it has changed since it was read."""
    now = lookup.season_get(user=user, season_id=season.pk, lock=True)
    if now.version != season.version:
        raise stale_form(now.version)


def _plan(user: User, season: Season) -> tuple[plans.Plan | None, str]:
    """Return the plan of a start, or why there is none."""
    try:
        plan = start.start_try(user=user, season_id=season.pk)
    except (LeagueError, SeasonError, DamagedSeasonError, QuotaError) as error:
        refusal = refuse(error)
        return None, " ".join(refusal.sentences)
    return plans.start(season, plan), ""


def _names(entrants: Sequence[NamedEntrant]) -> list[str]:
    return [Name(tuple(each.players), each.team).shown for each in entrants]


def _planned(plan: plans.Plan) -> list[tuple[list[tuple[Isolated, bool, str]], list[int]]]:
    """Return the divisions of a plan: who plays there, raised or moved and why, and the groups."""
    named = [
        [
            (
                Name(tuple(each.players), each.team).shown,
                each.raised,
                describe_reassignment(each.move),
            )
            for each in division
        ]
        for division in plan.divisions
    ]
    return list(zip(named, plan.groups, strict=True))
