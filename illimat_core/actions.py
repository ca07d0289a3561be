"""The actions of a seat (ACTIONS.md section 1), and the parsing of their JSON form."""

from collections.abc import Mapping
from typing import Any, Final, Literal

import msgspec

from illimat_core.cards import ORDER, Card, FieldId, Luminary, Season, Seat
from illimat_core.errors import ReadingError, RuleError, clip
from illimat_core.records import reader


class Action(
    msgspec.Struct, frozen=True, kw_only=True, tag_field="type", forbid_unknown_fields=True,
    omit_defaults=True, gc=False,
):  # fmt: skip
    """Something a seat asks to do. The seat itself is passed separately."""


class Sow(Action, frozen=True, kw_only=True, tag="sow"):
    """Put a card into a field as a loose card (R-SOW-1)."""

    card: Card
    field: FieldId
    season: Season | None = None


class Harvest(Action, frozen=True, kw_only=True, tag="harvest"):
    """Play a card, or several as one, and take items that split into groups of its value."""

    card: Card | None = None
    cards: tuple[Card, ...] | None = None
    field: FieldId
    take: tuple[Card, ...]
    value: int | None = None
    season: Season | None = None
    season_card: Card | None = None

    @property
    def played(self) -> tuple[Card, ...]:
        """The hand cards it plays, in deck order once the action is canonical."""
        return self.cards if self.cards is not None else (self.card,) if self.card else ()


class Stockpile(Action, frozen=True, kw_only=True, tag="stockpile"):
    """Combine a card with items of a field into one stockpile (R-STOCK-1)."""

    card: Card
    field: FieldId
    value: int
    take: tuple[Card, ...]
    season: Season | None = None


class Exchange(Action, frozen=True, kw_only=True, tag="exchange"):
    """Exchange a hand card with a loose card of the board (R-LUM-CHANGELING)."""

    give: Card
    take: Card


class RakeSow(Action, frozen=True, kw_only=True, tag="rake_sow"):
    """Sow one more card into the Rake's field (R-LUM-RAKE)."""

    card: Card
    season: Season | None = None


class LoomStockpile(Action, frozen=True, kw_only=True, tag="loom_stockpile"):
    """Make a stockpile in the Loom's field (R-LUM-LOOM)."""

    card: Card
    value: int
    take: tuple[Card, ...]
    season: Season | None = None


class EndTurn(Action, frozen=True, kw_only=True, tag="end_turn"):
    """End the turn although a free action is still open (R-TURN-2)."""


class Pass(Action, frozen=True, kw_only=True, tag="pass"):
    """Decline what is offered."""


class TurnIllimat(Action, frozen=True, kw_only=True, tag="turn_illimat"):
    """Turn the Illimat so that ``summer`` is in Summer (R-LUM-FOREST-QUEEN)."""

    summer: FieldId


class NameSeason(Action, frozen=True, kw_only=True, tag="name_season"):
    """Name the season that the Stars are of (R-LUM-ASTRONOMER)."""

    season: Season


class Discard(Action, frozen=True, kw_only=True, tag="discard"):
    """Choose up to four hand cards to go back into the draw pile (R-LUM-GAMBLER)."""

    cards: tuple[Card, ...]


class FaceDown(Action, frozen=True, kw_only=True, tag="face_down"):
    """Choose the hand cards that the Audience gets to see (R-LUM-AUDIENCE)."""

    cards: tuple[Card, ...]


class TakeOkus(Action, frozen=True, kw_only=True, tag="take_okus"):
    """Take, or have returned, an okus (R-LUM-PERFECT-CRIME, R-LUM-BUTCHERS)."""

    source: Seat | Literal["board"] = msgspec.field(name="from")


class NameLuminary(Action, frozen=True, kw_only=True, tag="name_luminary"):
    """Name the luminary that the Audience acts as (R-LUM-AUDIENCE)."""

    luminary: Luminary


class AskPassive(Action, frozen=True, kw_only=True, tag="ask_passive"):
    """Ask to be shown a card that served another's last stockpile (R-STOCK-7)."""

    of: Seat


class Forfeit(Action, frozen=True, kw_only=True, tag="forfeit"):
    """Leave the game (R-END-3)."""


Play = Sow | Harvest | Stockpile
"""The main play of a turn."""

AnyAction = (
    Sow | Harvest | Stockpile | Exchange | RakeSow | LoomStockpile | EndTurn | Pass | TurnIllimat
    | NameSeason | Discard | FaceDown | TakeOkus | NameLuminary | AskPassive | Forfeit
)  # fmt: skip

TYPES: Final[dict[str, type[Action]]] = {
    str(kind.__struct_config__.tag): kind for kind in AnyAction.__args__
}
"""Every type of action by its name, in the order of ACTIONS.md."""

_READERS: Final = {name: reader(kind) for name, kind in TYPES.items()}


def type_of(action: Action) -> str:
    return str(action.__struct_config__.tag)


def parse(given: Mapping[str, object]) -> Action:
    """Parse an action from its JSON form and return it in canonical form.

    Raises ``RuleError`` with R-ACT-1 for a malformed action: an unknown type or member, a missing
    member, a value that is not a card, field or season, or an item named twice.
    """
    kind = given.get("type")
    if not isinstance(kind, str) or kind not in TYPES:
        raise malformed("action.unknown", member="type", types=list(TYPES))
    try:
        action = _READERS[kind](given)
    except ReadingError as error:
        raise malformed(error.whole.key, **error.whole.arguments) from None
    check_cards(action)
    return canonical(action)


def check_cards(action: Action) -> None:
    """Refuse an action that names something else than a card, or a card twice, by R-ACT-1."""
    for name in action.__struct_fields__:
        _check_member(name, getattr(action, name))


def _check_member(name: str, value: object) -> None:
    cards = value if isinstance(value, tuple) else (value,)
    if name not in {"card", "cards", "take", "give", "season_card"} or value is None:
        return
    for index, card in enumerate(cards):
        if card not in ORDER:
            place = f"{name}/{index}" if cards is value else name
            raise malformed("action.not_a_card", member=place, given=clip(repr(card)))
    if len(set(cards)) != len(cards):
        raise malformed("action.card_twice", member=name)


def malformed(key: str, /, **arguments: Any) -> RuleError:
    return RuleError("R-ACT-1", key, **arguments)


def canonical(action: Action) -> Action:
    """Return the action with its lists in deck order, after checking the number of its cards."""
    if isinstance(action, Harvest):
        if (action.card is None) == (action.cards is None):
            raise malformed("action.card_or_cards")
        if action.cards is not None and len(action.cards) < 2:
            raise malformed("action.single_card")
    changed: dict[str, Any] = {}
    for name in ("cards", "take"):
        cards = getattr(action, name, None)
        if isinstance(cards, tuple):
            ordered = tuple(sorted(cards, key=ORDER.__getitem__))
            if ordered != cards:
                changed[name] = ordered
    return msgspec.structs.replace(action, **changed) if changed else action


def as_json(action: Action) -> dict[str, Any]:
    """Return the JSON form of an action."""
    return msgspec.to_builtins(action)  # type: ignore[no-any-return]
