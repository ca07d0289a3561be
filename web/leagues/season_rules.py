"""The page of a season's rules and dates: what its organisers declared, in words."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext

from api.members import members_of
from games.language import active_language
from games.terms import time_in_words
from illimat_core.modes import MODES
from leagues.models import Season
from leagues.office.round_dates import DateMove, moves_of
from leagues.rules import SeasonRules, mode_of, worth
from leagues.season.declared_rules import rules_of
from leagues.season.schedule import next_asked_at, rounds_of
from leagues.stream.events import first_moved
from notifications.content.wording import moment_in
from web.frame.forms import FormField
from web.leagues.rule_fields import OWN_CLOCK, OWN_SET, USUAL, fill_rule_fields
from web.leagues.scoring_words import byes_in_words, sizes_in_words, tie_breaks
from web.leagues.season import OneSeasonPage

IN_FORMS: Final = (f"rules.{OWN_CLOCK}.", f"rules.{OWN_SET}")
"""Fields that stand for another rule in forms."""


class Clause(NamedTuple):
    """What a rule is, in words; without `words`, the label says it all."""

    label: str
    words: str


class SeasonRulesPage(OneSeasonPage):
    """The rules and dates of a season."""

    template = "web/season_rules.html"

    def context(self) -> dict[str, Any]:
        season, rules = self.season, rules_of(self.season)
        declared = [each for each in fill_rule_fields(rules) if not each.name.startswith(IN_FORMS)]
        clauses = [(field.part, self._clause(field, rules)) for field in declared]
        parts = [
            (part, [clause for _, clause in some if clause])
            for part, some in groupby(clauses, key=lambda both: both[0])
        ]
        return super().context() | {
            "dates": list(self._dates()),
            "moves": [
                describe_date_change(each, self.zone.key) for each in moves_of([season])[season.pk]
            ],
            "rounds": self._rounds(rules),
            "tie_breaks": tie_breaks(rules.ties),
            "byes": " ".join(byes_in_words(rules)),
            "sizes": sizes_in_words(rules),
            "parts": [(part, some) for part, some in parts if some],
        }

    def _dates(self) -> Iterator[Clause]:
        season = self.season
        for label, words in (
            (gettext("Registration opens"), self._when(season.registration_opens_at)),
            (gettext("Confirming to play"), self._confirming()),
            (gettext("Start"), self._when(season.started_at or season.starts_at)),
            (gettext("End at the latest"), self._when(season.ends_at)),
            (gettext("Over since"), self._when(season.finished_at)),
            (gettext("Archived since"), self._when(season.archived_at)),
        ):
            if words:
                yield Clause(label, words)

    def _confirming(self) -> str:
        """Return when entrants are asked to confirm, or were; empty if they need not any more."""
        season = self.season
        if season.asked_at and season.state == Season.State.REGISTRATION:
            asked = self._when(season.asked_at)
            return gettext("until the start; last asked on {asked}").format(asked=asked)
        return self._when(next_asked_at(season))

    def _when(self, moment: datetime | None) -> str:
        return moment_in(moment, self.zone.key) if moment else ""

    def _rounds(self, rules: SeasonRules) -> list[dict[str, Any]]:
        if not rules.days_per_round or self.season.state == Season.State.CALLED_OFF:
            return []
        return [
            {
                "number": each.number,
                "starts": moment_in(each.starts_at, self.zone.key),
                "games": each.games,
                "over": each.over,
                "paired": each.paired,
            }
            for each in rounds_of(self.season)
        ]

    def _clause(self, field: FormField, rules: SeasonRules) -> Clause | None:
        name, label = field.name.removeprefix("rules."), str(field.label)
        value: Any = WORDS[name](rules) if name in WORDS else field.initial
        if not _says_something(name, value, rules):
            return None
        if field.kind in {"flag", "tick"}:
            return Clause(label, "")
        if field.kind == "moment":
            return Clause(label, moment_in(value, self.zone.key))
        return Clause(label, str(dict(field.choices).get(str(value), value)))


class MoveInWords(NamedTuple):
    """A move of dates: by whom and when, what moved, and why."""

    first: str
    dates: Sequence[str]
    reason: str
    by_player: bool


def describe_date_change(move: DateMove, zone: str) -> MoveInWords:
    before, after, number = move.event.before, move.event.after, first_moved(move.event)
    dates = [
        (gettext("Start: {new} instead of {old}"), before.starts_at, after.starts_at),
        (gettext("End at the latest: {new} instead of {old}"), before.ends_at, after.ends_at),
    ]
    if number is not None:
        words = gettext("Round {number} and those after it: {new} instead of {old}")
        if number == len(after.rounds):
            words = gettext("Round {number}: {new} instead of {old}")
        dates.append((words, before.rounds[number - 1], after.rounds[number - 1]))
    first = gettext("{author} moved dates on {at}.")
    return MoveInWords(
        first.format(author=move.by or gettext("somebody"), at=moment_in(move.at, zone)),
        [
            words.format(number=number, old=moment_in(old, zone), new=moment_in(new, zone))
            for words, old, new in dates
            if old != new
        ],
        move.event.reason,
        move.event.by_player,
    )


def _says_something(name: str, value: Any, rules: SeasonRules) -> bool:
    """Return whether the page shows a rule, whose path in the rules is `name`."""
    if name in SHOWN:
        return SHOWN[name](value, rules)
    member = members_of(SeasonRules).get(name)
    said = member.says_something(value, rules) if member else bool(value)
    return said and name not in rules.idle


def _has_luminaries(rules: SeasonRules) -> bool:
    return bool(MODES[mode_of(rules)].luminaries.allowed)


def _name_luminaries(rules: SeasonRules) -> str:
    """Return the name of a set of luminaries, or those of the luminaries that are chosen."""
    chosen = rules.options.get("luminaries", USUAL.luminaries) or "none"
    if isinstance(chosen, str):
        return chosen
    return ", ".join(active_language().say(f"{each}.name") for each in chosen)


WORDS: Final[Mapping[str, Callable[[SeasonRules], str]]] = {
    "points": lambda rules: ", ".join(map(str, worth(rules).scale(rules.at_table).places)),
    "games": lambda rules: str(rules.games_of_each),
    "clock": lambda rules: time_in_words(rules.clock),
    "options.luminaries": _name_luminaries,
}
"""Rules of which the page says more than the form: what is usual, and what is the season's own."""
SHOWN: Final[Mapping[str, Callable[[Any, SeasonRules], bool]]] = {
    "options.target_score": lambda _, rules: not rules.options.get("rounds"),
    "options.luminaries": lambda _, rules: _has_luminaries(rules),
    "options.harmonic_convergence": lambda value, _: value != USUAL.harmonic_convergence,
}
"""Options that the page shows under conditions of their own, by the value and the rules."""
