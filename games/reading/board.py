"""A view of a game, arranged for a page or a mail: pure functions of what its reader may see."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from django.utils.translation import gettext

from illimat_core.cards import LUMINARIES, ROWS, SEASON_OF, SUIT, VALUES, Card, FieldId, Season
from illimat_core.messages import Language, capitalize
from illimat_core.observation import forbidden_acts
from illimat_core.rules.hooks import Act
from illimat_core.views import ItemView, Observation
from illimat_core.words.board import (
    card_name,
    count_cards,
    forbidden_text,
    item_words,
    luminary_name,
    season_of_field,
    seat_text,
)
from illimat_core.words.descriptions import luminary_short


class CardShown(NamedTuple):
    """A card: its code, the names of its rank and suit, and both in words.

    `suit` is the code of the suit, which its colour depends on; `worth` is empty if the rank is a
    number.
    """

    code: Card
    suit: str
    rank_name: str
    suit_name: str
    words: str
    worth: str


class ItemShown(NamedTuple):
    """An item: its cards by group, and all of it in words.

    `title` is empty for a loose card; for a stockpile it says its value. `hidden` counts the cards
    beneath it.
    """

    title: str
    groups: list[list[CardShown]]
    words: str
    hidden: str


class LuminaryShown(NamedTuple):
    """A luminary: its name within a sentence and what it does, empty if nobody knows it."""

    name: str
    does: str

    @property
    def title(self) -> str:
        return capitalize(self.name)


class FieldShown(NamedTuple):
    """A field: its season, what is forbidden there, its luminary if one lies there, its items."""

    code: FieldId
    name: str
    season: Season
    season_name: str
    rule: str
    luminary: LuminaryShown | None
    items: list[ItemShown]

    @property
    def loose(self) -> list[ItemShown]:
        return [item for item in self.items if not item.title]

    @property
    def stockpiles(self) -> list[ItemShown]:
        return [item for item in self.items if item.title]


class SeatShown(NamedTuple):
    """A seat: its player, and the public information about it; most of it also in one line."""

    name: str
    line: str
    points: int
    hand: int
    harvested: int
    okuses: int
    luminaries: list[LuminaryShown]
    is_reader: bool
    awaited: bool
    gone: bool


class HandShown(NamedTuple):
    """A hand that the view shows, which has a card at least."""

    title: str
    cards: list[CardShown]


@dataclass(frozen=True)
class BoardShown:
    """What the reader sees: the fields, row by row, the seats and the hands."""

    view: Observation
    language: Language
    seats: list[SeatShown]
    hands: list[HandShown]
    supply: str

    @cached_property
    def rows(self) -> list[list[FieldShown]]:
        """The fields; not every page shows them in words."""
        forbidden = forbidden_acts(self.view)
        return [[_field(self.view, at, forbidden[at], self.language) for at in row] for row in ROWS]

    @property
    def words(self) -> str:
        """The fields and hands as one text, for people who do not see a picture of them."""
        parts = []
        for field in (field for row in self.rows for field in row):
            there = [field.luminary.title] if field.luminary else []
            there += [item.words for item in field.items] or [gettext("Empty")]
            parts.append(f"{field.name}, {field.season_name}: {'; '.join(there)}.")
        for hand in self.hands:
            parts.append(f"{hand.title}: {', '.join(card.words for card in hand.cards)}.")
        return " ".join(parts)


def arrange_board(
    view: Observation, names: Sequence[str], reader: int | None, language: Language
) -> BoardShown:
    """Arrange a view for the reader at a seat; `names` are those of the seats."""
    return BoardShown(
        view=view,
        language=language,
        seats=[_seat(view, seat, name, reader, language) for seat, name in enumerate(names)],
        hands=list(_hands(view, names, reader, language)),
        supply=language.say(
            "board.draw", cards=count_cards(view.draw), okuses=view.okuses["board"]
        ),
    )


def _field(
    view: Observation, at: FieldId, forbidden: Sequence[Act], language: Language
) -> FieldShown:
    season = season_of_field(view, at)
    luminary = view.luminaries.get(at)
    return FieldShown(
        code=at,
        name=language.form("field", at),
        season=season,
        season_name=language.form("season", season),
        rule=forbidden_text(forbidden, language),
        luminary=_luminary(luminary, language) if luminary else None,
        items=[_item(item, language) for item in view.fields[at]],
    )


def _item(item: str | ItemView, language: Language) -> ItemShown:
    words = item_words(item, language)
    if isinstance(item, str):
        return ItemShown("", [[_card(Card(item), language)]], words, "")
    hidden = language.form("n hidden cards", count_cards(item.hidden)) if item.hidden else ""
    if item.card:
        return ItemShown("", [[_card(item.card, language)]], words, hidden)
    groups = [[_card(card, language) for card in group] for group in item.groups]
    title = gettext("Stockpile of {value}").format(value=item.value)
    return ItemShown(title, groups, words, hidden)


def _luminary(code: str, language: Language) -> LuminaryShown:
    shown = [each for each in LUMINARIES if each == code.strip("()")]
    does = "".join(luminary_short(each, language) for each in shown)
    return LuminaryShown(luminary_name(code, language), does)


def _seat(
    view: Observation, seat: int, name: str, reader: int | None, language: Language
) -> SeatShown:
    return SeatShown(
        name=name,
        line=seat_text(view, seat, name, language, with_luminaries=False),
        points=view.scores[seat],
        hand=count_cards(view.hands[seat]),
        harvested=count_cards(view.harvested[seat]),
        okuses=view.okuses[seat],
        luminaries=[_luminary(claimed, language) for claimed in view.claimed[seat]],
        is_reader=seat == reader,
        awaited=any(asked.seat == seat for asked in view.decisions),
        gone=seat in view.forfeited,
    )


def _hands(
    view: Observation, names: Sequence[str], reader: int | None, language: Language
) -> Iterator[HandShown]:
    for seat, name in enumerate(names):
        hand = view.hands[seat]
        if isinstance(hand, Sequence) and hand:
            title = gettext("Your hand") if seat == reader else gettext("The hand of {name}")
            cards = [_card(card, language) for card in hand]
            yield HandShown(title.format(name=name), cards)


def _card(code: Card, language: Language) -> CardShown:
    suit, season = SUIT[code], SEASON_OF[code]
    rank = code.removesuffix(suit)
    return CardShown(
        code=code,
        suit=suit,
        rank_name=language.words.get(f"rank.{rank}", rank),
        suit_name=language.form("season", season) if season else language.say("picture.stars"),
        words=card_name(code, language),
        worth="" if rank.isdigit() else "/".join(map(str, VALUES[code])),
    )
