"""Cards and stockpiles: as they lie in a field, and as they are held in a hand."""

from functools import lru_cache
from typing import Final, NamedTuple

from illimat_core.cards import DECK, RANKS, SEASON_OF, SUIT, SUITS, Card, Suit
from illimat_core.messages import Language
from illimat_core.picture.blocks import numeral
from illimat_core.picture.colours import CUT, DYES, INK, Theme
from illimat_core.picture.svg import Box, label_drawing, path, rectangle, text, use
from illimat_core.views import ItemView
from illimat_core.words.board import card_name, count_cards, item_words

WIDE: Final = 40  # a card in a field, without scaling
HIGH: Final = 49
HELD_WIDE: Final = 84  # a card in a hand
HELD_HIGH: Final = 116
WORTH: Final = {"F": "1/14", "N": "11", "Q": "12", "K": "13"}
KEPT: Final = 512  # drawn cards, of every theme and language
SHADOW: Final = ' fill-opacity=".28"'
PILE: Final = "pile-"
PAPER: Final = "#f6ecd6"
BACK: Final = "#6d4a3f"


class Thing(NamedTuple):
    """An item of a field: `value` and several groups for a stockpile, a single card otherwise.

    `hidden` is the number of cards hidden beneath it.
    """

    label: str
    value: int | None
    groups: list[list[Card]]
    hidden: int

    @property
    def card(self) -> Card:
        """The card that names the item."""
        return self.groups[0][0]

    @property
    def locked(self) -> bool:
        """Whether it is a stockpile of several groups, whose value is fixed."""
        return len(self.groups) > 1


def read_thing(item: str | ItemView, language: Language) -> Thing:
    if isinstance(item, str):
        return _loose(Card(item), language)
    label = item_words(item, language)
    hidden = count_cards(item.hidden) if item.hidden else 0
    if item.card:
        return Thing(label, None, [[item.card]], hidden)
    return Thing(label, item.value, item.groups, hidden)


@lru_cache(maxsize=KEPT)
def _loose(card: Card, language: Language) -> Thing:
    return Thing(card_name(card, language), None, [[card]], 0)


def split(card: Card) -> tuple[str, Suit]:
    return card[:-2], SUIT[card]


def ink_of(suit: Suit) -> str:
    """Return the colour of what is written on a card: light on Stars, dark on the others."""
    return DYES["St"] if suit == "St" else INK


def edge_of(suit: Suit, theme: Theme) -> str:
    return theme.star_edge if suit == "St" else INK


def motif(suit: Suit, x: float, y: float, size: float, crystal: str = DYES["Wi"]) -> str:
    """Return a suit's drawing in its colour; `crystal` is that of the strokes of Winter."""
    inks = f' stroke="{crystal}"' if suit == "Wi" else f' fill="{DYES[suit]}"'
    return use(f"m{suit}", x, y, size / 24, inks)


def headgear(card: Card, x: float, y: float, size: float) -> str:
    """Return the headgear of a face card, in its suit's colour."""
    rank, suit = split(card)
    return use(f"f{rank}", x, y, size / 24, f' fill="{DYES[suit]}"')


def lying(thing: Thing, wide: float) -> str:
    """Return an item at the origin, `wide` units wide."""
    drawn = ""
    if thing.hidden:
        drawn += rectangle(Box(-3, 3.4, wide, HIGH - 0.8), 3.6, BACK, stroke=INK, line=1)
    if thing.value is None:
        drawn += use(f"card{thing.card}")
    else:
        drawn += use(_pile_id(thing, wide))
    if thing.hidden:
        drawn += rectangle(Box(-3.4, HIGH - 13, 20, 13.4), 4, BACK, stroke=INK, line=1)
        drawn += text(6.6, HIGH - 2.4, f"+{thing.hidden}", 12, CUT, anchor="middle")
    return drawn


def extent(thing: Thing, wide: float) -> Box:
    """Return the rectangle that an item at the origin covers, with its shadow and what is below."""
    left, top = 4 if thing.hidden else 0.7, 0.7 if thing.value is None else 2.8
    return Box(-left, -top, wide + left + 0.9, HIGH + top + 1.8)


ALONE: Final = extent(Thing("", None, [], 0), WIDE)
"""What a card covers with nothing hidden beneath it."""


def _shadow(wide: float) -> str:
    return rectangle(Box(0.9, 1.8, wide, HIGH), 3.6, INK, more=SHADOW)


def card_blocks(theme: Theme) -> dict[str, str]:
    """Return the blocks of all cards as they lie in a field, and of what cards have in common."""
    drawn = {f"rank{rank}": _rank(rank) for rank in RANKS}
    for suit in SUITS:
        edge = edge_of(suit, theme)
        blank = rectangle(Box(0, 0, WIDE, HIGH), 3.6, theme.cards[suit], stroke=edge, line=1.3)
        small, large = motif(suit, WIDE - 9, 10.6, 13.4), motif(suit, WIDE / 2, HIGH - 14, 21)
        drawn[f"number{suit}"] = _shadow(WIDE) + blank + small + large
        drawn[f"court{suit}"] = _shadow(WIDE) + blank + motif(suit, WIDE - 9, 9, 11.6)
    return drawn | {f"card{card}": _card(card) for card in DECK}


def _rank(rank: str) -> str:
    """Draw a rank, and what it counts if it is no number, in the fill of the surroundings."""
    drawn = numeral(3.4 if len(rank) > 1 else 4.6, 19.4, rank, 21.5)
    if rank in WORTH:
        drawn += numeral(WIDE - 2.8, 24.6, WORTH[rank], 11.6, anchor="end")
    return drawn


def _card(card: Card) -> str:
    rank, suit = split(card)
    face = rank in WORTH
    drawn = use(f"{'court' if face else 'number'}{suit}")
    drawn += use(f"rank{rank}", colours=f' fill="{ink_of(suit)}"')
    return drawn + headgear(card, WIDE / 2 - 1, HIGH - 12.8, 20) if face else drawn


def _pile_id(thing: Thing, wide: float) -> str:
    """Return the block of a stockpile, whose name says all that is drawn on it."""
    groups = "-".join("_".join(group) for group in thing.groups)
    return f"{PILE}{thing.value}-{round(wide * 10)}-{groups}"


def pile_block(name: str, theme: Theme, language: Language) -> str:
    """Return the block of a stockpile of this name, which begins with `PILE`."""
    value, wide, *groups = name.removeprefix(PILE).split("-")
    cards = [[Card(card) for card in group.split("_")] for group in groups]
    thing = Thing("", int(value), cards, 0)
    return _shadow(int(wide) / 10) + _stockpile(thing, int(wide) / 10, language, theme)


def _stockpile(thing: Thing, wide: float, language: Language, theme: Theme) -> str:
    """Draw cards tied up, with what they count on the tag, and inside a line for each group."""
    roomy = wide > WIDE + 20
    drawn = rectangle(Box(2.4, -2.2, wide - 3, HIGH), 3.6, "#e9dcc0", stroke=INK, line=1)
    drawn += rectangle(Box(0, 0, wide, HIGH), 3.6, PAPER, stroke=INK, line=1.3)
    value = str(thing.value)
    if roomy:
        tag = 34
        drawn += path(
            f"M0 3.6A3.6 3.6 0 0 1 3.6 0H{tag}V{HIGH}H3.6A3.6 3.6 0 0 1 0 {HIGH - 3.6}z", INK
        )
        drawn += numeral(tag / 2, 25, value, 26, fill=CUT, anchor="middle")
        if thing.locked:
            drawn += use("lock", tag / 2, 36.6, 26 / 24)
        else:
            word = language.say("picture.pile")
            drawn += text(tag / 2, 40.6, word, 11.6, CUT, room=tag - 5, anchor="middle")
        inside = Box(tag + 2, 2, wide - tag - 3.4, HIGH - 4)
    else:
        high = 27
        right = f"{wide - 3.6:.5g}A3.6 3.6 0 0 1 {wide:.5g} 3.6"
        drawn += path(f"M0 3.6A3.6 3.6 0 0 1 3.6 0H{right}V{high}H0z", INK)
        place = (4, "start") if thing.locked else (wide / 2, "middle")
        drawn += numeral(place[0], 21, value, 21 if thing.locked else 23, fill=CUT, anchor=place[1])
        if thing.locked:
            drawn += use("lock", wide - 8, 12.6, 0.92)
        inside = Box(2.4, high + 1.4, wide - 4.8, HIGH - high - 3)
    return drawn + _within(thing, inside, theme, roomy=roomy)


def _within(thing: Thing, box: Box, theme: Theme, *, roomy: bool) -> str:
    rows = [list(group) for group in thing.groups]
    longest = 2 if roomy else 3
    if len(rows) == 1 and len(rows[0]) > longest:
        half = max(longest, (len(rows[0]) + 1) // 2)
        rows = [rows[0][:half], rows[0][half:]]
    high = box.height / len(rows)
    drawn = ""
    for line, row in enumerate(rows):
        cell = min(box.width / max(len(row), 2), 24)
        for place, card in enumerate(row):
            at = Box(box.x + place * cell, box.y + line * high, cell, high)
            drawn += _small(card, at, theme, ranked=roomy)
    return drawn


def _small(card: Card, box: Box, theme: Theme, *, ranked: bool) -> str:
    """Draw a card within a stockpile: rank and suit, or what of both there is room for."""
    rank, suit = split(card)
    drawn = rectangle(
        Box(box.x + 0.5, box.y + 0.6, box.width - 1, box.height - 1.2),
        min(2, box.height / 5),
        theme.cards[suit],
        stroke=INK,
        line=0.7,
    )
    middle = box.y + box.height / 2
    if not ranked:
        return drawn + motif(suit, box.x + box.width / 2, middle, min(9, box.height * 0.9))
    size = min(13.5, box.height * 0.92)
    if box.width < 16:
        size = min(size, box.width * 0.86)
        left = box.x + box.width / 2
        return drawn + numeral(
            left, middle + size * 0.32, rank, size, fill=ink_of(suit), anchor="middle"
        )
    tight = len(rank) == 2
    drawn += numeral(box.x + 1.6, middle + size * 0.32, rank, size, fill=ink_of(suit))
    small = min(8 if tight else size * 0.86, box.height * 0.8)
    low = box.y + box.height - 4.8 if tight and box.height > 18 else middle
    return drawn + motif(suit, box.x + box.width - small / 2 - 1, low, small)


def held(card: Card, language: Language) -> str:
    """Return a card of a hand at the origin, `HELD_WIDE` by `HELD_HIGH`."""
    return label_drawing(use(f"held{card}"), card_name(card, language), more=f' data-card="{card}"')


def held_blocks(theme: Theme, language: Language) -> dict[str, str]:
    """Return the blocks of all cards as they are held, and of what they have in common."""
    wide, high = HELD_WIDE, HELD_HIGH
    shadow = rectangle(Box(1, 2.6, wide - 1, high - 1.6), 7, INK, more=SHADOW)
    frame = rectangle(Box(4, 4, wide - 8, high - 8), 4.6, "none", more=' stroke-width="0.9"')
    line = f'<path d="M4 {high - 24}H{wide - 4}" stroke-width="0.9"/>'
    common = {"held-shadow": shadow, "held-frame": frame + line}
    return common | {f"held{card}": _held(card, theme, language) for card in DECK}


def _held(card: Card, theme: Theme, language: Language) -> str:
    """Draw rank and suit at the left, where a fan shows them; the drawing runs off the edge."""
    rank, suit = split(card)
    ink, edge = ink_of(suit), edge_of(suit, theme)
    name = language.words.get(f"rank.{rank}") or _suit_name(card, language)
    drawn = use("held-shadow") + rectangle(
        Box(0.8, 0.8, HELD_WIDE - 1.6, HELD_HIGH - 1.6), 7, theme.cards[suit], stroke=edge, line=1.6
    )
    frame = Box(4.6, 4.6, HELD_WIDE - 9.2, HELD_HIGH - 29)
    large = (
        headgear(card, HELD_WIDE - 26, HELD_HIGH - 52, 54)
        if rank in WORTH
        else motif(suit, HELD_WIDE - 21, HELD_HIGH - 49, 70)
    )
    drawn += (
        f'<svg x="4.6" y="4.6" width="{frame.width}" height="{frame.height}" '
        f'viewBox="4.6 4.6 {frame.width} {frame.height}">{large}</svg>'
    )
    drawn += use("held-frame", colours=f' stroke="{ink}"')
    drawn += numeral(7 if len(rank) > 1 else 9, 38, rank, 41, fill=ink)
    drawn += motif(suit, 19, 54, 20)
    if rank in WORTH:
        drawn += numeral(HELD_WIDE - 9.5, 25, WORTH[rank], 19, fill=ink, anchor="end")
    room = HELD_WIDE - 14
    return drawn + text(HELD_WIDE / 2, HELD_HIGH - 9.6, name, 14, ink, room=room, anchor="middle")


def _suit_name(card: Card, language: Language) -> str:
    season = SEASON_OF[card]
    return language.form("season", season) if season else language.say("picture.stars")
