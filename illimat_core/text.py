"""A view as a board of plain text, and a redacted event as a sentence.

Both take what somebody may see (`observation.observe`, `events.redact`) and nothing else, so they
cannot tell more than that. Cards are written by their codes (R-CARD-4).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
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


def narrate(event: Members, names: Sequence[str]) -> str | None:
    """Tell a redacted event in a sentence; None where there is nothing to tell.

    `names` are those of the seats.
    """
    tell = _SENTENCES.get(event["type"])
    return tell(event, names) if tell else None


def count(number: int, thing: str, things: str = "") -> str:
    """`1 card`, `2 cards`."""
    return f"{number} {thing if number == 1 else things or f'{thing}s'}"


def enumerate_words(words: Iterable[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last


def _field_lines(view: Members, field: str) -> list[str]:
    lines = [f"{field} {season_of_field(view, field)}"]
    if luminary := view["luminaries"].get(field):
        lines.append(luminary_name(luminary))
    items = [item_text(item) for item in view["fields"].get(field, ())]
    loose = " ".join(item for item in items if " " not in item)
    piles = [item for item in items if " " in item]
    return lines + [line for text in (loose, *piles) for line in wrap(text, WIDTH)]


def _round_dealt(event: Members, names: Sequence[str]) -> str:
    dealer, first = names[event["dealer"]], names[event["first"]]
    return f"Round {event['round']} is dealt by {dealer}; {first} begins."


def _hand_dealt(event: Members, names: Sequence[str]) -> str | None:
    cards = event.get("cards")
    return f"{names[event['seat']]} is dealt {' '.join(cards)}." if cards else None


def _card_sown(event: Members, names: Sequence[str]) -> str:
    bonus = f" and will draw {count(event['bonus'], 'card')} more" if event.get("bonus") else ""
    return f"{names[event['seat']]} sows {event['card']} in {event['field']}{_by(event)}{bonus}."


def _cards_harvested(event: Members, names: Sequence[str]) -> str:
    fields = enumerate_words([event["field"], *event.get("reach", ())])
    taken, played = enumerate_words(event["taken"]), enumerate_words(event["cards"])
    return f"{names[event['seat']]} harvests {taken} in {fields} with {played}{_by(event)}."


def _stockpile_made(event: Members, names: Sequence[str]) -> str:
    groups = " | ".join(" + ".join(group) for group in event["groups"])
    made = f"stockpiles {groups} for {event['value']} in {event['field']}{_by(event)}"
    return f"{names[event['seat']]} {made}, playing {event['card']}."


def _by(event: Members) -> str:
    return f" by leave of {luminary_name(event['by'])}" if event.get("by") else ""


def _hand_drawn(event: Members, names: Sequence[str]) -> str:
    cards = event.get("cards")
    drawn = " ".join(cards) if cards else count(event["count"], "card")
    return f"{names[event['seat']]} draws {drawn}."


def _okus_taken(event: Members, names: Sequence[str]) -> str:
    source = event.get("source", "board")
    owner = "" if source == "board" else f" from {names[source]}"
    return f"{names[event['seat']]} takes an okus{owner}."


def _turn_passed(event: Members, names: Sequence[str]) -> str | None:
    skipped = [names[seat] for seat in event.get("skipped", ())]
    verb = "has" if len(skipped) == 1 else "have"
    return f"{enumerate_words(skipped)} {verb} no card to play." if skipped else None


def _passive_shown(event: Members, names: Sequence[str]) -> str:
    asker = names[event["asked_by"]]
    return f"Asked by {asker}, {names[event['seat']]} shows {event['card']}."


def _round_scored(event: Members, names: Sequence[str]) -> str:
    titles = {
        title: [names[seat] for seat in event.get(member, ())]
        for title, member in (
            ("Bumper Crop", "bumper_crop"),
            ("Sunkissed", "sunkissed"),
            ("Frostbit", "frostbit"),
        )
    }
    won = [f"{title} {enumerate_words(seats)}" for title, seats in titles.items() if seats]
    points = [
        f"{name} {tally['points'] - tally.get('penalty', 0):+d} to {score}"
        for name, tally, score in zip(names, event["tallies"], event["scores"], strict=True)
    ]
    return f"Round {event['round']} is scored: {'; '.join([', '.join(points), *won])}."


def _game_ended(event: Members, names: Sequence[str]) -> str:
    winners = [names[seat] for seat in event["winners"]]
    if not winners:
        return "The game is over; nobody wins."
    verb = "wins" if len(winners) == 1 else "share the win"
    return f"The game is over; {enumerate_words(winners)} {verb}."


_SENTENCES: Final[dict[str, Callable[[Members, Sequence[str]], str | None]]] = {
    "GameStarted": lambda event, names: "The game begins.",
    "FirstDealerDrawn": lambda event, names: f"{names[event['seat']]} is drawn as first dealer.",
    "RoundDealt": _round_dealt,
    "HandDealt": _hand_dealt,
    "CardSown": _card_sown,
    "CardsHarvested": _cards_harvested,
    "StockpileMade": _stockpile_made,
    "HiddenCardsTurnedUp": lambda event, names: (
        f"Hidden cards come up in {event['field']}: {enumerate_words(event['cards'])}."
    ),
    "IllimatTurned": lambda event, names: f"The Illimat turns: Summer is in {event['summer']}.",
    "FieldCleared": lambda event, names: f"{names[event['seat']]} clears {event['field']}.",
    "HandDrawn": _hand_drawn,
    "OkusTaken": _okus_taken,
    "FieldSeeded": lambda event, names: (
        f"{event['field']} is seeded with {enumerate_words(event['cards'])}."
    ),
    "LuminaryDiscarded": lambda event, names: (
        f"In {event['field']} {luminary_name(event['luminary'])} is discarded."
    ),
    "TurnPassed": _turn_passed,
    "PassiveShown": _passive_shown,
    "PlayerForfeited": lambda event, names: f"{names[event['seat']]} leaves the game.",
    "DecisionOpened": lambda event, names: None,
    "DecisionAnswered": lambda event, names: None,
    "RoundScored": _round_scored,
    "GameEnded": _game_ended,
}
