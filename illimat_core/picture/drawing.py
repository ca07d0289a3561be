"""The whole picture as SVG: seats, board and hand, for a phone or a desk.

It is drawn from a view (`observation.observe`) and the players' names, so it cannot reveal more
than that. The same view gives the same bytes. There is neither a script nor a style in it; colours
are attributes, and `data-` attributes name seats, fields, items and cards for a page around it.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Final, Literal, NamedTuple

from illimat_core.cards import Seat
from illimat_core.messages import ENGLISH, Language
from illimat_core.picture.board import Look, board
from illimat_core.picture.colours import INK, THEMES, Theme, ThemeName
from illimat_core.picture.definitions import definitions
from illimat_core.picture.hand import Fan, Hand, draw_hand, hands_shown
from illimat_core.picture.layout import HEIGHT, WIDTH
from illimat_core.picture.seats import HIGH, seat_panel, seat_players
from illimat_core.picture.svg import (
    PLAIN,
    Box,
    escape,
    label_drawing,
    move_drawing,
    rectangle,
    text,
)
from illimat_core.views import Observation
from illimat_core.words.board import count_cards, round_text

WidthName = Literal["phone", "desk"]
MARGIN: Final = 8
HEADING: Final = 26
LARGER: Final = 1.5  # the scale of the board on a desk
COLUMN: Final = 300  # beside the board on a desk


class Picture(NamedTuple):
    """A drawing with its size, before the frame."""

    drawn: str
    width: float
    height: float


class Scene(NamedTuple):
    """What is drawn, for whom and how."""

    view: Observation
    names: Sequence[str]
    viewer: Seat | None
    language: Language
    theme: Theme
    news: Collection[str]


def draw(
    view: Observation,
    names: Sequence[str],
    viewer: Seat | None = None,
    *,
    theme: ThemeName | Theme = "light",
    width: WidthName = "phone",
    language: Language = ENGLISH,
    news: Collection[str] = frozenset(),
) -> str:
    """Return a picture of a view as SVG; `names` are those of the seats, `viewer` is a seat.

    A picture for a phone is 392 units wide and higher than wide, one for a desk 896 units wide and
    wider than high. Every hand that the view shows is drawn, the viewer's own first. `news` are the
    cards and luminaries that came lately (`news.news_of`), which are marked.
    """
    colours = theme if isinstance(theme, Theme) else THEMES[theme]
    scene = Scene(view, names, viewer, language, colours, news)
    picture = WIDTHS[width](scene)
    size = Box(0, 0, picture.width, picture.height)
    body = rectangle(size, 10, scene.theme.ground) + picture.drawn
    title = language.say("picture.title", names=list(names))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size.width:g} {size.height:g}" '
        f'width="{size.width:g}" height="{size.height:g}" {PLAIN} xml:lang="{language.code}" '
        f'role="group">'
        f"<title>{escape(title)}</title><desc>{escape(_told(scene))}</desc>"
        f"{definitions(body, scene.theme, language)}{body}</svg>"
    )


def _on_a_phone(scene: Scene) -> Picture:
    """Put the seats above the board, two in a row, and the hand below it."""
    wide = (WIDTH - MARGIN) / 2
    drawn, y = "", float(MARGIN)
    for place, panel in enumerate(_panels(scene, wide)):
        row, column = divmod(place, 2)
        drawn += move_drawing(panel, MARGIN + column * (wide + MARGIN), MARGIN + row * (HIGH + 6))
        y = MARGIN + row * (HIGH + 6) + HIGH
    drawn += move_drawing(_board(scene), MARGIN, y + MARGIN)
    y += MARGIN + HEIGHT
    hands = _hands(scene, WIDTH, (Fan(9, 1, 62),), (Fan(9, 0.6, 38),))
    drawn += move_drawing(hands.drawn, MARGIN, y)
    return Picture(drawn, WIDTH + 2 * MARGIN, y + hands.height + MARGIN)


def _on_a_desk(scene: Scene) -> Picture:
    """Put seats and hand in a column, and the board beside it."""
    gap = 1.5 * MARGIN
    drawn, y = "", gap
    for panel in _panels(scene, COLUMN):
        drawn += move_drawing(panel, gap, y)
        y += HIGH + 6
    fans = (Fan(2, 1.22, 80), Fan(4, 0.84, 52), Fan(7, 0.84, 52))
    hands = _hands(scene, COLUMN, fans, (Fan(9, 0.5, 32),))
    drawn += move_drawing(hands.drawn, gap, y)
    beside = move_drawing(_board(scene), COLUMN + 2 * gap, gap, LARGER)
    high = max(y + hands.height, gap + HEIGHT * LARGER) + gap
    return Picture(drawn + beside, COLUMN + WIDTH * LARGER + 3 * gap, high)


WIDTHS: Final[dict[WidthName, Callable[[Scene], Picture]]] = {
    "phone": _on_a_phone,
    "desk": _on_a_desk,
}
"""The ways to arrange a picture, by name."""


def _board(scene: Scene) -> str:
    return board(scene.view, Look(scene.language, scene.theme, scene.news))


def _panels(scene: Scene, wide: float) -> list[str]:
    view, language = scene.view, scene.language
    return [
        seat_panel(view, player, wide, language, scene.theme)
        for player in seat_players(scene.names, scene.viewer)
    ]


def _hands(scene: Scene, wide: float, own: Sequence[Fan], others: Sequence[Fan]) -> Hand:
    """Draw the hands that are shown below each other, the first as large as `own`.

    The first line says whose hand it is and what is left to draw.
    """
    drawn, y = _supply(scene, wide), 0.0
    seats = hands_shown(scene.view, scene.viewer)
    for place, seat in enumerate(seats):
        title = _title_of_hand(scene, seat)
        room = wide if place else wide * 0.38
        drawn += move_drawing(text(1, 20, title, 17, scene.theme.ink, room=room), 0, y)
        y += HEADING
        hand = _hand(scene, seat, wide, others if place else own)
        drawn += move_drawing(hand.drawn, 0, y + 6)
        y += hand.height + 6 if hand.height else 0
    return Hand(drawn, max(y, HEADING))


def _supply(scene: Scene, wide: float) -> str:
    """Draw which round it is and what is left to draw, at the right of a line `HEADING` high."""
    left = scene.language.say("picture.to_draw", cards=count_cards(scene.view.draw))
    told = f"{round_text(scene.view, scene.language)} · {left}"
    return text(
        wide - 1,
        20,
        told,
        13.5,
        scene.theme.soft,
        room=wide * 0.6,
        anchor="end",
        plain=600,
    )


def _title_of_hand(scene: Scene, seat: Seat) -> str:
    if seat == scene.viewer:
        return scene.language.say("picture.your_hand")
    return scene.language.say("picture.hand", name=scene.names[seat])


def _hand(scene: Scene, seat: Seat, wide: float, fans: Sequence[Fan]) -> Hand:
    cards = scene.view.hands[seat]
    if isinstance(cards, int) or not cards:
        return Hand("", 0)
    drawn, high = draw_hand(cards, wide, fans, scene.language)
    more = f' color="{INK}"'
    return Hand(label_drawing(drawn, _title_of_hand(scene, seat), role="group", more=more), high)


def _told(scene: Scene) -> str:
    view, say = scene.view, scene.language.say
    drawn = say("board.draw", cards=count_cards(view.draw), okuses=view.okuses["board"])
    return f"{round_text(scene.view, scene.language)}. {drawn}"
