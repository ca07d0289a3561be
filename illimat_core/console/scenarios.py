"""Scenarios: a position, some actions and the expected result (ACTIONS.md section 4)."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final

import yaml
from msgspec import to_builtins

from illimat_core.actions import as_json, parse
from illimat_core.cards import FIELDS
from illimat_core.console.session import ConsoleSession, awaited_seat, load_session
from illimat_core.errors import PositionError, RuleError
from illimat_core.observation import decisions, observe
from illimat_core.offers.listing import legal_actions
from illimat_core.positions.loading import MEMBERS
from illimat_core.positions.writing import write
from illimat_core.state import State

_WRONG: Final = (RuleError, ValueError, TypeError, AttributeError, KeyError, RecursionError)
"""The exceptions that a malformed scenario raises."""
_LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The fast loader, if PyYAML has it."""
_MEMBERS: Final = ("id", "rules", "given", "when", "then", "chance")
_BY_FIELD: Final = ("fields", "luminaries", "audience_as")
_BY_SEAT: Final = (
    "hands", "okuses", "harvested", "private", "claimed", "scores", "harvested_last_turn",
    "round_points",
)  # fmt: skip
_MAX_SEATS: Final = 4
_AS_SETS: Final = ("hands", "harvested", "children", "claimed", "forfeited", "winner")


class FailureError(Exception):
    """An expectation that does not hold; the message gives the expected and the actual value."""

    def __init__(self, what: str, expected: object, came: object) -> None:
        super().__init__(f"{what}: expected {expected}, came {came}")


def read_file(path: Path) -> list[dict[str, Any]]:
    """Return the scenarios of a YAML file. Raises ``ValueError`` if it holds none."""
    try:
        found = yaml.load(path.read_text(encoding="utf-8"), _LOADER)  # noqa: S506 - a safe one
    except (OSError, UnicodeDecodeError, yaml.YAMLError, RecursionError) as error:
        raise ValueError(f"cannot be read as YAML: {error}") from None
    if not isinstance(found, list) or not all(isinstance(each, dict) for each in found):
        raise ValueError("a scenario file is a list of scenarios.")
    return found


def run(scenario: Mapping[str, Any]) -> None:
    """Raise ``FailureError`` for the first unmet expectation, one of `_WRONG` if malformed."""
    _check_members(scenario)
    then = _expected(scenario)
    actions = _objects("when", scenario.get("when", []))
    chance = _list("chance", scenario.get("chance", []))
    load_refused = then.pop("load_refused", False)
    try:
        session = load_session(_in_json(scenario.get("given", {})), chance)
    except PositionError as error:
        if load_refused:
            return
        raise FailureError("given", "a position that loads", str(error)) from None
    if load_refused:
        raise FailureError("given", "a position that is refused", "one that loads")
    session = _play(session, actions, then.pop("refused", None))
    for what, expected in then.items():
        _check(session, str(what), expected)


def _check_members(scenario: Mapping[str, Any]) -> None:
    """Refuse members that look misspelt; other unknown members are notes for readers."""
    for name in scenario:
        meant = get_close_matches(str(name), _MEMBERS, n=1)
        if meant and name not in _MEMBERS:
            raise ValueError(f"{name}: a scenario has no such member; it has {meant[0]}.")


def _expected(scenario: Mapping[str, Any]) -> dict[str, Any]:
    """Raise ``ValueError`` for a scenario that expects nothing, not even to be accepted."""
    then = _object("then", scenario.get("then", {}))
    if not then and not scenario.get("when"):
        raise ValueError("then: nothing is expected.")
    return dict(then)


def _object(name: str, given: Any) -> Mapping[Any, Any]:
    if not isinstance(given, Mapping):
        raise TypeError(f"{name}: an object is expected, not {given!r}.")
    return given


def _list(name: str, given: Any) -> list[Any] | tuple[Any, ...]:
    if not isinstance(given, list | tuple):
        raise TypeError(f"{name}: a list is expected, not {given!r}.")
    return given


def _objects(name: str, given: Any) -> list[Mapping[Any, Any]]:
    return [_object(name, each) for each in _list(name, given)]


def _play(
    session: ConsoleSession, actions: list[Mapping[Any, Any]], refused: str | None
) -> ConsoleSession:
    for place, given in enumerate(actions):
        action = dict(given)
        seat = action.pop("seat", None)
        last = place == len(actions) - 1
        try:
            session, _ = session.apply(seat, action)
        except RuleError as error:
            if not last or refused is None:
                raise FailureError(f"action {place + 1}", "accepted", f"refused: {error}") from None
            if error.rule != refused:
                raise FailureError("refused", refused, f"{error}") from None
            return session
    if refused is not None:
        raise FailureError("refused", refused, "accepted")
    return session


def _check(session: ConsoleSession, what: str, expected: Any) -> None:
    state = session.state
    if what in {"legal", "not_legal"}:
        _check_legal(session, _objects(what, expected), wanted=what == "legal")
    elif what == "legal_count":
        for seat, count in _object(what, expected).items():
            came = sum(1 for _ in legal_actions(state, _seat(state, seat)))
            _same(f"legal_count of {seat}", count, came)
    elif what == "decisions":
        _same(what, _asked(_objects(what, expected)), _asked(to_builtins(decisions(state))))
    elif what == "view":
        for viewer, members in _object(what, expected).items():
            view = to_builtins(observe(state, _seat(state, viewer)), str_keys=True)
            for path, value in _object(f"view of {viewer}", members).items():
                _check_member(f"view of {viewer}: {path}", view, str(path), value)
    else:
        _check_member(what, write(state), what, expected)


def _check_legal(
    session: ConsoleSession, actions: list[Mapping[Any, Any]], *, wanted: bool
) -> None:
    for given in actions:
        action = dict(given)
        seat = _seat(session.state, action.pop("seat", awaited_seat(session.state)))
        canonical = _name_items(session.state, as_json(parse(action)))
        listed = any(as_json(each) == canonical for each in legal_actions(session.state, seat))
        if listed != wanted:
            raise FailureError("legal", "listed" if wanted else "not listed", given)


def _name_items(state: State, action: dict[str, Any]) -> dict[str, Any]:
    """Return an action with its items named as in the list; any card of an item names it."""
    items = [item for field in state.fields for item in field.items]
    names = {card: item.name for item in items for card in item.cards}
    take = action.get("take")
    if isinstance(take, tuple):
        named = [names.get(card, card) for card in take]
        if len(set(named)) == len(named):  # else one is named twice, which no list does
            return as_json(parse(action | {"take": named}))
    return action


def _check_member(what: str, position: Mapping[str, Any], path: str, expected: Any) -> None:
    came: Any = position
    member, *inner = path.split(".")
    if (member not in MEMBERS and path != "decisions") or not _may_lead_on(member, inner):
        raise ValueError(f"then: {what} is nothing that can be expected.")
    for part in (member, *inner):
        if isinstance(came, Mapping):
            came = came.get(part)
        elif isinstance(came, list) and part.isdigit() and int(part) < len(came):
            came = came[int(part)]
        else:
            came = None
    if member == "decisions":
        expected, came = _asked(_objects(what, expected)), _asked(came)
    as_set, expected = member in _AS_SETS, _in_json(expected)
    came = _drop_empty_members(came, expected)
    _same(what, _plain(expected, as_set=as_set), _plain(came, as_set=as_set))


def _may_lead_on(member: str, inner: list[str]) -> bool:
    """Return whether the path may go on: by a field or seat, in a member keyed by these."""
    if not inner or member not in _BY_FIELD + _BY_SEAT:
        return True
    if member in _BY_FIELD:
        return inner[0] in FIELDS
    return inner[0] in {"board", *map(str, range(_MAX_SEATS))}


def _drop_empty_members(came: Any, expected: Any) -> Any:
    if not isinstance(came, Mapping) or not isinstance(expected, Mapping):
        return came
    return {name: each for name, each in came.items() if each or name in expected}


def _asked(decided: Any) -> list[str]:
    """Return decisions in comparable form: seats and kinds, without order or prompts."""
    for each in decided:
        if not {"seat", "kind"} <= each.keys():
            raise TypeError(f"decisions: each has a seat and a kind, not {each!r}.")
    return sorted(str((each["seat"], each["kind"])) for each in decided)


def _plain(value: Any, *, as_set: bool) -> Any:
    """Return a value in comparable form: sets sorted, a stockpile without its split into groups."""
    if isinstance(value, Mapping):
        return {
            key: _cards(each)
            if key.isdigit() and _is_stockpile(each)
            else _plain(each, as_set=as_set)
            for key, each in value.items()
        }
    if isinstance(value, list | tuple):
        members = [_plain(each, as_set=as_set) for each in value]
        return sorted(members, key=str) if as_set else members
    return value


def _is_stockpile(value: Any) -> bool:
    return isinstance(value, list) and bool(value) and all(" " in str(part) for part in value)


def _cards(value: list[str]) -> tuple[bool, list[str]]:
    text = " ".join(value)
    return "|" in text, sorted(text.replace("|", " ").split())


def _same(what: str, expected: Any, came: Any) -> None:
    if expected != came:
        raise FailureError(what, expected, came)


def _seat(state: State, given: Any) -> int | None:
    if given in {"spectator", None}:
        return None
    seat = int(given)
    if seat not in state.seats:
        raise ValueError(f"{given!r} is no seat of this game.")
    return seat


def _in_json(value: Any) -> Any:
    """Return YAML values as in JSON, where every key is a string."""
    if isinstance(value, Mapping):
        return {str(key): _in_json(each) for key, each in value.items()}
    if isinstance(value, list | tuple):
        return [_in_json(each) for each in value]
    return value


def run_files(paths: list[Path]) -> Iterator[tuple[str, str | None]]:
    """Yield each scenario's id and its failure, or None if it passed.

    A file that cannot be read fails as one scenario of its name.
    """
    for path in paths:
        try:
            scenarios = read_file(path)
        except ValueError as error:
            yield str(path), " ".join(str(error).split())
            continue
        for scenario in scenarios:
            name = str(scenario.get("id", f"{path}: a scenario without an id"))
            try:
                run(scenario)
            except FailureError as failure:
                yield name, str(failure)
            except _WRONG as error:
                yield name, f"cannot be run: {type(error).__name__}: {error}"
            else:
                yield name, None
