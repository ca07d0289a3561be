"""What a page marks on a board: what may be touched and what is chosen, never by colour alone."""

import re
from typing import Any, Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from illimat_core import State, load, observe
from illimat_core.cards import DECK, FIELDS, FieldId
from illimat_core.messages import ENGLISH, LANGUAGES
from illimat_core.picture import (
    PAGE,
    Look,
    Marks,
    TouchTarget,
    blocks_of,
    board_piece,
    card_piece,
    sign_piece,
    suit_piece,
)
from illimat_core.picture.board import board
from illimat_core.picture.cards import WIDE
from illimat_core.picture.definitions import definitions
from illimat_core.picture.layout import BAND, FIELD_WIDE, HEIGHT, WIDTH
from illimat_core.picture.marks import HALO, THREAD, VEILED, mark_blocks, plates
from illimat_core.rules.hooks import ACTS, Act
from illimat_core.views import Observation
from tests.core.drawings import groups, parsed, view_of
from tests.support.playing import positions

POSITION: Final[dict[str, Any]] = {
    "options": {"players": 2, "luminaries": ["river", "maiden", "union", "rake"]},
    "fields": {"NW": ["5Wi", "8Sp"], "SE": [{"9": ["4Wi 5St"]}]},
    "hands": {"0": ["9Au"], "1": ["KSp"]},
    "luminaries": {"NW": "river"},
}


def marked(marks: Marks, view: Observation | None = None) -> str:
    """Return the board of a position with marks."""
    return board_piece(view or view_of(POSITION), Look(ENGLISH, PAGE, marks=marks), "The board")


def item(picture: str, card: str) -> str:
    """Return an item of a board with all that is drawn of it."""
    found = re.search(rf'<(a|g)\b[^>]*data-item="{card}".*?</\1>', picture)
    assert found, card
    return found[0]


def printed(drawn: str) -> str:
    """Return what is drawn with the blocks that it is printed from."""
    return drawn + definitions(drawn, PAGE)


def test_what_may_be_touched_is_a_link_in_a_dashed_ring() -> None:
    drawn = item(marked(Marks(choosing=True, items={"5Wi": TouchTarget("?item=5Wi")})), "5Wi")
    assert drawn.startswith('<a href="?item=5Wi" aria-label="5 of Winter"')
    assert "stroke-dasharray" in printed(drawn)
    assert THREAD in printed(drawn)
    assert "aria-current" not in drawn


def test_what_is_chosen_has_a_whole_ring_and_a_tick() -> None:
    touched = marked(Marks(items={"5Wi": TouchTarget("?item=5Wi")}))
    chosen = marked(Marks(items={"5Wi": TouchTarget("?item=", chosen=True)}))
    assert 'aria-current="true"' in item(chosen, "5Wi")
    assert "stroke-dasharray" not in printed(item(chosen, "5Wi"))
    assert chosen.count("<circle") == touched.count("<circle") + 1


def test_a_tick_lies_above_what_is_drawn_beside_it() -> None:
    picture = marked(Marks(items={"5Wi": TouchTarget("?item=", chosen=True)}))
    assert picture.index('data-item="8Sp"') < picture.index("<circle")


def test_everything_else_is_veiled_while_something_is_chosen() -> None:
    choosing = marked(Marks(choosing=True, items={"5Wi": TouchTarget("?item=5Wi")}))
    assert f'fill-opacity="{VEILED}"' in printed(item(choosing, "8Sp"))
    assert f'fill-opacity="{VEILED}"' not in printed(item(choosing, "5Wi"))
    assert f'fill-opacity="{VEILED}"' not in printed(item(marked(Marks()), "8Sp"))


def test_nothing_beneath_an_item_shows_through_its_veil() -> None:
    crowded = view_of({"fields": {"NW": [*DECK[:18]]}})
    picture = marked(Marks(choosing=True), crowded)
    for card in DECK[:18]:
        drawn = item(picture, card)
        assert " opacity=" not in printed(drawn)
        assert '<use href="#veil"/>' in drawn  # in the fill of what is around it
    (around,) = re.findall(r'fill="([^"]*)" pointer-events="none"><g[^>]*data-item', picture)
    assert around == PAGE.cloths["Spring"]


def test_the_veil_of_a_stockpile_is_as_large_as_it_lies() -> None:
    pile = item(marked(Marks(choosing=True)), "4Wi")
    wide = float(re.findall(rf'width="([^"]*)"[^>]*fill-opacity="{VEILED}"', pile)[0])
    assert wide > WIDE


def test_a_stockpile_has_a_ring_as_large_as_it_lies() -> None:
    pile = item(marked(Marks(items={"4Wi": TouchTarget("?item=4Wi")})), "4Wi")
    wide = float(re.findall(rf'width="([^"]*)"[^>]*stroke="{THREAD}"', pile)[0])
    assert wide > WIDE


def test_a_stockpile_is_marked_by_any_of_its_cards() -> None:
    for card in ("4Wi", "5St"):
        assert "?item" in item(marked(Marks(items={card: TouchTarget("?item")})), "4Wi")


def test_what_leads_nowhere_is_no_link() -> None:
    drawn = item(marked(Marks(items={"5Wi": TouchTarget("", chosen=True)})), "5Wi")
    assert drawn.startswith('<g role="img"')
    assert HALO in printed(drawn)


def test_a_choice_says_what_it_is_for() -> None:
    drawn = item(marked(Marks(items={"5Wi": TouchTarget("?a&b", label="take it")})), "5Wi")
    assert 'href="?a&amp;b" aria-label="5 of Winter, take it"' in drawn


def test_a_field_is_a_link_in_its_season_and_words() -> None:
    fields = {"NW": TouchTarget("?field=NW"), "SE": TouchTarget("?field=", chosen=True)}
    picture = marked(Marks(fields=fields))
    links = re.findall(
        r'<a href="(\?field=[^"]*)" aria-label="([^"]*)"( aria-current="true")?', picture
    )
    assert [(href, label[:10], bool(current)) for href, label, current in links] == [
        ("?field=NW", "North-west", False),
        ("?field=", "South-east", True),
    ]


def test_a_luminary_leads_to_its_words() -> None:
    picture = marked(Marks(luminaries={"river": "/luminaries/river"}))
    (found,) = re.findall(r'<a href="/luminaries/river"[^>]*>', picture)
    assert 'data-luminary="river"' in found


@pytest.mark.parametrize("language", LANGUAGES.values(), ids=lambda each: each.code)
@pytest.mark.parametrize("room", [90.0, 140.0, 400.0])
def test_plates_keep_to_their_room_and_strike_out_what_may_not_be_done(
    language: Any, room: float
) -> None:
    acts: list[tuple[Act, bool]] = [("harvest", True), ("stockpile", False), ("sow", True)]
    drawn, wide = plates(acts, room, language)
    assert wide <= room + 0.001
    known = mark_blocks(PAGE, language)
    blocks = [known[name] for name in re.findall('href="#([^"]*)"', drawn)]
    assert ["<rect" in each for each in blocks] == [True, False, True]
    assert ["<path" in each for each in blocks] == [False, True, False]


def test_plates_take_the_place_of_what_is_forbidden() -> None:
    acts = [(act, act != "sow") for act in ACTS]
    picture = marked(Marks(plates={"NW": acts}))
    words = re.findall(">([^<]+)</text>", printed(picture))
    assert {"harvest", "pile", "sow"} <= set(words)


def in_svg(piece: str) -> str:
    return piece.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


@st.composite
def some_marks(draw: st.DrawFn, view: Observation) -> Marks:
    items = [
        card if isinstance(card, str) else card.card or card.groups[0][0]
        for field in FIELDS
        for card in view.fields[field]
    ]
    choices = st.builds(TouchTarget, st.sampled_from(["", "?x"]), st.booleans())
    return Marks(
        draw(st.booleans()),
        {each: draw(choices) for each in items if draw(st.booleans())},
        {field: draw(choices) for field in FIELDS if draw(st.booleans())},
        {
            field: [(act, draw(st.booleans())) for act in ACTS]
            for field in FIELDS
            if draw(st.booleans())
        },
        {code: "/luminary" for code in view.luminaries.values() if code != "?"},
    )


@given(positions(), st.data())
def test_marks_add_nothing_to_what_is_named_and_take_nothing_away(
    state: State, drawing: st.DataObject
) -> None:
    view = observe(state, 0)
    marks = drawing.draw(some_marks(view))
    plain, drawn = (in_svg(marked(each, view)) for each in (Marks(), marks))
    for attribute in ("data-item", "data-field", "data-luminary"):
        named = [[found for found, *_ in groups(each, attribute)] for each in (plain, drawn)]
        assert named[0] == named[1]


@pytest.mark.parametrize("field", FIELDS)
def test_a_close_up_is_the_same_board_through_a_smaller_window(field: FieldId) -> None:
    look = Look(ENGLISH, PAGE)
    whole, close = (
        board_piece(view_of(POSITION), look, "The board", each) for each in (None, field)
    )
    assert (
        whole.partition(">")[2]
        == close.partition(">")[2]
        == board(view_of(POSITION), look) + "</svg>"
    )
    x, y, wide, high = map(float, re.findall(r'viewBox="([^"]*)"', close)[0].split())
    assert FIELD_WIDE < wide < WIDTH / 1.9
    assert x >= 0
    assert BAND < high < HEIGHT / 1.9
    assert y >= 0


def test_a_page_holds_the_blocks_of_its_pieces_once() -> None:
    pieces = [
        marked(Marks()),
        card_piece(load(POSITION).players[0].hand[0]),
        sign_piece("okus"),
        suit_piece(load(POSITION).players[1].hand[0]),
    ]
    blocks = in_svg(blocks_of("".join(pieces), PAGE, ENGLISH))
    ids = [each.get("id") for each in parsed(blocks).iter() if each.get("id")]
    used = set(re.findall('href="#([^"]*)"', "".join(pieces)))
    assert used <= set(ids)
    assert len(ids) == len(set(ids))
    assert 'aria-hidden="true"' in blocks


def test_blocks_that_a_page_has_are_left_out() -> None:
    piece = marked(Marks())
    has = {"card5Wi", "numberWi"}
    blocks = [in_svg(blocks_of(piece, PAGE, ENGLISH, but)) for but in (set[str](), has)]
    every, rest = ({each.get("id") for each in parsed(each).iter("*")} for each in blocks)
    assert rest == every - has


def test_the_pieces_of_a_page_are_silent_where_a_sentence_names_them() -> None:
    for piece in (card_piece(load(POSITION).players[0].hand[0]), sign_piece("back")):
        assert parsed(in_svg(piece)).get("aria-hidden") == "true"
