"""A view as a board of plain text.

It takes what somebody may see (`observation.observe`) and nothing else, so it cannot tell more than
that. Cards are written by their codes (R-CARD-4).
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Any, Final

from illimat_core.cards import FIELDS, FieldId, Season, season_at
from illimat_core.editions import known_as
from illimat_core.views import ItemView, Observation

Members = Mapping[str, Any]

WIDTH: Final = 23  # characters of a field's column
KEY: Final = (
    "Cards: F Fool, N Knight, Q Queen, K King; "
    "Sp Spring, Su Summer, Au Autumn, Wi Winter, St Stars."
)
"""What the codes of cards mean, for people who see them for the first time."""
_RANKS: Final = {"F": "Fool", "N": "Knight", "Q": "Queen", "K": "King"}
_SUITS: Final = {"Sp": "Spring", "Su": "Summer", "Au": "Autumn", "Wi": "Winter", "St": "Stars"}
_PLACES: Final[tuple[tuple[FieldId, FieldId], ...]] = (("NW", "NE"), ("SW", "SE"))


def card_name(code: str) -> str:
    """A card in words: `5Wi` is the 5 of Winter."""
    rank, suit = code[:-2], code[-2:]
    return f"{_RANKS.get(rank, rank)} of {_SUITS[suit]}"


def luminary_name(code: str) -> str:
    """A luminary with its article: `forest_queen` is the Forest Queen.

    `?` is one that lies face down, and one in brackets lay so until the game was over.
    """
    if code == "?":
        return "a luminary, face down"
    name = code.strip("()")
    return f"{known_as(name).name}{', face down' if name != code else ''}"


def item_text(item: str | ItemView) -> str:
    """An item of a field: `5Su`, or `10 (7Sp 3Wi)` for a stockpile of 10."""
    if isinstance(item, str):
        return item
    groups = " | ".join(map(" ".join, item.groups))
    return (item.card or f"{item.value} ({groups})") + _over(item)


def item_words(item: str | ItemView) -> str:
    """The same in words: `5 of Summer`, or `stockpile of 10: 7 of Spring + 3 of Winter`."""
    if isinstance(item, str):
        return card_name(item)
    if item.card:
        return card_name(item.card) + _over(item, ", ")
    sums = "; ".join(" + ".join(map(card_name, group)) for group in item.groups)
    return f"stockpile of {item.value}: {sums}" + _over(item, ", ")


def _over(item: ItemView, comma: str = " ") -> str:
    return f"{comma}over {count(amount(item.hidden), 'hidden card')}" if item.hidden else ""


def amount(cards: int | Sequence[str]) -> int:
    """How many cards these are, whether a view shows them or their number only."""
    return cards if isinstance(cards, int) else len(cards)


def season_of_field(view: Observation, field: str) -> Season:
    """The season a field of a view is in."""
    seasons = {at: season_at(at, view.summer) for at in FIELDS}
    return seasons[field]  # type: ignore[index]  # a KeyError names what is no field


def board_text(view: Observation, names: Sequence[str], reader: int | None = None) -> str:
    """Draw a view for people: `names` are those of the seats, `reader` is the seat called "you".

    Fields lie as on the board, each with its season, luminary and items; below stand the draw pile
    and what each seat holds, and the hands that the view shows. No line is wider than 53 characters
    but those of seats with long names.
    """
    rule = f"+-{'-' * WIDTH}-+-{'-' * WIDTH}-+"
    lines = [rule]
    for row in _PLACES:
        cells = [_field_lines(view, field) for field in row]
        lines += [
            f"| {left:{WIDTH}} | {right:{WIDTH}} |"
            for left, right in zip_longest(*cells, fillvalue="")
        ]
        lines.append(rule)
    okuses = count(view.okuses["board"], "okus", "okuses")
    lines += [f"{count(amount(view.draw), 'card')} to draw, {okuses} on the Illimat.", ""]
    lines += [seat_text(view, seat, name) for seat, name in enumerate(names)]
    for seat, name in enumerate(names):
        if isinstance(hand := view.hands[seat], Sequence) and hand:
            whose = "Your" if seat == reader else f"{name}'s"
            lines += ["", f"{whose} hand: {' '.join(hand)}"]
    return "\n".join(lines)


def seat_text(view: Observation, seat: int, name: str) -> str:
    """What a seat has, in one line."""
    parts = [
        f"{view.scores[seat]} points",
        f"{amount(view.hands[seat])} in hand",
        f"{amount(view.harvested[seat])} harvested",
        count(view.okuses[seat], "okus", "okuses"),
    ]
    parts += [luminary_name(claimed) for claimed in view.claimed[seat]]
    left = " (left the game)" if seat in view.forfeited else ""
    return f"{name}{left}: {', '.join(parts)}"


def count(number: int, thing: str, things: str = "") -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {thing if number == 1 else things or f'{thing}s'}"


def capital(text: str) -> str:
    """The same with a capital letter first."""
    return text[:1].upper() + text[1:]


def enumerate_words(words: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def _field_lines(view: Observation, field: FieldId) -> list[str]:
    lines = [f"{field} {season_of_field(view, field)}"]
    if luminary := view.luminaries.get(field):
        lines += wrap(luminary_name(luminary), WIDTH)
    items = [item_text(item) for item in view.fields[field]]
    loose = " ".join(item for item in items if " " not in item)
    piles = [item for item in items if " " in item]
    return lines + [line for text in (loose, *piles) for line in wrap(text, WIDTH)]
