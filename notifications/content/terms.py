"""What one table has agreed on, in lines: its mode, length, luminaries, rules and time."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from django.utils.translation import gettext, ngettext

from api.members import members_of
from games.language import active_language, translate_marked
from games.reading.tables import Table
from games.terms import OPTIONS, RULES, TableTerms, time_in_words
from games.time.circumstances import control_of
from illimat_core import Options, read_options
from illimat_core.modes import MODES


class Term(NamedTuple):
    """Something agreed, such as the time control, and what it is."""

    label: str
    words: str

    @property
    def line(self) -> str:
        """Both in one line."""
        return f"{self.label}: {self.words}"


def terms_of(table: Table) -> list[Term]:
    """Return what is agreed at a table, in the active language."""
    terms = [
        *brief_terms_of(table),
        _agreed("leavers", table.game.leavers),
        _agreed("rated", table.rated),
    ]
    rules = " ".join(_rules(read_options(table.game.options)))
    return [*terms, Term(gettext("Other rules"), rules)] if rules else terms


def _agreed(name: str, value: Any) -> Term:
    about = members_of(TableTerms)[name].about
    return Term(translate_marked(about.label), translate_marked(about.words[value]))


def brief_terms_of(table: Table) -> list[Term]:
    """Return what is played at a table, how long and how fast, in the active language."""
    options, say = read_options(table.game.options), active_language().say
    seats = ngettext("for {number} player", "for {number} players", options.players)
    mode = f"{say(MODES[options.mode].title)} {seats.format(number=options.players)}"
    return [
        Term(gettext("Game"), mode),
        Term(gettext("Length"), _length(options)),
        *_luminaries(options),
        Term(gettext("Time"), time_in_words(control_of(table.game))),
    ]


def _length(options: Options) -> str:
    if options.rounds is None:
        return gettext("to {score} points").format(score=options.target_score)
    words = ngettext("{number} round", "{number} rounds", options.rounds)
    return words.format(number=options.rounds)


def _luminaries(options: Options) -> Iterator[Term]:
    if not MODES[options.mode].luminaries.allowed:
        return
    (label, _, sets), chosen = OPTIONS["luminaries"], options.luminaries
    if isinstance(chosen, str) or not chosen:
        words = translate_marked(sets[chosen or "none"])
    else:
        words = active_language().form("and", [_name(luminary) for luminary in chosen])
    yield Term(translate_marked(label), words)


def _name(luminary: str) -> str:
    return active_language().say(f"{luminary}.name")


def _rules(options: Options) -> Iterator[str]:
    for name, values in RULES.items():
        if (words := values.get(getattr(options, name))) is not None:
            yield translate_marked(words)
