"""A view as a board of plain text.

It is drawn from a view (`observation.observe`) and nothing else, so it cannot reveal more than
that. Cards are written by their codes (R-CARD-4).
"""

from collections.abc import Sequence
from itertools import zip_longest
from textwrap import wrap
from typing import Final

from illimat_core.cards import FIELDS, ROWS, FieldId, Season, season_at
from illimat_core.messages import ENGLISH, Language, Message
from illimat_core.rules.hooks import ACTS, Act
from illimat_core.views import ItemView, Observation

WIDTH: Final = 23  # characters of a field's column


def key_text(language: Language = ENGLISH) -> str:
    """Return the key to the codes of cards, for people who see them for the first time."""
    return language.say("board.key")


def card_name(code: str, language: Language = ENGLISH) -> str:
    """Return a card in words: `5Wi` is the 5 of Winter."""
    return language.form("card name", code)


def luminary_name(code: str, language: Language = ENGLISH) -> str:
    """Return a luminary with its article: `forest_queen` is the Forest Queen.

    `?` lies face down; a code in brackets lay face down until the game was over.
    """
    if code == "?":
        return language.say("luminary.face_down")
    name = code.strip("()")
    if name != code:
        return language.say("luminary.was_face_down", luminary=name)
    return language.form("luminary", name)


def item_text(item: str | ItemView, language: Language = ENGLISH) -> str:
    """Return an item of a field: `5Su`, or `10 (7Sp 3Wi)` for a stockpile of 10."""
    if isinstance(item, str):
        return item
    text = item.card or language.say("item.stockpile", value=item.value, groups=item.groups)
    if not item.hidden:
        return text
    return language.say("item.over", item=text, hidden=count_cards(item.hidden))


def item_words(item: str | ItemView, language: Language = ENGLISH) -> str:
    """Return an item in words: `5 of Summer`, `stockpile of 10: 7 of Spring + 3 of Winter`."""
    if isinstance(item, str):
        return card_name(item, language)
    if item.card:
        text = card_name(item.card, language)
    else:
        text = language.say("item.spelled_stockpile", value=item.value, groups=item.groups)
    if not item.hidden:
        return text
    return language.say("item.spelled_over", item=text, hidden=count_cards(item.hidden))


def count_cards(cards: int | Sequence[str]) -> int:
    """Return the number of cards, whether a view shows the cards or only their number."""
    return cards if isinstance(cards, int) else len(cards)


def season_of_field(view: Observation, field: str) -> Season:
    seasons = {at: season_at(at, view.summer) for at in FIELDS}
    return seasons[field]  # type: ignore[index]  # a KeyError names the unknown field


def forbidden_text(acts: Sequence[Act], language: Language = ENGLISH) -> str:
    """Return what is forbidden in a field in a few words, or that nothing is."""
    if not acts:
        return language.say("picture.all_allowed")
    if len(acts) == len(ACTS):
        return language.say("picture.closed")
    return ", ".join(language.say(f"picture.no_{act}") for act in acts)


def round_text(view: Observation, language: Language = ENGLISH) -> str:
    """Return which round is played and how far the game goes, or what is claimed of what wins."""
    options = view.options
    if options.mode_rules.won_by_claiming:
        return language.say("picture.claims", claimed=len(view.claimed[0]), all=len(FIELDS))
    known = {"round": view.round, "rounds": options.round_limit, "target": options.target_score}
    if options.mode_rules.rounds:
        return language.say("picture.round_within", **known)
    return language.say("picture.round_of" if options.rounds else "picture.round_to", **known)


def board_text(
    view: Observation,
    names: Sequence[str],
    reader: int | None = None,
    language: Language = ENGLISH,
) -> str:
    """Draw a view for people: `names` are those of the seats, `reader` is the seat called "you".

    Fields lie as on the board, each with its season, luminary and items; below stand the draw pile
    and what each seat holds, and the hands that the view shows. Only lines of seats with long names
    are wider than 53 characters.
    """
    rule = f"+-{'-' * WIDTH}-+-{'-' * WIDTH}-+"
    lines = [rule]
    for row in ROWS:
        cells = [_field_lines(view, field, language) for field in row]
        lines += [
            f"| {left:{WIDTH}} | {right:{WIDTH}} |"
            for left, right in zip_longest(*cells, fillvalue="")
        ]
        lines.append(rule)
    okuses = view.okuses["board"]
    lines += [language.say("board.draw", cards=count_cards(view.draw), okuses=okuses), ""]
    lines += [seat_text(view, seat, name, language) for seat, name in enumerate(names)]
    for seat, name in enumerate(names):
        if isinstance(hand := view.hands[seat], Sequence) and hand:
            key = "board.your_hand" if seat == reader else "board.hand"
            lines += ["", language.say(key, name=name, cards=hand)]
    return "\n".join(lines)


def seat_text(
    view: Observation,
    seat: int,
    name: str,
    language: Language = ENGLISH,
    *,
    with_luminaries: bool = True,
) -> str:
    """Return one line that says what a seat has, also the luminaries unless without them."""
    claimed = view.claimed[seat] if with_luminaries else []
    parts = [
        Message("board.points", {"points": view.scores[seat]}),
        Message("board.in_hand", {"cards": count_cards(view.hands[seat])}),
        Message("board.harvested", {"cards": count_cards(view.harvested[seat])}),
        Message("board.okuses", {"okuses": view.okuses[seat]}),
        *(luminary_name(luminary, language) for luminary in claimed),
    ]
    key = "board.seat_left" if seat in view.forfeited else "board.seat"
    return language.say(key, name=name, parts=parts)


def _field_lines(view: Observation, field: FieldId, language: Language) -> list[str]:
    lines = [language.say("board.field", field=field, season=season_of_field(view, field))]
    if luminary := view.luminaries.get(field):
        lines += wrap(luminary_name(luminary, language), WIDTH)
    items = [item_text(item, language) for item in view.fields[field]]
    loose = " ".join(item for item in items if " " not in item)
    piles = [item for item in items if " " in item]
    return lines + [line for text in (loose, *piles) for line in wrap(text, WIDTH)]
