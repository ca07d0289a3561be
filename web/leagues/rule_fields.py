"""The fields of a season that is to be declared: its name, its dates, and all its rules."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy

from games.clocks.controls import PRESETS, preset_of
from games.language import active_language
from games.models import Game
from games.time_words import time_in_words
from illimat_core import Options
from illimat_core.modes import MODES
from leagues.formats import FORMATS
from leagues.formats.designs import PERMITTED, SIZES
from leagues.models import Season
from leagues.rules import MOST_CONFIRM_DAYS, MOST_ENTRANTS, WHOLE, SeasonRules
from leagues.spelling import NAME_LENGTH
from leagues.standings.presets import TIES
from notifications.terms import IF_SOMEBODY_LEAVES, LUMINARIES, RULES
from web import own_time
from web.forms import Field
from web.leagues.own_rules import KEPT, OWN_CLOCK, OWN_SET
from web.leagues.reckoning import tie_breaks
from web.own_time import own_time_fields
from web.table_form import own_luminaries
from web.table_offers import OWN

OPEN_GAMES: Final = {
    "by_score": gettext_lazy("They end by the scores of the rounds that are over"),
    "by_place": gettext_lazy("They end by these scores, with ties broken as at the end of a game"),
    "void": gettext_lazy("They do not count"),
}
BYES: Final = {
    "mean": gettext_lazy("The mean of the points at a table"),
    "win": gettext_lazy("The points for the first place"),
}
USUAL: Final = Options()


def season_fields(season: Season, rules: SeasonRules) -> list[Field]:
    """Return the fields of a new season, or of a draft with these rules."""
    first = gettext("Name and dates")
    return [
        Field(
            "name",
            gettext("Name"),
            value=season.name,
            most=NAME_LENGTH,
            needed=True,
            part=first,
            help=gettext("Such as “Spring”. It is kept for ever, so name nobody."),
        ),
        Field(
            "registration_opens_at",
            gettext("Registration opens"),
            "moment",
            gettext(
                "Empty: when you open it. Until then only organisers see the season and can change "
                "its rules; afterwards nobody can."
            ),
            value=season.registration_opens_at,
            part=first,
        ),
        Field(
            "starts_at",
            gettext("The season starts"),
            "moment",
            gettext("By itself. You can start it sooner, once you have seen the plan."),
            value=season.starts_at,
            needed=True,
            part=first,
        ),
        Field(
            "ends_at",
            gettext("The season ends"),
            "moment",
            gettext("At the latest. Games that are still open are ended, as you choose below."),
            value=season.ends_at,
            needed=True,
            part=first,
        ),
        *rules_filled(rules),
    ]


def rules_filled(rules: SeasonRules) -> list[Field]:
    """Return the fields of the rules, with what these rules say."""
    return [_filled(each, rules) for each in rule_fields()]


def rule_fields() -> Iterator[Field]:
    """Yield the fields of the rules, by their members."""
    yield from _meetings()
    yield from _divisions()
    yield from _game()
    yield from _worth()
    yield from _entry()


def _meetings() -> Iterator[Field]:
    part = gettext("Who plays whom")
    formats = [(name, gettext(each.words)) for name, each in FORMATS.items()]
    yield Field("format", gettext("Format"), "choice", choices=formats, part=part)
    sizes = [(str(size), str(size)) for size in (2, 3, 4)]
    yield Field(
        "at_table",
        gettext("Entrants at a table"),
        "number_choice",
        gettext("A round robin has tables of two. With teams, choose two: two teams meet."),
        sizes,
        part=part,
    )
    yield Field(
        "partners",
        gettext("Teams of two people enter"),
        "flag",
        gettext("For the mode of teams: partners sit opposite each other."),
        part=part,
    )
    yield Field(
        "games",
        gettext("Games of each, in groups"),
        "number",
        gettext(
            "0: as is usual, 6 at tables of two or three, 4 at tables of four. Possible are "
            "{two} at tables of two, {three} at tables of three, {four} at tables of four. The "
            "games of all entrants together have to fill the tables."
        ).format(
            **{
                name: ", ".join(map(str, PERMITTED[at_table]))
                for name, at_table in (("two", 2), ("three", 3), ("four", 4))
            }
        ),
        part=part,
    )
    yield Field(
        "group_size",
        gettext("Largest group"),
        "number",
        gettext(
            "From {least} to {most}. A division with more entrants is split into groups."
        ).format(least=SIZES[0], most=SIZES[-1]),
        part=part,
    )
    yield Field("rounds", gettext("Rounds, in Swiss"), "number", part=part)
    yield Field(
        "days_per_round",
        gettext("Days for a round, in Swiss and round robins"),
        "number",
        gettext(
            "The next round begins after so many days, or as soon as all games are over. 0 in a "
            "round robin: all games begin at once."
        ),
        part=part,
    )
    yield Field(
        "late_entry_until",
        gettext("Late entries until, in Swiss"),
        "moment",
        gettext("Empty: nobody enters after the start. Late entrants play from the next round."),
        part=part,
    )


def _divisions() -> Iterator[Field]:
    part = gettext("Divisions")
    yield Field(
        "division_size",
        gettext("Entrants of a division"),
        "number",
        gettext("About so many. 0: there is one division."),
        part=part,
    )
    yield Field("promoted", gettext("How many go up"), "number", part=part)
    yield Field(
        "relegated",
        gettext("How many go down"),
        "number",
        gettext("From each division but the top and the bottom one. They need several divisions."),
        part=part,
    )


def _game() -> Iterator[Field]:
    part = gettext("The game")
    say = active_language().say
    modes = [(name, say(MODES[name].title)) for name in MODES if MODES[name].players[-1] > 1]
    yield Field("options.mode", gettext("Mode"), "choice", choices=modes, part=part)
    sets = [(name, str(words)) for name, words in LUMINARIES.items()]
    sets.append((OWN, gettext("Your own choice")))
    yield Field("options.luminaries", gettext("Luminaries"), "choice", choices=sets, part=part)
    yield Field(
        "options.rounds",
        gettext("Rounds of a game"),
        "number",
        gettext("Empty: to the score below. Games of a fixed number of rounds end sooner."),
        part=part,
    )
    yield Field("options.target_score", gettext("Score that ends a game"), "number", part=part)
    harmonic = gettext("Harmonic Convergence")
    for name, values in _choices().items():
        words = dict(values)
        if True in words:
            yield Field(f"options.{name}", words[True], "flag", part=part)
        elif len(words) == 1:
            yield Field(f"options.{name}", values[0][1], "tick", choices=values, part=part)
        else:
            usual = (str(getattr(USUAL, name)), gettext("As in the rules"))
            yield Field(f"options.{name}", harmonic, "choice", choices=[usual, *values], part=part)
    yield own_luminaries(OWN_SET)
    part = gettext("Time")
    clocks = [(each.name, time_in_words(each.control)) for each in PRESETS]
    clocks.append((OWN, gettext("Another time")))
    yield Field(
        "clock",
        gettext("Time to think"),
        "choice",
        gettext("If a game could last longer than the season, the season's page says so."),
        clocks,
        part=part,
    )
    leavers = [(each.value, str(IF_SOMEBODY_LEAVES[each])) for each in Game.Leavers]
    yield Field("leavers", gettext("If a player leaves"), "choice", choices=leavers, part=part)
    yield Field(
        "excuses",
        gettext("Missed decisions that are excused"),
        "number",
        gettext("Whoever misses more has left the game."),
        part=part,
    )
    yield Field("pauses", gettext("All who play a game may agree to pause it"), "flag", part=part)
    ends = [(name, str(words)) for name, words in OPEN_GAMES.items()]
    yield Field(
        "open_games", gettext("Games still open at the end"), "choice", choices=ends, part=part
    )
    yield from own_time_fields(f"{OWN_CLOCK}.", "rules.clock", "choice")


def _worth() -> Iterator[Field]:
    part = gettext("Points")
    yield Field(
        "points",
        gettext("Points by place"),
        "numbers",
        gettext(
            "Such as 10 6 3 1, one for each place. Empty: 10 6 3 1 at tables of four, 9 5 1 of "
            "three, 3 0 of two. Those who share places share the points."
        ),
        part=part,
    )
    yield Field(
        "drawn",
        gettext("Points for each if all share the first place"),
        "number",
        gettext("Empty: the mean of the points; 1 at tables of two."),
        part=part,
    )
    yield Field(
        "substitute_share",
        gettext("Share of the points that a substitute gets, in percent"),
        "number",
        gettext("From 0 to {most}.").format(most=WHOLE),
        part=part,
    )
    yield Field(
        "ties",
        gettext("What decides between entrants who are level on points"),
        "choice",
        gettext(
            "The first difference decides; if there is none, a lot does. Only in Swiss can you "
            "choose."
        ),
        [(name, capfirst(", ".join(tie_breaks(name)))) for name in TIES],
        part=part,
    )
    yield Field(
        "bye",
        gettext("What a bye is worth"),
        "choice",
        gettext(
            "At tables of two in Swiss, whoever was paired with somebody who drops out gets no "
            "less. Groups have no byes."
        ),
        [(name, str(words)) for name, words in BYES.items()],
        part=part,
    )


def _entry() -> Iterator[Field]:
    part = gettext("Who may enter")
    yield Field(
        "capacity",
        gettext("Places"),
        "number",
        gettext("Up to {most}. Whoever comes later waits for a place.").format(most=MOST_ENTRANTS),
        part=part,
    )
    yield Field(
        "confirm_days",
        gettext("Days before the start in which entrants confirm that they will play"),
        "number",
        gettext(
            "Up to {most}. Whoever has not confirmed by the start does not play, and who waits "
            "gets the place. 0: nobody needs to confirm."
        ).format(most=MOST_CONFIRM_DAYS),
        part=part,
    )
    yield Field(
        "min_reliability",
        gettext("Reliability needed, in percent"),
        "number",
        gettext("The share of decisions made in time. 0: none is needed."),
        part=part,
    )
    yield Field(
        "max_running_games",
        gettext("Most running games"),
        "number",
        gettext("That people have when they register. Empty: any number."),
        part=part,
    )
    yield Field(
        "min_rating",
        gettext("Least rating"),
        "number",
        gettext("In the mode of the season. A provisional rating is not enough."),
        part=part,
    )
    yield Field(
        "max_rating",
        gettext("Greatest rating"),
        "number",
        gettext("Empty: any. A provisional rating is no obstacle."),
        part=part,
    )


def _choices() -> Mapping[str, list[tuple[Any, str]]]:
    """Return the values of each further option, but for its usual one, and what they mean."""
    found: dict[str, list[tuple[Any, str]]] = {}
    for (name, value), words in RULES.items():
        found.setdefault(name, []).append((value, str(words)))
    return found


def _filled(field: Field, rules: SeasonRules) -> Field:
    """Return a field of the rules with what they say about it."""
    value, choices = _value(field, rules), field.choices
    if value == KEPT:
        choices = [*choices, (KEPT, gettext("As declared before"))]
    if field.kind == "tick" and value != choices[0][0]:
        value = None
    field.name, field.initial, field.choices = f"rules.{field.name}", value, choices
    return field


def _value(field: Field, rules: SeasonRules) -> Any:
    head, _, inside = field.name.partition(".")
    luminaries = rules.options.get("luminaries", USUAL.luminaries)
    preset, in_hours = preset_of(rules.clock), own_time.is_in_hours(rules.clock)
    match head, inside:
        case "clock", _:
            return preset or (OWN if in_hours else KEPT)
        case "own_clock", _:
            shown = own_time.filled_by(rules.clock) if in_hours and not preset else {}
            return shown.get(inside)
        case "own_luminaries", _:
            return None if isinstance(luminaries, str) else luminaries
        case "options", "luminaries":
            return luminaries if isinstance(luminaries, str) else OWN
        case "options", _:
            return rules.options.get(inside, getattr(USUAL, inside))
        case _:
            return getattr(rules, head)
