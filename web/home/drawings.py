"""The drawn positions of the rules: the scenarios of docs/rules as pictures, and in words.

A drawing is a scenario of one of those pages: a position, and what is played there. It is shown as
South sees it, who is seat 0, before and after each action.
"""

import json
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, Final, NamedTuple

import yaml
from django.utils.translation import gettext, override
from markdown_it import MarkdownIt

from games.language import active_language
from games.reading.board import arrange_board
from illimat_core.console.session import ConsoleSession, load_session
from illimat_core.errors import RuleError
from illimat_core.events import redact
from illimat_core.messages import LANGUAGES, Language, capitalize
from illimat_core.observation import observe
from illimat_core.picture import ThemeName, draw
from illimat_core.words.narration import narrate
from web.home.api_guide import DOCS

PAGES: Final = ("how-to-play", "luminaries", "modes-and-options")
KEPT: Final = 64  # pictures, of about 60 KB
VIEWER: Final = 0


class PageScenario(NamedTuple):
    """A scenario of a page, with the heading that it stands below."""

    heading: str
    given: dict[str, Any]
    when: tuple[dict[str, Any], ...]
    chance: tuple[Any, ...]


class Stage(NamedTuple):
    """A position of a drawing in words, and the sentences about what has led to it."""

    played: int
    words: str
    sentences: list[str]


class Drawing(NamedTuple):
    """A drawing for a page: where it begins, and each action with where it leads."""

    name: str
    language: str
    stages: list[Stage]


@cache
def scenarios() -> dict[str, PageScenario]:
    """Return all scenarios of the rules' pages, by their ids."""
    return {name: found for page in PAGES for name, found in _of_page(page)}


def _of_page(page: str) -> Iterator[tuple[str, PageScenario]]:
    text = (DOCS / "rules" / f"{page}.md").read_text(encoding="utf-8")
    heading, tokens = "", MarkdownIt("commonmark").parse(text)
    for before, token in zip([tokens[0], *tokens], tokens, strict=False):
        if before.type == "heading_open":
            heading = token.content
        if token.type == "fence" and token.info == "yaml":
            (found,) = json.loads(json.dumps(yaml.safe_load(token.content)))
            when, chance = tuple(found.get("when", ())), tuple(found.get("chance", ()))
            yield found["id"], PageScenario(heading, found["given"], when, chance)


def drawings_below(heading: str) -> list[str]:
    """Return the ids of the scenarios below a heading, in their order."""
    return [name for name, each in scenarios().items() if each.heading == heading]


def drawing(name: str) -> Drawing:
    """Return a drawing in the active language. Raises ``KeyError`` if there is none."""
    language = active_language()
    session, stages = _begun(name), list[Stage]()
    names = _names(session)
    stages.append(Stage(0, _words(session, names, language), []))
    for played, action in enumerate(scenarios()[name].when, start=1):
        seat = action["seat"]
        given = {member: value for member, value in action.items() if member != "seat"}
        try:
            session, events = session.apply(seat, given)
        except RuleError as refused:
            stages.append(Stage(played - 1, "", [language.tell(refused.message)]))
            break
        told = [narrate(redact(event, VIEWER), names, language.spelled) for event in events]
        stages.append(Stage(played, _words(session, names, language), [t for t in told if t]))
    return Drawing(name, language.code, stages)


@lru_cache(maxsize=KEPT)
def picture(name: str, played: int, language: str, theme: ThemeName) -> str:
    """Return a drawing after some of its actions as SVG.

    Raises ``KeyError`` if there is no such drawing or language, ``IndexError`` if it has fewer
    actions.
    """
    session, when = _begun(name), scenarios()[name].when
    for place in range(played):
        action = dict(when[place])
        session, _ = session.apply(action.pop("seat"), action)
    with override(language):
        names = _names(session)
    view = observe(session.state, VIEWER)
    return draw(view, names, VIEWER, theme=theme, language=LANGUAGES[language])


def _begun(name: str) -> ConsoleSession:
    found = scenarios()[name]
    return load_session(found.given, found.chance)


def _names(session: ConsoleSession) -> list[str]:
    """Return the names of the seats, which are sides of the table."""
    options = session.state.options
    south, west, north, east = gettext("South"), gettext("West"), gettext("North"), gettext("East")
    if options.players == 1:
        automaton = options.mode_rules.automaton
        say = active_language().say
        return [south, *([capitalize(say(automaton.name))] if automaton else [])]
    return {2: [south, north], 3: [south, west, north]}.get(
        options.players, [south, west, north, east]
    )


def _words(session: ConsoleSession, names: list[str], language: Language) -> str:
    """Return a position in words, for those who do not see the picture."""
    return arrange_board(observe(session.state, VIEWER), names, VIEWER, language).words
