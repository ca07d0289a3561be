"""The board: four fields on their cloth, their luminaries, and the Illimat in the middle."""

from collections.abc import Collection
from typing import Final, NamedTuple

from illimat_core.cards import ROWS, SEASONS, FieldId, Season, season_at
from illimat_core.messages import Language, capitalize
from illimat_core.observation import forbidden_acts
from illimat_core.picture.blocks import SUITS_OF
from illimat_core.picture.cards import Thing, lying, motif, read_thing
from illimat_core.picture.colours import CUT, INK, RED, Theme
from illimat_core.picture.layout import (
    BAND,
    HEIGHT,
    ILLIMAT,
    WIDTH,
    Placed,
    field_box,
    lay_out_items,
)
from illimat_core.picture.marks import (
    NONE,
    Marks,
    TouchTarget,
    link_or_label,
    plates,
    ring,
    tick,
    veil,
)
from illimat_core.picture.svg import Box, label_drawing, move_drawing, path, rectangle, text, use
from illimat_core.rules.hooks import Act
from illimat_core.views import Observation
from illimat_core.words.board import forbidden_text, luminary_name

READ: Final = tuple(field for row in ROWS for field in row)
LID: Final = 31  # half of the diagonal of the Illimat's lid
OKUSES: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 0),),
    2: ((-9, 0), (9, 0)),
    3: ((0, -9), (-9, 7), (9, 7)),
    4: ((0, -13), (-13, 0), (13, 0), (0, 13)),
}
ARCH: Final = (38, 49)
FALLOW: Final = "picture.fallow"
SEWN: Final = ' stroke-dasharray="9 4" stroke-linecap="round"'
"""The red thread around a chosen field."""


class Look(NamedTuple):
    """How a board is drawn: in which words and colours, and what is marked on it.

    `news` are the cards and luminaries that came lately (`news.news_of`).
    """

    language: Language
    theme: Theme
    news: Collection[str] = frozenset()
    marks: Marks = NONE


def board(view: Observation, look: Look) -> str:
    """Return the board, `WIDTH` by `HEIGHT`, at the origin."""
    closed, theme = forbidden_acts(view), look.theme
    drawn = rectangle(Box(0, 0, WIDTH, HEIGHT), 6, theme.hem)
    for field in READ:
        drawn += _field(view, field, closed[field], look)
    drawn += _illimat(view, look.language)
    return drawn + _stitches(Box(0, 0, WIDTH, HEIGHT).inset(3.6), theme, 0.75)


def _field(view: Observation, field: FieldId, closed: list[Act], look: Look) -> str:
    language, theme, marks = look.language, look.theme, look.marks
    box, season = field_box(field), season_at(field, view.summer)
    things = [read_thing(item, language) for item in view.fields[field]]
    label = _label(view, field, closed, language)
    chosen = marks.fields.get(field)
    drawn = use(f"field-{field}-{season}")
    written = use(f"band-{field}-{season}") + _draw_below_season(view, field, closed, look)
    if not things:
        x, y = box.x + box.width / 2, box.y + (box.height + (BAND if "N" in field else -BAND)) / 2
        written += text(x, y + 5, language.say(FALLOW), 17, theme.on_cloth, anchor="middle")
    if chosen:
        drawn = link_or_label(drawn, label, chosen)
    # The label says all that is written, which a touch goes through.
    drawn += f'<g aria-hidden="true" pointer-events="none">{written}</g>'
    if chosen and chosen.chosen:
        drawn += rectangle(box.inset(1.8), 3, "none", stroke=theme.sewing, line=3.4, more=SEWN)
    drawn += _place_of_luminary(view, field, look)
    lying_here = lay_out_items(field, things)
    items = "".join(_item(placed, look) for placed in lying_here)
    # A veil is of cloth, and a touch goes through it to the field.
    drawn += f'<g color="{INK}" fill="{theme.cloths[season]}" pointer-events="none">{items}</g>'
    drawn += "".join(_tick(placed) for placed in lying_here if _chosen(placed.thing, marks))
    more = f' data-field="{field}" color="{theme.on_cloth}"'
    return label_drawing(drawn, label, role="group", more=more)


def _label(view: Observation, field: FieldId, closed: list[Act], language: Language) -> str:
    """Return what is written in a field, as people hear it; logs call it by its short name."""
    said = language.say(
        "picture.field",
        place=language.say(f"picture.place.{field}"),
        field=field,
        season=season_at(field, view.summer),
        allowed=forbidden_text(closed, language),
        luminary=_lying_there(view, field, language),
    )
    more = [] if view.fields[field] else [language.say(FALLOW)]
    more += [_plays_here(view, field, language)]
    return " ".join([said, *(f"{capitalize(each)}." for each in more if each)])


def _item(placed: Placed, look: Look) -> str:
    thing, x, y, wide, scale = placed
    drawn, label = lying(thing, wide), capitalize(thing.label)
    cards = [card for group in thing.groups for card in group]
    if any(card in look.news for card in cards):
        drawn, label = drawn + use("new"), look.language.say("picture.new", what=label)
    choice = _choice(thing, look.marks)
    place = f"translate({x:.5g} {y:.5g})" + (f"scale({scale:.4g})" if scale != 1 else "")
    more = f' data-item="{thing.card}" transform="{place}"'
    if choice:
        drawn, more = drawn + ring(wide, choice), more + ' pointer-events="auto"'
    elif look.marks.choosing:
        drawn += veil(thing, wide)
    return link_or_label(drawn, label, choice, more)


def _choice(thing: Thing, marks: Marks) -> TouchTarget | None:
    """Return the mark of an item, which is named by any of its cards."""
    cards = (card for group in thing.groups for card in group)
    return next((marks.items[card] for card in cards if card in marks.items), None)


def _chosen(thing: Thing, marks: Marks) -> bool:
    choice = _choice(thing, marks)
    return choice is not None and choice.chosen


def _tick(placed: Placed) -> str:
    """Draw the tick of a chosen item, which is part of its name and lets touches through."""
    drawn = move_drawing(tick(placed.width), placed.x, placed.y, placed.scale)
    return f'<g aria-hidden="true" pointer-events="none">{drawn}</g>'


def _lying_there(view: Observation, field: FieldId, language: Language) -> str:
    there = view.luminaries.get(field)
    if there is None:
        return language.say("picture.no_luminary")
    name = capitalize(luminary_name(there, language))
    if acting := view.audience_as.get(field):
        return language.say("picture.acts_as", luminary=name, acting=acting)
    return name


def _place_of_luminary(view: Observation, field: FieldId, look: Look) -> str:
    """Draw the luminary of a field, or its empty place, in the field's outer corner."""
    box, (wide, high) = field_box(field), ARCH
    x = box.x + 3 if "W" in field else box.x + box.width - 3 - wide
    y = box.y + 3 if "N" in field else box.y + box.height - 3 - high
    code = view.luminaries.get(field, "")
    drawn = _arch(view.luminaries.get(field), look.theme)
    label = _lying_there(view, field, look.language)
    if code in look.news:
        drawn += path(f"M0 {high - 13}L13 {high}H0z", RED, CUT, 0.9)
        label = look.language.say("picture.new", what=label)
    href = look.marks.luminaries.get(code)
    choice = TouchTarget(href) if href else None
    return link_or_label(move_drawing(drawn, x, y), label, choice, f' data-luminary="{code}"')


class Band(NamedTuple):
    """The outer side of a field, where it is written: where words begin, and their room."""

    x: float
    base: float
    side: int
    anchor: str
    room: float


def _band(field: FieldId) -> Band:
    box, (wide, _) = field_box(field), ARCH
    base = box.y + 18 if "N" in field else box.y + box.height - BAND + 13.4
    room = box.width - wide - 14
    if "W" in field:
        return Band(box.x + wide + 9, base, 1, "start", room)
    return Band(box.x + box.width - wide - 9, base, -1, "end", room)


def board_blocks(theme: Theme, language: Language) -> dict[str, str]:
    """Return the blocks of a board: each field's cloth and the words on it, the Illimat, arches."""
    drawn = _arches(theme)
    for field in READ:
        drawn[f"illimat-{field}"] = _box(field, theme)
        for season in SEASONS:
            drawn[f"field-{field}-{season}"] = _cloth(field, season, theme)
            drawn[f"band-{field}-{season}"] = _season(field, season, language, theme)
    return drawn


def _cloth(field: FieldId, season: Season, theme: Theme) -> str:
    box = field_box(field)
    ground = rectangle(box, 2.5, theme.cloths[season])
    ground += rectangle(box, 2.5, f"url(#cloth{SUITS_OF[season]})")
    return ground + _stitches(box.inset(2.2), theme, 0.55)


def _season(field: FieldId, season: Season, language: Language, theme: Theme) -> str:
    (x, base, side, anchor, room), box = _band(field), field_box(field)
    name, colour = language.form("season", season), theme.on_cloth
    drawn = motif(SUITS_OF[season], x + side * 8, base - 5.4, 16.5, theme.winter_line)
    drawn += text(x + side * 19.5, base, name, 18.5, colour, room=room - 46, anchor=anchor)
    far, other = (box.x + box.width - 6, "end") if "W" in field else (box.x + 6, "start")
    corner = language.form("field", field)
    return drawn + text(far, base - 2.4, corner, 12, colour, anchor=other, plain=700)


def _draw_below_season(view: Observation, field: FieldId, closed: list[Act], look: Look) -> str:
    """Draw below a field's season what may be done there, and who lies there."""
    language, colour = look.language, look.theme.on_cloth
    x, base, side, anchor, room = _band(field)
    if acts := look.marks.plates.get(field):
        row, wide = plates(acts, room, language)
        return move_drawing(row, x if "W" in field else x - wide, base + 5)
    drawn, start = "", x
    if closed:
        drawn += use("ban", x + side * 6.2, base + 9.4)
        start += side * 14.5
    said = forbidden_text(closed, language)
    drawn += text(
        start,
        base + 13.6,
        said,
        12.4,
        colour,
        room=room - 16,
        anchor=anchor,
        plain=600,
    )
    if line := _third_line(view, field, language):
        drawn += text(x, base + 27.2, line, 13.4, colour, room=room, anchor=anchor)
    return drawn


def _third_line(view: Observation, field: FieldId, language: Language) -> str:
    """Return the name of the luminary face up; where there is none, whether the Fields are next."""
    there = view.luminaries.get(field, "?").strip("()")
    if there != "?":
        if acting := view.audience_as.get(field):
            return language.say("picture.acting", luminary=there, acting=acting)
        return language.say("picture.luminary", luminary=there)
    return _plays_here(view, field, language)


def _plays_here(view: Observation, field: FieldId, language: Language) -> str:
    automaton = view.options.mode_rules.automaton
    if automaton and field == view.fields_next and not view.over:
        return language.say("picture.plays_here", name=language.say(automaton.name))
    return ""


def _arch(luminary: str | None, theme: Theme) -> str:
    """Draw a luminary: asleep, awake with a golden rule, or the empty place of one."""
    if luminary is None:
        return empty_arch(theme.on_cloth, ' stroke-opacity=".4"')
    name = luminary.strip("()")
    awake = name == luminary and name != "?"
    block = "asleep" if name == "?" else f"l-{name}"
    return arch(block, awake=awake)


def empty_arch(colour: str, more: str = "") -> str:
    """Return the empty place of a luminary as dashes, 38 by 49; `more` are further attributes."""
    wide, high = ARCH
    outline = f"M2 {high - 2}V18A{wide / 2 - 2:g} 16 0 0 1 {wide - 2} 18V{high - 2}z"
    dashes = 'stroke-dasharray="2.5 2.5"'
    return f'<path d="{outline}" fill="none" stroke="{colour}" {dashes}{more}/>'


def arch(block: str, *, awake: bool) -> str:
    """Return the black arch of a luminary with a block in it, 38 by 49."""
    wide, high = ARCH
    emblem = use(block, wide / 2, high / 2 + 3.4, 25 / 32 if awake else 22 / 32)
    return use("awake" if awake else "arch") + emblem


def _arches(theme: Theme) -> dict[str, str]:
    """Return the blocks of an arch: with a golden rule if its luminary is awake, or a dull one."""
    wide, high = ARCH
    outer = f"M0 {high}V18A{wide / 2:g} 17 0 0 1 {wide} 18V{high}z"
    inner = f"M2.6 {high - 2.6}V18.4A16.4 14.4 0 0 1 {wide - 2.6} 18.4V{high - 2.6}z"
    black = path(outer, INK, theme.outline, 1.2)
    return {
        "arch": black + path(inner, "none", "#8d7f6d", 0.9),
        "awake": black + path(inner, "none", "#e7b64f", 1.3),
    }


def _illimat(view: Observation, language: Language) -> str:
    okuses = view.okuses["board"]
    drawn = use(f"illimat-{view.summer}")
    for x, y in OKUSES.get(min(okuses, 4), ()):
        drawn += use("okus", WIDTH / 2 + x, HEIGHT / 2 + y, 1.15)
    label = language.say("picture.illimat", okuses=okuses)
    return label_drawing(drawn, label, more=f' data-summer="{view.summer}" color="{INK}"')


def _box(summer: FieldId, theme: Theme) -> str:
    """Draw the box with its lid: each side faces a field and shows its season."""
    drawn = path(_diamond(ILLIMAT, 3), INK).replace("/>", ' fill-opacity=".3"/>')
    for field in READ:
        season = season_at(field, summer)
        corners = [*_toward(field, ILLIMAT), *reversed(_toward(field, LID))]
        outline = "M" + "L".join(f"{x} {y}" for x, y in corners) + "z"
        drawn += path(outline, theme.sides[season], theme.outline, 1.5)
        x, y = (sum(corner[axis] for corner in corners) / 4 for axis in (0, 1))
        drawn += motif(SUITS_OF[season], x, y, 14)
    return drawn + path(_diamond(LID), "#4a3526", theme.outline, 1.5) + _grain()


def _diamond(radius: float, lower: float = 0) -> str:
    x, y = WIDTH / 2, HEIGHT / 2 + lower
    return f"M{x:g} {y - radius:g}L{x + radius:g} {y:g} {x:g} {y + radius:g} {x - radius:g} {y:g}z"


def _toward(field: FieldId, radius: float) -> list[tuple[float, float]]:
    """Return the two corners of a diamond that face a field."""
    x, y = WIDTH / 2, HEIGHT / 2
    corners = {
        "N": (x, y - radius),
        "E": (x + radius, y),
        "S": (x, y + radius),
        "W": (x - radius, y),
    }
    return [corners[letter] for letter in field]


def _grain() -> str:
    x, y, outline = WIDTH / 2, HEIGHT / 2, ""
    for line in (-20, -13, -6, 1, 8, 15, 22):
        reach = LID - abs(line) - 5
        outline += (
            f"M{x - reach:g} {y + line:g}Q{x:g} {y + line - 2.4:g} {x + reach:g} {y + line:g}"
        )
    return path(outline, "none", "#6b5039", 0.9)


def _stitches(box: Box, theme: Theme, opacity: float) -> str:
    more = f' stroke-dasharray="3.6 3.4" stroke-linecap="round" stroke-opacity="{opacity}"'
    return rectangle(box, 3, "none", stroke=theme.on_cloth, line=1, more=more)
