"""The time controls: how much time a seat has for its decisions. All lengths in microseconds."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final, Literal, NamedTuple, cast, get_args

import msgspec

from games.clocks.errors import ClockError
from games.clocks.spans import DAY, HOUR, SECOND

LONGEST: Final = 366 * DAY

ControlKind = Literal["per_decision", "bank", "total", "none"]


class _Control(msgspec.Struct, frozen=True, tag_field="kind"):
    """What time controls have in common, unless they say otherwise.

    Their members are lengths. The first is the time that a seat starts with, of which none, or what
    is left, is kept for its next decision.
    """

    may_be_zero: ClassVar[frozenset[str]] = frozenset()

    def __post_init__(self) -> None:
        for member in self.__struct_fields__:
            length = getattr(self, member)
            if length < 0 and member in self.may_be_zero:
                raise ClockError(member, "The time `{name}` must be zero or more.", name=member)
            if length <= 0 and member not in self.may_be_zero:
                raise ClockError(member, "The time `{name}` must be more than zero.", name=member)
            if length > LONGEST:
                raise ClockError(member, "The time `{name}` must be at most 366 days.", name=member)

    @property
    def kind(self) -> ControlKind:
        return cast(ControlKind, self.__struct_config__.tag)

    @property
    def start(self) -> int | None:
        """The time that a seat has for its first decision, or None if no clock runs."""
        return cast(int, getattr(self, self.__struct_fields__[0]))

    @property
    def runs(self) -> bool:
        return self.start is not None

    @property
    def gives_time(self) -> bool:
        """Whether everybody has an hour for their first decision at least, or no clock runs."""
        return self.start is None or self.start >= HOUR

    @property
    def renewed(self) -> int | None:
        """The time that every decision has anew, or None if what is left is kept for the next."""
        return None

    @property
    def calls_off_after(self) -> int | None:
        """The time without an action after which the game is called off, if it ever is."""
        return None

    @property
    def plainly(self) -> "Control":
        """The control in whose words people are told of this one."""
        return cast(Control, self)

    @property
    def seconds(self) -> dict[str, int]:
        """The lengths in seconds, rounded down."""
        return {name: getattr(self, name) // SECOND for name in self.__struct_fields__}

    @property
    def given(self) -> dict[str, Any]:
        """The kind, and the lengths in seconds, as `read_control` takes them."""
        return {"kind": self.kind, **self.seconds}

    def after(self, left: int, *, own: bool) -> int:  # noqa: ARG002 - others ask whose it was
        """Return the time for the next decision; only a player's `own` earns an increment."""
        return left

    def capped(self, bank: int) -> int:
        """Return as much of a time as a seat may have."""
        return bank


class PerDecision(_Control, frozen=True, tag="per_decision"):
    """The same time for every decision; none of it is saved."""

    time: int = 3 * DAY

    @property
    def renewed(self) -> int:
        return self.time

    def after(self, left: int, *, own: bool) -> int:  # noqa: ARG002 - nothing is saved
        return self.time


class Bank(_Control, frozen=True, tag="bank"):
    """A supply of time, to which each decision of the seat's own adds, up to a cap."""

    may_be_zero: ClassVar = frozenset({"increment"})

    initial: int = 5 * DAY
    increment: int = 12 * HOUR
    cap: int = 7 * DAY

    def __post_init__(self) -> None:
        super().__post_init__()
        if self.cap < self.initial:
            raise ClockError("cap", "The cap must be at least the initial time.")

    @property
    def plainly(self) -> "Control":
        """Without an increment, the same as one supply for the whole game."""
        return self if self.increment else Total(self.initial)

    def after(self, left: int, *, own: bool) -> int:
        return self.capped(left + self.increment) if own else left

    def capped(self, bank: int) -> int:
        return min(bank, self.cap)


class Total(_Control, frozen=True, tag="total"):
    """One supply of time for the whole game."""

    time: int = 30 * DAY


class NoClock(_Control, frozen=True, tag="none"):
    """No clock: the game is called off when nobody has acted for the time `idle`."""

    idle: int = 60 * DAY

    @property
    def start(self) -> None:
        return

    @property
    def calls_off_after(self) -> int:
        return self.idle


Control = PerDecision | Bank | Total | NoClock
KINDS: Final[Mapping[str, type[Control]]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(Control)
}
LENGTHS: Final = tuple(
    dict.fromkeys(name for kind in KINDS.values() for name in kind.__struct_fields__)
)
"""The lengths of all kinds."""


class ControlPreset(NamedTuple):
    """A time control that can be chosen by its name."""

    name: str
    title: str
    control: Control


PRESETS: Final = (
    ControlPreset("standard", "5 days, and 12 hours more for every decision", Bank()),
    ControlPreset(
        "relaxed", "10 days, and a day more for every decision", Bank(10 * DAY, DAY, 14 * DAY)
    ),
    ControlPreset(
        "brisk", "2 days, and 6 hours more for every decision", Bank(2 * DAY, 6 * HOUR, 3 * DAY)
    ),
    ControlPreset("three_days", "3 days for every decision", PerDecision(3 * DAY)),
    ControlPreset("one_day", "1 day for every decision", PerDecision(DAY)),
    ControlPreset("one_month", "30 days for all your decisions together", Total(30 * DAY)),
    ControlPreset("no_clock", "No clock; called off after 60 days without an action", NoClock()),
)
DEFAULT: Final = PRESETS[0].control


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
    form = KINDS.get(kind) if isinstance(kind, str) else None
    if form is None:
        raise ClockError("kind", "The kind of a clock is one of {kinds}.", kinds=", ".join(KINDS))
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


def preset_of(control: Control) -> str | None:
    return next((preset.name for preset in PRESETS if preset.control == control), None)
