"""`python -m tests.docs.drawn`: play and draw the examples of the rules' pages.

An example is a drawing for people, and below it the scenario that it is made of (ACTIONS.md section
4), whose `then` says what must have happened. It is drawn as South sees it, who is seat 0.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from textwrap import fill
from typing import Any, Final, NamedTuple

import yaml

from illimat_core.console.session import ConsoleSession, load_session
from illimat_core.console.shorthand import shorten
from illimat_core.errors import RuleError
from illimat_core.events import redact
from illimat_core.messages import ENGLISH, capitalize
from illimat_core.observation import observe
from illimat_core.words.board import board_text
from illimat_core.words.narration import narrate
from tests.support.documents import FENCED, HEADING, PROJECT

RULES: Final = PROJECT / "docs" / "rules"
PAGES: Final = [RULES / f"{name}.md" for name in ("how-to-play", "luminaries", "modes-and-options")]
EXAMPLE: Final = re.compile(
    r"^```text\n(?P<drawing>(?:(?!```).*\n)*)"
    r"(?P<below>```\n\n<details><summary>As a scenario</summary>\n\n"
    r"```yaml\n(?P<scenario>(?:(?!```).*\n)*)```\n\n</details>)$",
    re.M,
)
SIDES: Final = {2: ["South", "North"], 3: ["South", "West", "North"]}
FOUR: Final = ["South", "West", "North", "East"]
WIDTH: Final = 80


class Example(NamedTuple):
    """A drawing, the scenario it is made of, and the heading that both stand below."""

    heading: str
    drawing: str
    scenario: dict[str, Any]


def examples(page: Path) -> Iterator[Example]:
    """Yield the examples of a page. Raises ``ValueError`` if one is not a single scenario."""
    text = page.read_text(encoding="utf-8")
    for found in EXAMPLE.finditer(text):
        heading = HEADING.findall(FENCED.sub("", text[: found.start()]))[-1]
        yield Example(heading, found["drawing"], _scenario(found))


def _scenario(found: re.Match[str]) -> dict[str, Any]:
    (scenario,) = yaml.safe_load(found["scenario"])
    return dict(json.loads(json.dumps(scenario)))  # every key a string, as in JSON


def draw(scenario: Mapping[str, Any]) -> str:
    """Draw a scenario: the board, each action with its outcome, and the board afterwards."""
    session = load_session(scenario["given"], scenario.get("chance", ()))
    names = _names(session)
    parts = [_board(session, names)]
    for given in scenario.get("when", ()):
        action = dict(given)
        seat = action.pop("seat")
        lines = [f"{'a spectator' if seat is None else names[seat]}> {shorten(action)}"]
        try:
            session, events = session.apply(seat, action)
        except RuleError as refused:
            return "\n\n".join([*parts, _wrapped([*lines, f"{refused.detail} ({refused.rule})"])])
        lines += filter(None, (narrate(redact(event, 0), names) for event in events))
        parts.append(_wrapped(lines))
    if len(parts) > 1:
        parts.append(_board(session, names))
    return "\n\n".join(parts)


def _names(session: ConsoleSession) -> list[str]:
    options = session.state.options
    if options.players == 1:
        automaton = options.mode_rules.automaton
        return ["South", *([capitalize(ENGLISH.say(automaton.name))] if automaton else [])]
    return SIDES.get(options.players, FOUR)


def _board(session: ConsoleSession, names: list[str]) -> str:
    return board_text(observe(session.state, 0), names)


def _wrapped(lines: list[str]) -> str:
    return "\n".join(fill(line, WIDTH, subsequent_indent="  ") for line in lines)


def drawn(text: str) -> str:
    """Return a page's text with every drawing updated."""

    def anew(found: re.Match[str]) -> str:
        drawing = "\n".join(line.rstrip() for line in draw(_scenario(found)).splitlines())
        return f"```text\n{drawing}\n{found['below']}"

    return EXAMPLE.sub(anew, text)


if __name__ == "__main__":
    for each in PAGES:
        each.write_text(drawn(each.read_text(encoding="utf-8")), encoding="utf-8")
        print(f"{each.name}: {len(list(examples(each)))} examples")
