"""A game at the terminal: a person plays one seat, random players the others."""

from collections.abc import Iterator, Mapping
from itertools import islice
from typing import Any, Final, TextIO

import msgspec

from illimat_core.actions import as_json
from illimat_core.cards import Seat
from illimat_core.catalogue import catalogue
from illimat_core.chance import SeededSource
from illimat_core.errors import RuleError
from illimat_core.events import Event, redact
from illimat_core.listing import legal_actions
from illimat_core.narration import narrate
from illimat_core.observation import decisions, observe
from illimat_core.players import random
from illimat_core.session import Session
from illimat_core.shorthand import expand, shorten
from illimat_core.suggesting import nearest, suggest
from illimat_core.text import KEY, board_text, capital

PAGE: Final = 24
"""How many actions are shown at once."""
LAST: Final = 10_000
"""Up to here a number stands for an action of the list."""
HELP: Final = """\
Type the number of an action; or the action itself: sow 5Wi SW, harvest 5Wi SW 3Au 2Wi,
stockpile 5Wi SW 9 4Sp (for the value 9). The beginning of its name will do: h 5wi sw 5su.
A season or a number follows where one is needed; several cards as one: harvest 2Wi+3Wi SW 5Su.
JSON works, too: {"type": "sow", "card": "5Wi", "field": "SW"}.
Besides: more (actions), board, help, help river (what a luminary does), forfeit, quit or q."""
QUESTIONS: Final = {
    "sow": "Which card, and into which field?",
    "harvest": "Which card, in which field, and what does it take?",
    "stockpile": "Which card, in which field, and with which cards?",
}
"""What is asked where only the type of an action was typed."""


class Terminal:
    """One game, what is typed, and where it is told."""

    def __init__(self, session: Session, seat: Seat, lines: TextIO, out: TextIO) -> None:
        self._session = session
        self._seat = seat
        self._lines = lines
        self._out = out
        self._others = SeededSource(session.seed + b"/players")
        self._names = _names(session, seat)

    def play(self) -> bool:
        """Play until the game is over (true), or there is nothing more to read (false)."""
        self._say(f"{KEY}\nType help to see what you can type.")
        while not self._session.state.over:
            state = self._session.state
            if self._seat not in state.awaited:
                seat = state.awaited[0]
                self._apply(seat, as_json(random.choose(state, seat, self._others)))
            elif not self._ask():
                return False
        self._say(f"\n{self._board()}")
        return True

    def _ask(self) -> bool:
        """Show what the person may do, and read until they have done it; false at the end."""
        (asked,) = (d for d in decisions(self._session.state) if d.seat == self._seat)
        self._say(f"\n{self._board()}\n\n{asked.prompt}")
        shown = self._show(0)
        while (line := self._read()) is not None:
            if line in {"help", "?"}:
                self._say(HELP)
            elif line.startswith("help "):
                self._say(luminary_help(line.removeprefix("help ")))
            elif line == "board":
                self._say(self._board())
            elif line == "more":
                shown = self._show(shown)
            elif line in {"quit", "exit", "q"}:
                return False
            elif line and self._try(line):
                return True
        return False

    def _try(self, line: str) -> bool:
        """Do what was typed; if it cannot be done, say why, and nothing has happened."""
        try:
            action = self._meant(line)
            if action.get("type") == "forfeit" and not self._leaves():
                return False
            self._apply(self._seat, action)
        except RuleError as refused:
            self._say(f"{refused.detail} ({refused.rule})")
        except (ValueError, RecursionError) as error:
            self._say(str(error) or "This is nested too deeply.")
        else:
            return True
        self._suggest(line)
        return False

    def _leaves(self) -> bool:
        """Ask whether the person means to leave the game for good."""
        self._say("Leave the game for good, and lose it? Type yes to forfeit.")
        if self._read() == "yes":
            return True
        self._say("You play on.")
        return False

    def _suggest(self, line: str) -> None:
        """Show the actions that are nearest to what was typed."""
        fitting = suggest(line, map(shorten, self._listed(0, LAST)))
        for number, words in fitting:
            self._say(f"{number:5}  {words}")
        self._say("These come close. help tells more." if fitting else "help tells what works.")

    def _meant(self, line: str) -> Mapping[str, Any]:
        """The action that was typed: a number of the list, JSON, or a few words."""
        if line.isdecimal():
            number = int(line) if len(line) < 9 else LAST + 1
            if 0 < number <= LAST and (found := list(self._listed(number - 1, number))):
                return found[0]
            raise ValueError(f"There is no action number {line}.")
        if not line.startswith("{"):
            action = expand(line)
            if action.keys() == {"type"} and (question := QUESTIONS.get(action["type"])):
                raise ValueError(question)
            return action
        try:
            return msgspec.json.decode(line, type=dict[str, Any])
        except msgspec.DecodeError as error:
            raise ValueError(f"This is no JSON of an action: {error}.") from None

    def _apply(self, seat: Seat | None, action: Mapping[str, Any]) -> None:
        self._session, events = self._session.apply(seat, action)
        for event in events:
            self._tell(event)

    def _tell(self, event: Event) -> None:
        """Narrate an event as this seat sees it."""
        sentence = narrate(redact(event, self._seat), self._names)
        if sentence:
            self._say(sentence)

    def _show(self, start: int) -> int:
        """Show a page of the list; where the next one begins."""
        page = list(self._listed(start, start + PAGE + 1))
        for number, action in enumerate(page[:PAGE], start + 1):
            self._say(f"{number:5}  {shorten(action)}")
        if len(page) > PAGE:
            self._say("       more shows more actions.")
        elif not page:
            self._say("There are no more.")
        return start + len(page[:PAGE])

    def _listed(self, start: int, stop: int) -> Iterator[dict[str, Any]]:
        actions = legal_actions(self._session.state, self._seat)
        return map(as_json, islice(actions, start, stop))

    def _board(self) -> str:
        return board_text(observe(self._session.state, self._seat), self._names, self._seat)

    def _read(self) -> str | None:
        """A line without its ends; None when there is none any more."""
        print("> ", end="", file=self._out, flush=True)
        line = self._lines.readline()
        return line.strip() if line else None

    def _say(self, text: str) -> None:
        print(text, file=self._out, flush=True)


def luminary_help(typed: str) -> str:
    """What a luminary does, by its name in words or its code.

    For any other word, the luminary that is spelled most like it, or all of them.
    """
    code = typed.lower().strip().removeprefix("the ").replace(" ", "_")
    entries = catalogue()
    for entry in entries.values():
        if entry.luminary == code:
            return f"{capital(entry.name)}. {entry.lines}"
    close = nearest(code, entries)
    others = f"Did you mean {close}?" if close else f"There are {', '.join(entries)}."
    return f"There is no luminary {typed.strip()!r}. {others}"


def _names(session: Session, seat: Seat) -> list[str]:
    names = [f"Seat {each}" for each in session.state.seats]
    names[seat] += " (you)"
    if automaton := session.state.options.mode_rules.automaton:
        names[session.state.options.players] = capital(automaton.name)
    return names
