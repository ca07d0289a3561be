"""The board: four fields on their cloth, their luminaries, and the Illimat in the middle."""

from functools import lru_cache
from typing import Final

from illimat_core.cards import FieldId, Season, season_at
from illimat_core.messages import Language, capitalize
from illimat_core.observation import forbidden_acts
from illimat_core.picture.blocks import SUITS_OF
from illimat_core.picture.cards import lying, motif, read_thing
from illimat_core.picture.colours import INK, Theme
from illimat_core.picture.layout import BAND, HEIGHT, ILLIMAT, WIDTH, field_box, lay
from illimat_core.picture.svg import Box, moved, named, path, rectangle, text, use
from illimat_core.rules.hooks import Act
from illimat_core.views import Observation
from illimat_core.words.board import forbidden_text, luminary_name

READ: Final[tuple[FieldId, ...]] = ("NW", "NE", "SW", "SE")
"""The fields as they are read."""
LID: Final = 31  # half of the diagonal of the Illimat's lid
OKUSES: Final[dict[int, tuple[tuple[int, int], ...]]] = {
    1: ((0, 0),),
    2: ((-9, 0), (9, 0)),
    3: ((0, -9), (-9, 7), (9, 7)),
    4: ((0, -13), (-13, 0), (13, 0), (0, 13)),
}
ARCH: Final = (38, 49)


def board(view: Observation, language: Language, theme: Theme) -> str:
    """Return the board, `WIDTH` by `HEIGHT`, at the origin."""
    closed = forbidden_acts(view)
    drawn = rectangle(Box(0, 0, WIDTH, HEIGHT), 6, theme.hem)
    drawn += "".join(_field(view, field, closed[field], language, theme) for field in READ)
    drawn += _illimat(view, language, theme)
    return drawn + _stitches(Box(0, 0, WIDTH, HEIGHT).inset(3.6), theme, 0.75)


def _field(
    view: Observation, field: FieldId, closed: list[Act], language: Language, theme: Theme
) -> str:
    box, season = field_box(field), season_at(field, view.summer)
    things = [read_thing(item, language) for item in view.fields[field]]
    drawn = rectangle(box, 2.5, theme.cloths[season])
    drawn += _print(season, box)
    drawn += _stitches(box.inset(2.2), theme, 0.55)
    drawn += _band(view, field, closed, language, theme)
    for thing, x, y, wide, scale in lay(field, things):
        place = f"translate({x:.5g} {y:.5g})" + (f"scale({scale:.4g})" if scale != 1 else "")
        more = f' data-item="{thing.card}" color="{INK}" transform="{place}"'
        drawn += named(lying(thing, wide, language, theme), capitalize(thing.label), more=more)
    if not things:
        middle = box.y + (box.height + (BAND if "N" in field else -BAND)) / 2
        words = language.say("picture.fallow")
        drawn += text(box.x + box.width / 2, middle + 5, words, 17, theme.on_cloth, anchor="middle")
    label = language.say(
        "picture.field",
        field=language.say(f"picture.place.{field}"),
        season=season,
        allowed=forbidden_text(closed, language),
        luminary=_lying_there(view, field, language),
    )
    more = f' data-field="{field}" color="{theme.on_cloth}"'
    return named(drawn, label, role="group", more=more)


def _print(season: Season, box: Box) -> str:
    """Draw the print of a season's cloth: its shape in rows, every other one shifted."""
    block = f"cloth{SUITS_OF[season]}"
    return "".join(
        use(block, box.x + 9 + row % 2 * 17, box.y + 9 + row * 17, 0.56) for row in range(11)
    )


def _lying_there(view: Observation, field: FieldId, language: Language) -> str:
    """Return the luminary of a field in words."""
    there = view.luminaries.get(field)
    if there is None:
        return language.say("picture.no_luminary")
    name = capitalize(luminary_name(there, language))
    if acting := view.audience_as.get(field):
        return language.say("picture.acts_as", luminary=name, acting=acting)
    return name


def _band(
    view: Observation, field: FieldId, closed: list[Act], language: Language, theme: Theme
) -> str:
    """Draw what is known of a field on its outer side: season, what is forbidden, luminary."""
    box, season = field_box(field), season_at(field, view.summer)
    north, west = "N" in field, "W" in field
    side, anchor = (1, "start") if west else (-1, "end")
    wide, high = ARCH
    arch_x = box.x + 3 if west else box.x + box.width - 3 - wide
    arch_y = box.y + 3 if north else box.y + box.height - 3 - high
    x = arch_x + wide + 6 if west else arch_x - 6
    base = box.y + 18 if north else box.y + box.height - BAND + 13.4
    room = box.width - wide - 14
    drawn = motif(SUITS_OF[season], x + side * 8, base - 5.4, 16.5, theme.winter_line)
    colour, start = theme.on_cloth, x
    name = language.form("season", season)
    drawn += text(x + side * 19.5, base, name, 18.5, colour, room=room - 46, anchor=anchor)
    if closed:
        drawn += use("ban", x + side * 6.2, base + 9.4, 1)
        start += side * 14.5
    said, size = forbidden_text(closed, language), 12.4
    drawn += text(
        start,
        base + 13.6,
        said,
        size,
        colour,
        room=room - 16,
        anchor=anchor,
        plain=True,
        weight=600,
    )
    if line := _third_line(view, field, language):
        drawn += text(x, base + 27.2, line, 13.4, colour, room=room, anchor=anchor)
    far, other = (box.x + box.width - 6, "end") if west else (box.x + 6, "start")
    drawn += text(far, base - 2.4, field, 12, theme.on_cloth, anchor=other, plain=True, weight=700)
    lying_there = _arch(view.luminaries.get(field), theme)
    label = _lying_there(view, field, language)
    code = view.luminaries.get(field, "")
    return drawn + named(moved(lying_there, arch_x, arch_y), label, more=f' data-luminary="{code}"')


def _third_line(view: Observation, field: FieldId, language: Language) -> str:
    """Return the name of the luminary face up; where there is none, whether the Fields are next."""
    there = view.luminaries.get(field, "?").strip("()")
    if there != "?":
        if acting := view.audience_as.get(field):
            return language.say("picture.acting", luminary=there, acting=acting)
        return language.say("picture.luminary", luminary=there)
    automaton = view.options.mode_rules.automaton
    if automaton and field == view.fields_next and not view.over:
        return language.say("picture.plays_here", name=language.say(automaton.name))
    return ""


def _arch(luminary: str | None, theme: Theme) -> str:
    """Draw a luminary: asleep, awake with a golden rule, or the empty place of one."""
    wide, high = ARCH
    if luminary is None:
        outline = f"M2 {high - 2}V18A{wide / 2 - 2:g} 16 0 0 1 {wide - 2} 18V{high - 2}z"
        return (
            f'<path d="{outline}" fill="none" stroke="{theme.on_cloth}" stroke-dasharray="2.5 2.5" '
            'stroke-opacity=".4"/>'
        )
    name = luminary.strip("()")
    awake = name == luminary and name != "?"
    block = "asleep" if name == "?" else f"l-{name}"
    return arch(block, theme, awake=awake)


def arch(block: str, theme: Theme, *, awake: bool) -> str:
    """Return the black arch of a luminary with a block in it, 38 by 49."""
    wide, high = ARCH
    outer = f"M0 {high}V18A{wide / 2:g} 17 0 0 1 {wide} 18V{high}z"
    inner = f"M2.6 {high - 2.6}V18.4A16.4 14.4 0 0 1 {wide - 2.6} 18.4V{high - 2.6}z"
    rule = path(inner, "none", "#e7b64f", 1.3) if awake else path(inner, "none", "#8d7f6d", 0.9)
    emblem = use(block, wide / 2, high / 2 + 3.4, 25 / 32 if awake else 22 / 32)
    return path(outer, INK, theme.outline, 1.2) + rule + emblem


def _illimat(view: Observation, language: Language, theme: Theme) -> str:
    """Draw the box: each side faces a field and shows its season; okuses lie on the lid."""
    okuses = view.okuses["board"]
    drawn = path(_diamond(ILLIMAT, 3), INK).replace("/>", ' fill-opacity=".3"/>')
    for field in READ:
        season = season_at(field, view.summer)
        corners = [*_toward(field, ILLIMAT), *reversed(_toward(field, LID))]
        outline = "M" + "L".join(f"{x} {y}" for x, y in corners) + "z"
        drawn += path(outline, theme.sides[season], theme.outline, 1.5)
        x, y = (sum(corner[axis] for corner in corners) / 4 for axis in (0, 1))
        drawn += motif(SUITS_OF[season], x, y, 14)
    drawn += path(_diamond(LID), "#4a3526", theme.outline, 1.5) + _grain()
    for x, y in OKUSES.get(min(okuses, 4), ()):
        drawn += use("okus", WIDTH / 2 + x, HEIGHT / 2 + y, 1.15)
    label = language.say("picture.illimat", okuses=okuses)
    return named(drawn, label, more=f' color="{INK}"')


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


@lru_cache(maxsize=1)
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
