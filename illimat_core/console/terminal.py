"""A game at the terminal: a person plays one seat, house players the others."""

from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any, Final

import msgspec

from illimat_core.actions import TYPES, Action, as_json
from illimat_core.cards import LUMINARIES, Seat
from illimat_core.console.session import ConsoleSession
from illimat_core.console.shorthand import expand, missing_members, shorten
from illimat_core.console.suggestions import nearest, suggest
from illimat_core.errors import RuleError, TypedInputError
from illimat_core.events import Event, redact
from illimat_core.messages import ENGLISH, Language, capitalize
from illimat_core.observation import decisions, observe
from illimat_core.offers.listing import legal_actions
from illimat_core.players.knowledge import follow, know
from illimat_core.players.levels import choose, level_named
from illimat_core.players.memory import Memory
from illimat_core.rules.hooks import ACTS
from illimat_core.words.board import board_text, key_text
from illimat_core.words.descriptions import explain_luminary, prompt
from illimat_core.words.narration import address, narrate

PAGE: Final = 24
"""The number of actions shown at once."""
LAST: Final = 10_000
"""The highest number that stands for an action of the list."""
HELP: Final = {"help", "?", *(f"help {name}" for name in TYPES)}
"""What is answered with the help; help with a luminary's name is answered with that luminary."""
EXAMPLE: Final = '{"type": "sow", "card": "5Wi", "field": "SW"}'
"""The help's example of an action as JSON."""


_members = msgspec.json.Decoder(dict[str, Any]).decode


class Terminal:
    """One game of a person, on standard output.

    ``ask`` shows a prompt and returns a line, like ``input``: it raises ``EOFError`` at the end.
    ``level`` is the level of the house players. Raises ``PlayerError`` for an unknown level.
    """

    def __init__(
        self,
        session: ConsoleSession,
        seat: Seat,
        ask: Callable[[str], str],
        *,
        level: str,
        language: Language = ENGLISH,
    ) -> None:
        self._session = session
        self._seat = seat
        self._input = ask
        self._level = level_named(level).name
        self._memories = [Memory(each) for each in session.state.seats]
        self._language = language
        self._names = _names(session, seat, language)

    def play(self) -> bool:
        """Play until the person's game is over (true), or the input ends (false)."""
        self._say("terminal.welcome", key=key_text(self._language))
        while not self._session.state.over:
            state = self._session.state
            if state.players[self._seat].gone:
                self._say("terminal.left")
                return True
            if self._seat not in state.awaited:
                self._apply(state.awaited[0], as_json(self._choose(state.awaited[0])))
            elif not self._ask():
                return False
        self._print(f"\n{self._board()}")
        return True

    def _choose(self, seat: Seat | None) -> Action:
        memory = None if seat is None else self._memories[seat]
        known = know(self._session.state, seat, memory)
        return choose(self._level, known, b"players/" + self._session.seed)

    def _ask(self) -> bool:
        """Show what the person may do, and read until they have done it; false at the end."""
        (asked,) = (d for d in decisions(self._session.state) if d.seat == self._seat)
        self._print(f"\n{self._board()}\n\n{prompt(asked.kind, self._language)}")
        shown = self._show(0)
        while (line := self._read()) is not None:
            if line in HELP:
                self._say("terminal.help", example=EXAMPLE)
            elif line.startswith("help "):
                self._print(luminary_help(line.removeprefix("help "), self._language))
            elif line == "board":
                self._print(self._board())
            elif line == "more":
                shown = self._show(shown)
            elif line in {"quit", "exit", "q"}:
                return False
            elif line and self._try(line):
                return True
        return False

    def _try(self, line: str) -> bool:
        """Do what was typed; if that is impossible, say why and change nothing."""
        try:
            action = self._read_action(line)
            if action.get("type") == "forfeit" and not self._leaves():
                return False
            self._apply(self._seat, action)
        except RuleError as refused:
            self._say("terminal.refused", problem=refused.message, rule=refused.rule)
        except TypedInputError as error:
            self._print(self._language.tell(error.message))
        except RecursionError:
            self._say("terminal.too_deep")
        else:
            return True
        self._suggest(line)
        return False

    def _leaves(self) -> bool:
        answer = self._language.say("terminal.yes")
        self._say("terminal.forfeit", answer=answer)
        if self._read() == answer:
            return True
        self._say("terminal.stays")
        return False

    def _suggest(self, line: str) -> None:
        fitting = suggest(line, map(self._shorten, self._listed(0, LAST)))
        for number, words in fitting:
            self._print(f"{number:5}  {words}")
        self._say("terminal.close" if fitting else "terminal.nothing_close")

    def _read_action(self, line: str) -> Mapping[str, Any]:
        """Return the typed action: a number of the list, JSON, or shorthand."""
        if line.isdecimal():
            number = int(line) if len(line) < 9 else LAST + 1
            if 0 < number <= LAST and (found := list(self._listed(number - 1, number))):
                return found[0]
            raise TypedInputError("terminal.no_number", number=line)
        if not line.startswith("{"):
            return self._complete(expand(line, self._language))
        try:
            return _members(line)
        except msgspec.DecodeError as error:
            raise TypedInputError("terminal.not_json", problem=str(error)) from None

    def _complete(self, action: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return an action in shorthand, or ask for what it does not say."""
        kind = action["type"]
        if not (missing := missing_members(action)):
            return action
        if all(other["type"] != kind for other in self._listed(0, LAST)):
            raise TypedInputError("terminal.impossible", type=kind)
        if action.keys() == {"type"} and kind in ACTS:
            raise TypedInputError(f"terminal.ask.{kind}")
        raise TypedInputError("terminal.incomplete", type=kind, members=missing)

    def _apply(self, seat: Seat | None, action: Mapping[str, Any]) -> None:
        before = self._session.state
        self._session, events = self._session.apply(seat, action)
        self._memories = [
            follow(memory, before, [redact(event, memory.seat) for event in events])
            for memory in self._memories
        ]
        for event in events:
            self._tell(event)

    def _tell(self, event: Event) -> None:
        names = address(self._names, self._seat)
        sentence = narrate(redact(event, self._seat), names, self._language)
        if sentence:
            self._print(sentence)

    def _show(self, start: int) -> int:
        """Show a page of the list, and return where the next one begins."""
        page = list(self._listed(start, start + PAGE + 1))
        for number, action in enumerate(page[:PAGE], start + 1):
            self._print(f"{number:5}  {self._shorten(action)}")
        if len(page) > PAGE:
            self._say("terminal.more")
        elif not page:
            self._say("terminal.no_more")
        return start + len(page[:PAGE])

    def _shorten(self, action: Mapping[str, Any]) -> str:
        return shorten(action, self._language)

    def _listed(self, start: int, stop: int) -> Iterator[dict[str, Any]]:
        actions = legal_actions(self._session.state, self._seat)
        return map(as_json, islice(actions, start, stop))

    def _board(self) -> str:
        view = observe(self._session.state, self._seat)
        return board_text(view, self._names, self._seat, self._language)

    def _read(self) -> str | None:
        """Return a line without surrounding whitespace; None at the end of the input."""
        try:
            return self._input("> ").strip()
        except EOFError:
            return None

    def _say(self, key: str, /, **arguments: Any) -> None:
        self._print(self._language.say(key, **arguments))

    def _print(self, text: str) -> None:
        print(text, flush=True)


def luminary_help(typed: str, language: Language = ENGLISH) -> str:
    """Return what a luminary does, by its code or its name, with or without the article.

    Any other word gets the luminary closest in spelling, or all of them.
    """
    wanted = typed.lower().strip()
    for luminary in LUMINARIES:
        described = explain_luminary(luminary, language)
        name = described.name.lower()
        if wanted in {luminary, name, name.partition(" ")[2]}:
            return f"{capitalize(described.name)}. {described.lines}"
    typed = repr(typed.strip())
    if close := nearest(wanted.replace(" ", "_"), LUMINARIES):
        return language.say("terminal.luminary_close", typed=typed, close=close)
    return language.say("terminal.luminary_unknown", typed=typed, luminaries=LUMINARIES)


def _names(session: ConsoleSession, seat: Seat, language: Language) -> list[str]:
    names = [language.say("terminal.seat", seat=each) for each in session.state.seats]
    names[seat] = language.say("terminal.your_seat", seat=seat)
    if automaton := session.state.options.mode_rules.automaton:
        names[session.state.options.players] = capitalize(language.say(automaton.name))
    return names
