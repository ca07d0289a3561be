"""The picture of a view: complete, legible, small, and safe whatever people are called."""

import gzip
import re
from itertools import combinations
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from illimat_core import State, load, observe
from illimat_core.cards import DECK, FIELDS, LUMINARIES, FieldId
from illimat_core.messages import GERMAN, LANGUAGES
from illimat_core.picture import WIDTHS, ThemeName, WidthName, draw
from illimat_core.picture.cards import HIGH, Thing
from illimat_core.picture.colours import CUT, DARK, INK, LIGHT, THEMES, Theme
from illimat_core.picture.layout import HEIGHT, ILLIMAT, WIDTH, field_box, lay_out_items
from illimat_core.picture.svg import Box, width_of
from illimat_core.words.board import item_words
from tests.core.drawings import (
    CROWDED,
    LONGEST,
    SVG,
    groups,
    names_of,
    parsed,
    view_of,
    words_in,
)
from tests.support.playing import play, positions
from tests.support.profiles import THOROUGH

MOST: Final = 80_000  # bytes of a picture
MOST_COMPRESSED: Final = 10_000
LENGTHS: Final = {"textLength", "lengthAdjust"}
RANK_HIGH: Final = 23  # of an item, from its upper edge to below its rank or value
ANY = st.tuples(
    st.sampled_from(list(THEMES)), st.sampled_from(list(WIDTHS)), st.sampled_from([*LANGUAGES])
)
"""A theme, a width and a language."""


@pytest.mark.parametrize("position", CROWDED)
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("theme", THEMES)
def test_the_fullest_board_stays_small(
    position: dict[str, Any], width: WidthName, theme: ThemeName
) -> None:
    names = [LONGEST[:-1] + str(seat) for seat in range(4)]
    for language in LANGUAGES.values():
        picture = draw(
            view_of(position), names, 0, theme=theme, width=width, language=language
        ).encode()
        assert len(picture) <= MOST
        assert len(gzip.compress(picture)) <= MOST_COMPRESSED


@given(positions(), ANY)
def test_every_item_is_drawn_and_named(state: State, how: tuple[ThemeName, WidthName, str]) -> None:
    theme, width, code = how
    language = LANGUAGES[code]
    for viewer in (*state.seats, None):
        view = observe(state, viewer)
        picture = draw(view, names_of(view), viewer, theme=theme, width=width, language=language)
        lying = [item_words(item, language) for field in FIELDS for item in view.fields[field]]
        labels = [label for _, _, label in groups(picture, "data-item")]
        assert sorted(label.casefold() for label in labels) == sorted(map(str.casefold, lying))
        assert [at for at, *_ in groups(picture, "data-field")] == ["NW", "NE", "SW", "SE"]
        used = set(re.findall('href="#([^"]*)"', picture))
        assert used <= {element.get("id") for element in parsed(picture).iter()}


@given(st.lists(st.text(max_size=30), min_size=2, max_size=2), ANY)
def test_names_are_text_whatever_they_contain(
    names: list[str], how: tuple[ThemeName, WidthName, str]
) -> None:
    theme, width, code = how
    view = view_of({"options": {"luminaries": "none"}})
    plain = parsed(draw(view, ["a", "b"], 0, theme=theme, width=width, language=LANGUAGES[code]))
    given = parsed(draw(view, names, 0, theme=theme, width=width, language=LANGUAGES[code]))
    kinds = [
        [(each.tag, sorted(set(each.attrib) - LENGTHS)) for each in root.iter()]
        for root in (plain, given)
    ]
    assert kinds[0] == kinds[1]


@pytest.mark.parametrize(
    "name", ["<script>alert(1)</script>", '"><img src=x>', "a & b", "\0\ud800"]
)
def test_a_name_with_markup_stays_a_name(name: str) -> None:
    view = view_of({"options": {"luminaries": "none"}})
    root = parsed(draw(view, [name, "Ben"], 0))
    shown = "��" if name == "\0\ud800" else name
    assert root.findtext(f"{SVG}title") == f"Illimat: {shown} and Ben"
    assert {element.tag.removeprefix(SVG) for element in root.iter()} <= {
        "svg", "title", "desc", "defs", "g", "path", "rect", "circle", "use", "text", "pattern",
    }  # fmt: skip


def test_only_the_viewers_hand_is_drawn() -> None:
    hands = {"0": ["5Wi", "FSu"], "1": ["KSp", "9Au"]}
    state = load({"options": {"luminaries": "none"}, "hands": hands})
    for viewer, seen in ((0, ["5Wi", "FSu"]), (1, ["9Au", "KSp"]), (None, [])):
        picture = draw(observe(state, viewer), ["Ada", "Ben"], viewer)
        assert sorted(card for card, *_ in groups(picture, "data-card")) == seen


def test_an_open_hand_is_drawn_for_spectators() -> None:
    view = view_of({"options": {"mode": "solitaire"}, "hands": {"0": ["5Wi", "FSu"]}}, None)
    picture = draw(view, ["Ada"])
    assert [card for card, *_ in groups(picture, "data-card")] == ["5Wi", "FSu"]
    assert "Ada's hand" in words_in(picture)


def test_all_hands_are_drawn_once_they_lie_open() -> None:
    hands = {"0": ["5Wi", "FSu"], "1": ["KSp", "9Au"]}
    state = load({"options": {"luminaries": "none"}, "hands": hands})
    view = observe(state, 1, opened=True)
    for width in WIDTHS:
        picture = draw(view, ["Ada", "Ben"], 1, width=width)
        assert [card for card, *_ in groups(picture, "data-card")] == ["KSp", "9Au", "FSu", "5Wi"]
        assert {"Your hand", "Ada's hand"} <= set(words_in(picture))


def test_cards_beneath_an_item_are_counted_on_it() -> None:
    fields = {"SW": [{"card": "5Wi", "hidden": ["2Sp", "7Sp"]}]}
    view = view_of({"fields": fields, "hands": {"0": ["9Au"], "1": ["KAu"]}})
    assert ">+2</text>" in draw(view, ["Ada", "Ben"], 0)


def test_a_hand_of_any_size_is_drawn() -> None:
    view = view_of({"options": {"luminaries": "none"}, "hands": {"0": [*DECK[:40]], "1": []}})
    for width in WIDTHS:
        picture = draw(view, ["Ada", "Ben"], 0, width=width)
        assert len(list(groups(picture, "data-card"))) == 40


def test_fields_say_what_seasons_and_luminaries_allow() -> None:
    options = {"luminaries": ["maiden", "river", "drought", "island"]}
    at = {"options": options, "summer": "SW"}
    assert bans(at) == {
        "SW": "all allowed", "NW": "no stockpile", "NE": "no harvest", "SE": "no sowing",
    }  # fmt: skip
    assert bans(at | {"luminaries": {"NW": "maiden"}})["NE"] == "all allowed"
    assert bans(at | {"luminaries": {"NW": "drought"}})["SW"] == "no harvest"
    assert bans(at | {"luminaries": {"NW": "island"}}) == {
        "SW": "closed", "NW": "all allowed", "NE": "closed", "SE": "closed",
    }  # fmt: skip


def bans(position: dict[str, Any]) -> dict[str, str]:
    """Return what the picture says that is forbidden in each field."""
    picture = draw(view_of(position), ["Ada", "Ben"], 0)
    labels = {at: label for at, _, label in groups(picture, "data-field")}
    return {at: labels[at].split(": ", 1)[1].split(".")[0] for at in FIELDS}


def test_a_field_is_described_for_people_who_hear_it() -> None:
    position = {
        "options": {"luminaries": ["river", "maiden", "union", "rake"]},
        "summer": "SW",
        "luminaries": {"NW": "river", "NE": "(union)"},
    }
    labels = {
        at: label for at, _, label in groups(draw(view_of(position), ["a", "b"]), "data-field")
    }
    assert labels["NW"] == "North-west (NW), Spring: no stockpile. The River. Fallow."
    assert labels["NE"] == "North-east (NE), Winter: no harvest. A luminary, face down. Fallow."
    assert labels["SE"] == "South-east (SE), Autumn: no sowing. No luminary. Fallow."
    german = draw(view_of(position), ["a", "b"], language=GERMAN)
    labels = {at: label for at, _, label in groups(german, "data-field")}
    assert labels["NW"] == "Nordwesten (NW), Frühling: kein Vorrat. Der Fluss. Leer."
    assert labels["SE"] == "Südosten (SO), Herbst: kein Säen. Keine Lichtgestalt. Leer."
    assert re.findall(r">([NS][EOW])</text>", german) == ["NW", "NO", "SW", "SO"]


def test_seats_are_described_with_their_state() -> None:
    position = {
        "options": {"mode": "teams", "luminaries": "core"},
        "turn": 1,
        "hands": {"0": ["5Wi"], "1": ["KSp"]},
        "draw": ["2Sp", "3Sp"],
        "scores": {"0": 3, "1": 5},
        "forfeited": [3],
        "claimed": {"0": ["river"]},
    }
    picture = draw(view_of(position), ["Ada", "Ben", "Cleo", "Dana"], 0)
    labels = [label for *_, label in groups(picture, "data-seat")]
    assert labels[0].startswith("You: ")
    assert labels[0].endswith("the River")
    assert labels[1].endswith("to play")
    assert {"Team 1", "Team 2"} <= set(words_in(picture))
    assert "left" in words_in(picture)


def test_the_audience_says_as_whom_it_acts() -> None:
    position = {
        "options": {"luminaries": ["audience", "maiden", "union", "rake"]},
        "luminaries": {"NW": "audience"},
        "audience_as": {"NW": "maiden"},
    }
    assert "Audience: Maiden" in words_in(draw(view_of(position), ["Ada", "Ben"]))


def test_the_next_field_of_the_fields_is_marked() -> None:
    position = {"options": {"mode": "solo_fields", "luminaries": "none"}, "fields_next": "NE"}
    assert "Next: the Fields" in words_in(draw(view_of(position), ["Ada", "the Fields"], 0))


@pytest.mark.parametrize("number", range(1, 12))
@pytest.mark.parametrize("width", WIDTHS)
def test_claimed_luminaries_and_the_number_of_others_leave_the_state_free(
    number: int, width: WidthName
) -> None:
    claimed = {"0": [*LUMINARIES[:number]]}
    hands = {"0": [*DECK[20:30]], "1": [DECK[30]], "2": [DECK[31]], "3": [DECK[32]]}
    options = {"players": 4, "luminaries": "all"}
    held = {"harvested": {"0": [*DECK[:20]]}, "okuses": {"0": 4}}
    view = view_of({"options": options, "claimed": claimed, "hands": hands, **held})
    root = parsed(draw(view, ["a", "b", "c", "d"], 0, width=width))
    (seat,) = (each for each in root.iter() if each.get("data-seat") == "0")
    written = {each.text: float(each.get("x", 0)) for each in seat.iter(f"{SVG}text")}
    free = written["to play"] - width_of("to play", 12.5)
    ends = [x + width_of(text, 12.5) for text, x in written.items() if text and text[0] == "+"]
    emblems = re.findall(r"translate\(([\d.]+) 26.6\)", "".join(map(str, transforms(seat))))
    assert all(end <= free for end in [*ends, *(float(x) + 15 for x in emblems)])


def transforms(element: Any) -> list[str]:
    return [each.get("transform", "") for each in element.iter()]


@pytest.mark.parametrize("luminary", LUMINARIES)
def test_each_luminary_has_an_emblem(luminary: str) -> None:
    others = [name for name in LUMINARIES if name != luminary][:3]
    position = {
        "options": {"players": 4, "luminaries": [luminary, *others]},
        "luminaries": {"NW": luminary},
    }
    picture = draw(view_of(position), ["a", "b", "c", "d"])
    assert f'href="#l-{luminary}"' in picture
    assert re.search(rf'<g id="l-{luminary}"><g[^>]*><path d="M[^"]+"', picture)


@pytest.mark.parametrize("name", [LONGEST, LONGEST.upper(), "W" * 20, "i" * 20])
def test_the_longest_names_are_shown_whole(name: str) -> None:
    view = view_of({"options": {"luminaries": "none"}})
    for width in WIDTHS:
        shown = next(
            text
            for text in words_in(draw(view, ["Ada", name], 0, width=width))
            if text[:2] == name[:2]
        )
        assert shown == name or (name.isupper() and shown.endswith("…"))


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("count", [*range(1, 19), 40, 65])
@pytest.mark.parametrize("piles", [0, 1, 3])
def test_items_lie_apart_within_their_field_and_off_the_illimat(
    field: FieldId, count: int, piles: int
) -> None:
    cards = [Thing("card", None, [[card]], 0) for card in DECK[:count]]
    things = [thing._replace(value=9) for thing in cards[:piles]] + cards[piles:]
    placed = lay_out_items(field, things)
    assert [each.thing for each in placed] == things
    boxes = [Box(each.x, each.y, each.width * each.scale, HIGH * each.scale) for each in placed]
    around = field_box(field)
    for box in boxes:
        assert around.x <= box.x <= box.x + box.width <= around.x + around.width
        assert around.y <= box.y <= box.y + box.height <= around.y + around.height
    if count + piles <= 10:
        assert not any(overlap(*pair) for pair in combinations(boxes, 2))
        assert min(map(from_the_middle, boxes)) >= ILLIMAT


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("count", [15, 19, 25, 30, 40, 65])
@pytest.mark.parametrize("piles", [0, 5])
def test_no_rank_is_covered_however_many_items_lie_there(
    field: FieldId, count: int, piles: int
) -> None:
    cards = [Thing("card", None, [[card]], 0) for card in DECK[:count]]
    placed = lay_out_items(
        field, [thing._replace(value=9) for thing in cards[:piles]] + cards[piles:]
    )
    for place, each in enumerate(placed):
        rank = Box(each.x, each.y, each.width * each.scale, RANK_HIGH * each.scale)
        for above in placed[place + 1 :]:
            whole = Box(above.x, above.y, above.width * above.scale, HIGH * above.scale)
            assert not overlap(rank, whole)


def overlap(one: Box, other: Box) -> bool:
    return (
        one.x < other.x + other.width
        and other.x < one.x + one.width
        and one.y < other.y + other.height
        and other.y < one.y + one.height
    )


def from_the_middle(box: Box) -> float:
    """Return the distance from the board's middle, along the axes, as the Illimat is turned."""
    across = max(box.x - WIDTH / 2, WIDTH / 2 - box.x - box.width, 0)
    return across + max(box.y - HEIGHT / 2, HEIGHT / 2 - box.y - box.height, 0)


def luminance(colour: str) -> float:
    parts = [int(colour[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    darker, lighter = sorted([luminance(one), luminance(other)])
    return (lighter + 0.05) / (darker + 0.05)


@pytest.mark.parametrize("theme", [LIGHT, DARK], ids=["light", "dark"])
def test_all_that_is_written_can_be_read(theme: Theme) -> None:
    written = [(theme.ink, theme.panel), (theme.soft, theme.panel), (theme.thread, theme.panel)]
    written += [(theme.ink, theme.ground), (theme.soft, theme.ground)]
    written += [
        (theme.on_cloth, cloth) for cloth in (*theme.cloths.values(), *theme.prints.values())
    ]
    written += [(INK, paper) for suit, paper in theme.cards.items() if suit != "St"]
    written += [("#f6efdc", theme.cards["St"]), (CUT, INK)]
    assert min(contrast(*pair) for pair in written) >= 4.5
    assert contrast(theme.edge, theme.ground) >= 3


GAMES: Final = [
    (
        {"players": 4, "luminaries": "all", "stars": "always", "audience": "sow"},
        range(6 if THOROUGH else 1),
    ),
    ({"players": 2, "luminaries": "core", "rounds": 2}, range(2)),
    ({"mode": "solo_fields"}, range(1)),
]
"""Options, and the seeds of games that are played at random with them."""


@pytest.mark.slow
@pytest.mark.parametrize(("options", "seeds"), GAMES)
@pytest.mark.parametrize("width", WIDTHS)
def test_every_view_of_whole_games_can_be_drawn(
    options: dict[str, Any], seeds: range, width: WidthName
) -> None:
    for seed in seeds:
        for state in play(options, seed).states[::9]:
            view = observe(state, 0)
            picture = draw(view, names_of(view), 0, theme="light", width=width)
            shown = [item for item, *_ in groups(picture, "data-item")]
            assert len(shown) == sum(len(items) for items in view.fields.values())


def test_a_field_with_all_cards_can_be_drawn() -> None:
    view = view_of({"options": {"players": 4}, "fields": {"SW": [*DECK]}, "hands": {}})
    picture = draw(view, names_of(view), 0, theme="dark", width="phone")
    assert len(list(groups(picture, "data-item"))) == len(DECK)
