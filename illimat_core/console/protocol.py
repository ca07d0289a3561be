"""The engine protocol: JSON lines in, JSON lines out, for a bot or checker in any language.

See ACTIONS.md section 5. States are immutable and stay valid until dropped. An invalid request gets
an error that names the member at fault, and the next line is read.
"""

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, Final, TextIO

import msgspec

from illimat_core.actions import as_json
from illimat_core.console.session import ConsoleSession, load_session, new_session
from illimat_core.errors import OptionsError, PositionError, RuleError, clip
from illimat_core.events import redact
from illimat_core.observation import decisions, observe
from illimat_core.offers.batches import preview
from illimat_core.offers.listing import legal_actions
from illimat_core.offers.menus import menu
from illimat_core.positions.writing import write

EXACT: Final = 10_000
"""The largest total of a list that is counted; larger ones are null."""
MAX_LIMIT: Final = 2**31 - 1
"""The largest number of actions that a list may be asked for."""

Answer = dict[str, Any]

_MEMBERS: Final = {
    "new": ("options", "seed"),
    "load": ("position",),
    "position": ("state",),
    "view": ("state", "seat"),
    "decisions": ("state",),
    "legal": ("state", "seat", "limit"),
    "menu": ("state", "seat"),
    "preview": ("state", "seat", "action"),
    "apply": ("state", "seat", "action"),
    "chance": ("state", "next"),
    "drop": ("state",),
}
"""The members of each command beside its name (ACTIONS.md section 5)."""
_WORDS: Final = {dict: "an object", list: "a list", int: "a whole number", str: "a text"}


_DECODE: Final = msgspec.json.Decoder().decode


class Engine:
    """Holds the states of one conversation."""

    def __init__(self) -> None:
        self._sessions: dict[int, ConsoleSession] = {}
        self._last = 0
        self._commands: dict[str, Callable[[dict[str, Any]], Answer]] = {
            name.removeprefix("cmd_"): getattr(self, name)
            for name in dir(self)
            if name[:4] == "cmd_"
        }

    def answer(self, line: bytes | str) -> str:
        try:
            answer = self._answer(line)
        except RuleError as error:
            answer = {"ok": False, "rule": error.rule, "detail": error.detail}
        except (OptionsError, PositionError, ValueError, RecursionError) as error:
            answer = {"ok": False, "rule": None, "detail": str(error) or type(error).__name__}
        return msgspec.json.encode(answer).decode()

    def _answer(self, line: bytes | str) -> Answer:
        try:
            request = _DECODE(line)
        except msgspec.DecodeError as error:
            raise ValueError(f"Not a line of JSON: {error}.") from None
        if not isinstance(request, dict):
            raise ValueError('A request is an object with a member "cmd".')  # noqa: TRY004  one error for all that is no request
        command = self._commands.get(str(request.get("cmd")))
        if command is None:
            raise ValueError(f"cmd is one of {', '.join(sorted(self._commands))}.")
        taken = _MEMBERS[request["cmd"]]
        if unknown := sorted(request.keys() - {"cmd", *taken}):
            raise ValueError(f"{unknown[0]}: {request['cmd']} takes {' and '.join(taken)}.")
        return {"ok": True} | command(request)

    def cmd_new(self, request: dict[str, Any]) -> Answer:
        try:
            seed = bytes.fromhex(_member(request, "seed", str, ""))
        except ValueError:
            raise ValueError("seed: a string of hexadecimal digits is expected.") from None
        return self._keep(new_session(_member(request, "options", dict, {}), seed))

    def cmd_load(self, request: dict[str, Any]) -> Answer:
        return self._keep(load_session(_member(request, "position", dict)))

    def cmd_position(self, request: dict[str, Any]) -> Answer:
        """Answer with the position of a state, hidden members included."""
        return {"position": write(self._session(request).state)}

    def cmd_view(self, request: dict[str, Any]) -> Answer:
        session = self._session(request)
        return {"view": observe(session.state, _seat(request, session))}

    def cmd_decisions(self, request: dict[str, Any]) -> Answer:
        return {"decisions": decisions(self._session(request).state)}

    def cmd_legal(self, request: dict[str, Any]) -> Answer:
        """Answer with the first legal actions, and their number as far as EXACT."""
        session, limit = self._session(request), _member(request, "limit", int, 1000)
        seat = _seat(request, session)
        if not 0 <= limit <= MAX_LIMIT:
            raise ValueError(f"limit: 0 to {MAX_LIMIT} is expected, not {limit}.")
        listed = legal_actions(session.state, seat)
        actions = [as_json(action) for action in islice(listed, limit)]
        total = len(actions) + sum(1 for _ in islice(listed, max(0, EXACT + 1 - len(actions))))
        return {"actions": actions, "total": total if total <= EXACT else None}

    def cmd_menu(self, request: dict[str, Any]) -> Answer:
        session = self._session(request)
        return {"menu": menu(session.state, _seat(request, session))}

    def cmd_preview(self, request: dict[str, Any]) -> Answer:
        session = self._session(request)
        action = _member(request, "action", dict)
        return {"events": preview(session.state, _seat(request, session), action)}

    def cmd_apply(self, request: dict[str, Any]) -> Answer:
        session = self._session(request)
        action = _member(request, "action", dict)
        after, events = session.apply(_seat(request, session), action)
        return self._keep(after) | {"events": [redact(e, None, opened=True) for e in events]}

    def cmd_chance(self, request: dict[str, Any]) -> Answer:
        given = tuple(_member(request, "next", list))
        return self._keep(msgspec.structs.replace(self._session(request), chance=given))

    def cmd_drop(self, request: dict[str, Any]) -> Answer:
        self._session(request)
        del self._sessions[request["state"]]
        return {}

    def _keep(self, session: ConsoleSession) -> Answer:
        self._last += 1
        self._sessions[self._last] = session
        return {"state": self._last}

    def _session(self, request: dict[str, Any]) -> ConsoleSession:
        number = _member(request, "state", int)
        if number not in self._sessions:
            raise ValueError(f"state: there is no state {number}.")
        return self._sessions[number]


def _member(request: dict[str, Any], name: str, kind: type, default: Any = None) -> Any:
    value = request.get(name, default)
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise ValueError(f"{name}: {_WORDS[kind]} is expected, not {clip(repr(value))}.")
    return value


def _seat(request: dict[str, Any], session: ConsoleSession) -> int | None:
    """Return the seat a request speaks for; None is a spectator."""
    seat = request.get("seat")
    if seat is None:
        return None
    if not isinstance(seat, int) or isinstance(seat, bool) or seat not in session.state.seats:
        raise ValueError(f"seat: {clip(repr(seat))} is no seat of this game.")
    return seat


def serve(lines: Iterable[bytes | str], out: TextIO) -> None:
    engine = Engine()
    for line in lines:
        out.write(engine.answer(line) + "\n")
        out.flush()
