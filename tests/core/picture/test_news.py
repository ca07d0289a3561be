"""What came onto the board lately has a red corner in its picture, and nothing else has."""

from collections.abc import Iterable
from typing import Final

import pytest

from illimat_core import State, redact
from illimat_core.cards import FIELDS, LUMINARIES, Card, FieldId
from illimat_core.events import (
    CardsExchanged,
    CardsHarvested,
    CardSown,
    ChosenCardsSown,
    FieldSeeded,
    RedactedRoundDealt,
    ShownEvent,
)
from illimat_core.messages import GERMAN
from illimat_core.observation import observe
from illimat_core.picture import PAGE, THEMES, draw, news_of, stamp
from illimat_core.state import Item
from tests.core.drawings import groups, names_of, view_of
from tests.support.playing import Game, play

LUMINOUS: Final = [
    {"players": 4, "luminaries": "all", "stars": "always"},
    {"players": 3, "luminaries": ["changeling", "soldiers", "gambler", "butchers"]},
    {"players": 4, "luminaries": ["newborn", "rake", "forest_queen", "saint_joan", "loom"]},
]

CORNER = '<use href="#new"'


def lying(state: State) -> list[tuple[FieldId, Item]]:
    """Return the items of a board, each with its field and all that lies in it."""
    return [(name, item) for name in FIELDS for item in state.field(name).items]


def events_of(game: Game, first: int, last: int) -> list[ShownEvent]:
    """Return the events of the decisions from `first` up to `last`, as everybody sees them."""
    decided = game.decided[first:last]
    return [redact(event, None) for *_, events in decided for event in events]


def gone(events: Iterable[ShownEvent]) -> set[str]:
    """Return the cards that events took off the board, and the luminaries that they turned up."""
    taken = {card for each in events if isinstance(each, CardsHarvested) for card in each.taken}
    return (
        taken | {each.take for each in events if isinstance(each, CardsExchanged)} | {*LUMINARIES}
    )


@pytest.mark.parametrize("options", LUMINOUS)
@pytest.mark.parametrize("span", [1, 4, 9])
def test_whatever_came_onto_the_board_is_news(options: dict[str, object], span: int) -> None:
    game = play(options, span, 120)
    for first in range(0, len(game.states) - span, 3):
        before, after = game.states[first], game.states[first + span]
        news = news_of(shown := events_of(game, first, first + span))
        if not any(isinstance(event, RedactedRoundDealt) for event in shown):
            came = [item for at, item in lying(after) if (at, item) not in lying(before)]
            assert all(news & set(item.cards) for item in came)
        assert news <= {card for _, item in lying(after) for card in item.cards} | gone(shown)


def test_cards_sown_together_are_news() -> None:
    sown = ((0, (Card("9Sp"),)), (1, (Card("5Wi"), Card("4Sp"))))
    assert news_of([ChosenCardsSown(field="SW", sown=sown)]) == {"9Sp", "5Wi", "4Sp"}


def test_nothing_is_news_after_a_deal() -> None:
    game = play({"luminaries": "none", "rounds": 2}, 1)
    deal = next(
        place
        for place, event in enumerate(game.events)
        if isinstance(event, RedactedRoundDealt) and event.round == 2
    )
    assert news_of(redact(event, 0) for event in game.events[: deal + 1]) == frozenset()


def test_a_new_item_has_a_corner_and_says_so() -> None:
    view = view_of({"options": {"luminaries": "none"}, "fields": {"SW": ["5Wi", "9Sp"]}})
    news = news_of([CardSown(seat=0, card=Card("9Sp"), field="SW")])
    picture = draw(view, ["Ada", "Ben"], 0, news=news)
    labels = {card: label for card, _, label in groups(picture, "data-item")}
    assert labels == {"5Wi": "5 of Winter", "9Sp": "9 of Spring, new"}
    assert picture.count(CORNER) == 1
    german = draw(view, ["Ada", "Ben"], 0, news=news, language=GERMAN)
    assert [label for *_, label in groups(german, "data-item")][1].endswith(", neu")


def test_a_stockpile_is_new_with_any_of_its_cards() -> None:
    fields = {"SW": [{"9": ["5Wi 4Sp"]}]}
    view = view_of({"options": {"luminaries": "none"}, "fields": fields})
    picture = draw(
        view, ["Ada", "Ben"], 0, news=news_of([FieldSeeded(field="SW", cards=(Card("4Sp"),))])
    )
    assert picture.count(CORNER) == 1


def test_a_luminary_that_awoke_is_new() -> None:
    position = {
        "options": {"luminaries": ["river", "maiden", "union", "rake"]},
        "luminaries": {"NW": "river", "NE": "(union)"},
    }
    picture = draw(view_of(position), ["Ada", "Ben"], 0, news=frozenset({"river"}))
    labels = {name: label for name, _, label in groups(picture, "data-luminary")}
    assert labels["river"] == "The River, new"
    assert not labels["?"].endswith("new")


def test_a_picture_without_news_has_no_corner() -> None:
    for state in play({"players": 4, "luminaries": "all"}, 2, 40).states[::8]:
        assert CORNER not in draw(observe(state, 0), names_of(observe(state, 0)), 0)


def test_a_stamp_is_small_and_the_same_for_everybody() -> None:
    options = {"players": 4, "luminaries": "all", "stars": "always"}
    for state in play(options, 1, 60).states[::6]:
        shown = {stamp(observe(state, viewer), PAGE) for viewer in (*state.seats, None)}
        assert len(shown) == 1
        assert max(len(each.encode()) for each in shown) <= 6_000


def test_a_stamp_shows_seasons_items_and_okuses() -> None:
    position = {"options": {"luminaries": "none"}, "fields": {"SW": ["5Wi"]}, "summer": "SW"}
    shown = {
        stamp(view_of({**position, **more}), PAGE)
        for more in ({}, {"summer": "NE"}, {"fields": {"NE": ["5Wi"]}}, {"okuses": {"board": 1}})
    }
    assert len(shown) == 4


def test_a_page_can_hold_many_stamps() -> None:
    view = view_of({"options": {"players": 4}, "okuses": {"board": 4}})
    for theme in (*THEMES.values(), PAGE):
        drawn = stamp(view, theme)
        assert " id=" not in drawn
        assert 'aria-hidden="true"' in drawn
        assert drawn.count("<circle") >= 4
