"""A view as a board of plain text.

It takes what somebody may see (`observation.observe`) and nothing else, so it cannot tell more than
that. Cards are written by their codes (R-CARD-4).
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Any, Final

from illimat_core.cards import FIELDS, Season, season_at

Members = Mapping[str, Any]

WIDTH: Final = 23  # characters of a field's column
KEY: Final = (
    "Cards: F Fool, N Knight, Q Queen, K King; "
    "Sp Spring, Su Summer, Au Autumn, Wi Winter, St Stars."
)
"""What the codes of cards mean, for people who see them for the first time."""
_RANKS: Final = {"F": "Fool", "N": "Knight", "Q": "Queen", "K": "King"}
_SUITS: Final = {"Sp": "Spring", "Su": "Summer", "Au": "Autumn", "Wi": "Winter", "St": "Stars"}
_PLACES: Final = (("NW", "NE"), ("SW", "SE"))


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
    words = name.replace("_", " ").title()
    article = "" if name == "saint_joan" else "the "
    return f"{article}{words}{', face down' if name != code else ''}"


def item_text(item: str | Members) -> str:
    """An item of a field: `5Su`, or `10 (7Sp 3Wi)` for a stockpile of 10."""
    what, groups, hidden = _item_parts(item)
    text = f"{what} ({' | '.join(' '.join(group) for group in groups)})" if groups else what
    return f"{text} over {count(hidden, 'hidden card')}" if hidden else text


def item_words(item: str | Members) -> str:
    """The same in words: `5 of Summer`, or `stockpile of 10: 7 of Spring + 3 of Winter`."""
    what, groups, hidden = _item_parts(item)
    sums = "; ".join(" + ".join(map(card_name, group)) for group in groups)
    text = f"stockpile of {what}: {sums}" if groups else card_name(what)
    return f"{text}, over {count(hidden, 'hidden card')}" if hidden else text


def _item_parts(item: str | Members) -> tuple[str, list[list[str]], int]:
    """What an item is, a card's code or a value; a stockpile's groups; how much it hides."""
    if isinstance(item, str):
        return item, [], 0
    (what,) = (key for key in item if key != "hidden")
    hidden = amount(item.get("hidden", 0))
    if what == "card":
        return item[what], [], hidden
    return what, [group.split() for group in item[what][0].split("|")], hidden


def amount(cards: int | Sequence[str]) -> int:
    """How many cards these are, whether a view shows them or their number only."""
    return cards if isinstance(cards, int) else len(cards)


def season_of_field(view: Members, field: str) -> Season:
    """The season a field of a view is in."""
    seasons = {at: season_at(at, view["summer"]) for at in FIELDS}
    return seasons[field]  # type: ignore[index]  # a KeyError names what is no field


def board_text(view: Members, names: Sequence[str]) -> str:
    """Draw a view (ACTIONS.md section 3) for people: `names` are those of the seats.

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
    okuses = count(view["okuses"]["board"], "okus", "okuses")
    lines += [f"{count(amount(view['draw']), 'card')} to draw, {okuses} on the Illimat.", ""]
    lines += [seat_text(view, seat, name) for seat, name in enumerate(names)]
    for seat, name in enumerate(names):
        if isinstance(hand := view["hands"][str(seat)], Sequence) and hand:
            lines += ["", f"{name}'s hand: {' '.join(hand)}"]
    return "\n".join(lines)


def seat_text(view: Members, seat: int, name: str) -> str:
    """What a seat has, in one line."""
    key = str(seat)
    parts = [
        f"{view['scores'][key]} points",
        f"{amount(view['hands'][key])} in hand",
        f"{amount(view['harvested'][key])} harvested",
        count(view["okuses"][key], "okus", "okuses"),
    ]
    parts += [luminary_name(claimed) for claimed in view["claimed"].get(key, ())]
    left = " (left the game)" if seat in view["forfeited"] else ""
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


def _field_lines(view: Members, field: str) -> list[str]:
    lines = [f"{field} {season_of_field(view, field)}"]
    if luminary := view["luminaries"].get(field):
        lines += wrap(luminary_name(luminary), WIDTH)
    items = [item_text(item) for item in view["fields"].get(field, ())]
    loose = " ".join(item for item in items if " " not in item)
    piles = [item for item in items if " " in item]
    return lines + [line for text in (loose, *piles) for line in wrap(text, WIDTH)]
