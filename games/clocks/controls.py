"""The time controls: how much time a seat has for its decisions. All lengths in microseconds."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, assert_never

import msgspec

from games.clocks.errors import ClockError
from games.clocks.spans import DAY, HOUR, SECOND

LONGEST: Final = 366 * DAY


def _check(member: str, length: int, *, least: int = 1) -> None:
    """Raise ClockError for a length below `least` or above 366 days."""
    if length < least:
        if least:
            raise ClockError(member, "The time `{name}` must be more than zero.", name=member)
        raise ClockError(member, "The time `{name}` must be zero or more.", name=member)
    if length > LONGEST:
        raise ClockError(member, "The time `{name}` must be at most 366 days.", name=member)


class PerDecision(msgspec.Struct, frozen=True, tag_field="kind", tag="per_decision"):
    """The same time for every decision; none of it is saved."""

    time: int = 3 * DAY

    def __post_init__(self) -> None:
        _check("time", self.time)


class Bank(msgspec.Struct, frozen=True, tag_field="kind", tag="bank"):
    """A supply of time, to which each decision of the seat's own adds, up to a cap."""

    initial: int = 5 * DAY
    increment: int = 12 * HOUR
    cap: int = 7 * DAY

    def __post_init__(self) -> None:
        _check("initial", self.initial)
        _check("increment", self.increment, least=0)
        _check("cap", self.cap)
        if self.cap < self.initial:
            raise ClockError("cap", "The cap must be at least the initial time.")


class Total(msgspec.Struct, frozen=True, tag_field="kind", tag="total"):
    """One supply of time for the whole game."""

    time: int = 30 * DAY

    def __post_init__(self) -> None:
        _check("time", self.time)


class NoClock(msgspec.Struct, frozen=True, tag_field="kind", tag="none"):
    """No clock: the game is called off when nobody has acted for the time `idle`."""

    idle: int = 60 * DAY

    def __post_init__(self) -> None:
        _check("idle", self.idle)


Timed = PerDecision | Bank | Total
Control = Timed | NoClock


def time_at_start(control: Control) -> int | None:
    """Return the time that a seat has for its first decision, or None without a clock."""
    match control:
        case PerDecision() | Total():
            return control.time
        case Bank():
            return control.initial
        case NoClock():
            return None
        case _:
            assert_never(control)


def gives_time(control: Control) -> bool:
    """Return whether everybody has an hour for their first decision at least, or no clock runs."""
    time = time_at_start(control)
    return time is None or time >= HOUR


def time_after(control: Timed, left: int, *, own: bool) -> int:
    """Return the time for a seat's next decision, given the time `left` after the last one.

    `own` says whether the player made the last one; only then does it earn an increment.
    """
    match control:
        case PerDecision():
            return control.time
        case Bank():
            return min(left + control.increment, control.cap) if own else left
        case Total():
            return left
        case _:
            assert_never(control)


class Preset(NamedTuple):
    """A time control that can be chosen by its name."""

    name: str
    title: str
    control: Control


PRESETS: Final = (
    Preset("standard", "5 days, and 12 hours more for every decision", Bank()),
    Preset("relaxed", "10 days, and a day more for every decision", Bank(10 * DAY, DAY, 14 * DAY)),
    Preset(
        "brisk", "2 days, and 6 hours more for every decision", Bank(2 * DAY, 6 * HOUR, 3 * DAY)
    ),
    Preset("three_days", "3 days for every decision", PerDecision(3 * DAY)),
    Preset("one_day", "1 day for every decision", PerDecision(DAY)),
    Preset("one_month", "30 days for all your decisions together", Total(30 * DAY)),
    Preset("no_clock", "No clock; called off after 60 days without an action", NoClock()),
)
DEFAULT: Final = PRESETS[0].control

_KINDS: Final[dict[str, type[Control]]] = {
    "per_decision": PerDecision,
    "bank": Bank,
    "total": Total,
    "none": NoClock,
}


def read_control(given: str | Mapping[str, Any]) -> Control:
    """Parse a time control: the name of a preset, or a `kind` and lengths in seconds.

    Lengths that are left out have their defaults. Raises ClockError.
    """
    if isinstance(given, str):
        found = next((preset.control for preset in PRESETS if preset.name == given), None)
        if found is None:
            names = ", ".join(preset.name for preset in PRESETS)
            raise ClockError(
                "clock",
                "There is no clock “{given}”. Choose one of {names}.",
                given=given[:80],
                names=names,
            )
        return found
    lengths = dict(given)
    kind = lengths.pop("kind", None)
    form = _KINDS.get(kind) if isinstance(kind, str) else None
    if form is None:
        raise ClockError("kind", "The kind of a clock is one of {kinds}.", kinds=", ".join(_KINDS))
    for member, seconds in lengths.items():
        if member not in form.__struct_fields__:
            members = ", ".join(form.__struct_fields__)
            raise ClockError(
                "clock",
                "A clock of kind {kind} has no “{name}”, only {members}.",
                kind=kind,
                name=member[:80],
                members=members,
            )
        if not isinstance(seconds, int) or isinstance(seconds, bool):
            raise ClockError(
                member, "The time `{name}` must be a whole number of seconds.", name=member
            )
    return form(**{member: seconds * SECOND for member, seconds in lengths.items()})


def in_seconds(control: Control) -> dict[str, int]:
    """Return the lengths of a control in seconds, rounded down."""
    return {name: getattr(control, name) // SECOND for name in control.__struct_fields__}


def preset_of(control: Control) -> str | None:
    """Return the name of the preset that equals a control, if any."""
    return next((preset.name for preset in PRESETS if preset.control == control), None)
