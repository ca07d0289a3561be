"""Boards and sentences in plain text."""

import re
from typing import Any

import pytest
from msgspec.structs import replace

from illimat_core.cards import DECK, FIELDS, Card
from illimat_core.decider import advance, begin, settle_chance
from illimat_core.errors import UnknownEventError
from illimat_core.events import (
    ANY_EVENT,
    REDACTED,
    Event,
    HandDealt,
    HandDrawn,
    ShownEvent,
    StockpileMade,
    read_shown,
    redact,
)
from illimat_core.folding import fold
from illimat_core.messages import ENGLISH
from illimat_core.observation import observe
from illimat_core.offers.listing import legal_actions
from illimat_core.options import Options
from illimat_core.positions.loading import load
from illimat_core.rules.sources import SeededSource
from illimat_core.state import State
from illimat_core.views import ItemView
from illimat_core.words.board import (
    board_text,
    card_name,
    item_text,
    item_words,
    luminary_name,
)
from illimat_core.words.narration import describe, narrate
from tests.support.playing import as_text, in_json

NAMES = ("ada", "bob", "cy", "dee")
TALLY = {
    "cards": 0, "summer": 0, "winter": 0, "fools": 0, "luminaries": 0, "okuses": 0, "points": 0,
}  # fmt: skip
CODES = re.compile(rf"\b(?:{'|'.join(DECK)})\b")

POSITION: dict[str, Any] = {
    "options": {"mode": "beginner"},
    "summer": "SW",
    "hands": {"0": ["5Wi", "9Sp"], "1": ["KAu"]},
    "fields": {"SW": ["5Su", {"10": ["7Sp 3Wi"]}], "NE": ["4Sp", {"10": ["10Su | 7Au 3Su"]}]},
    "draw": ["2Sp", "3Sp", "4Su"],
    "okuses": {"board": 1, "0": 1},
    "harvested": {"0": ["2Au", "3Au"]},
    "scores": {"0": 12, "1": 9},
}


def play(options: Options, *, key: bytes = b"text") -> tuple[State, list[Event]]:
    """Play a whole game of first, middle and last legal actions in turn."""
    source = SeededSource(key)
    events = begin(options)
    state, events = settle_chance(fold(events), events, source)
    while not state.over:
        (seat, *_) = state.awaited
        actions = list(legal_actions(state, seat))
        state, more = advance(state, seat, actions[len(events) * 7 % len(actions)], source)
        events += more
    return state, events


def cards_in(something: object) -> set[str]:
    return set(CODES.findall(repr(something)))


@pytest.fixture(scope="module", params=["none", "all"])
def whole_game(request: pytest.FixtureRequest) -> tuple[State, list[Event]]:
    """Return a game for four with Stars, with no luminaries or all of them."""
    return play(Options(players=4, luminaries=request.param, rounds=2))


def test_a_board_shows_everything_in_its_place() -> None:
    board = board_text(observe(load(POSITION), 0), NAMES[:2])
    assert board.splitlines() == [
        "+-------------------------+-------------------------+",
        "| NW Spring               | NE Winter               |",
        "|                         | 4Sp                     |",
        "|                         | 10 (3Su 7Au | 10Su)     |",
        "+-------------------------+-------------------------+",
        "| SW Summer               | SE Autumn               |",
        "| 5Su                     |                         |",
        "| 10 (7Sp 3Wi)            |                         |",
        "+-------------------------+-------------------------+",
        "3 cards to draw, 1 okus on the Illimat.",
        "",
        "ada: 12 points, 2 in hand, 2 harvested, 1 okus",
        "bob: 9 points, 1 in hand, 0 harvested, 0 okuses",
        "",
        "ada's hand: 9Sp 5Wi",
    ]


def test_a_spectators_board_shows_no_hand() -> None:
    board = board_text(observe(load(POSITION), None), NAMES[:2])
    assert "hand:" not in board
    assert not {"5Wi", "9Sp", "KAu", "2Sp", "3Sp", "4Su"} & set(CODES.findall(board))


def test_the_board_does_not_depend_on_what_its_viewer_may_not_see() -> None:
    other = POSITION | {"hands": {"0": ["5Wi", "9Sp"], "1": ["QAu"]}, "draw": ["4Su", "3Sp", "6Au"]}
    boards = [board_text(observe(load(given), 0), NAMES[:2]) for given in (POSITION, other)]
    assert boards[0] == boards[1]


def test_a_luminary_and_hidden_cards_are_told_without_being_named() -> None:
    view = observe(load(POSITION), None)
    view = replace(
        view,
        luminaries={"SW": "?", "NE": "forest_queen"},
        fields=view.fields | {"NE": [ItemView(card=Card("4Sp"), hidden=1)]},
        forfeited=[1],
    )
    board = board_text(view, NAMES[:2])
    assert "a luminary, face down" in board
    assert "the Forest Queen" in board
    assert "4Sp over 1 hidden card" in board
    assert "bob (left the game)" in board


def test_a_luminary_with_a_long_name_stays_in_its_column() -> None:
    view = observe(load(POSITION), None, opened=True)
    board = board_text(replace(view, luminaries={"NE": "(forest_queen)"}), NAMES[:2])
    assert {len(row) for row in board.splitlines() if row.startswith(("|", "+"))} == {53}


def test_a_long_field_stays_in_its_column() -> None:
    view = observe(load(POSITION), None)
    pile = ItemView(of_14=["10Su 4Au | 9Wi 5Wi | 8Wi 6Wi | 7Wi 7Su"])
    crowd = view.fields | {"SE": [*DECK[:20], pile]}
    board = board_text(replace(view, fields=crowd), NAMES[:2])
    rows = [line for line in board.splitlines() if line[0:1] in {"|", "+"}]
    assert {len(row) for row in rows} == {53}
    assert set(DECK[:20]) <= set(CODES.findall(board))


@pytest.mark.parametrize(
    ("code", "name"), [("5Wi", "5 of Winter"), ("FSu", "Fool of Summer"), ("10St", "10 of Stars")]
)
def test_a_card_has_a_name_in_words(code: str, name: str) -> None:
    assert card_name(code) == name


@pytest.mark.parametrize(
    ("code", "name"),
    [("saint_joan", "Saint Joan"), ("rake", "the Rake"), ("(boat)", "the Boat, face down")],
)
def test_a_luminary_has_its_article(code: str, name: str) -> None:
    assert luminary_name(code) == name


PILE = ItemView(of_8=["6Sp 2Wi"], hidden=[Card("QWi")])
MULTIPLE = ItemView(of_10=["3Su 7Au | 10Su"])
COVERING = ItemView(card=Card("FSp"), hidden=[Card("2Sp"), Card("3Sp")])


def test_an_item_tells_its_value_and_cards() -> None:
    assert item_text(PILE) == "8 (6Sp 2Wi) over 1 hidden card"


@pytest.mark.parametrize(
    ("item", "words"),
    [
        ("5Su", "5 of Summer"),
        (MULTIPLE, "stockpile of 10: 3 of Summer + 7 of Autumn; 10 of Summer"),
        (COVERING, "Fool of Spring, over 2 hidden cards"),
    ],
)
def test_an_item_has_words(item: str | ItemView, words: str) -> None:
    assert item_words(item) == words


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (
            {"type": "CardsHarvested", "seat": 0, "cards": ["5Wi"], "field": "SW", "value": 5,
             "take": ["5Su", "3Au"], "taken": ["5Su", "3Au", "2Wi"]},
            "Ada harvests 5Su, 3Au and 2Wi in SW with 5Wi.",
        ),
        (
            {"type": "StockpileMade", "seat": 1, "card": "5Wi", "field": "NE", "value": 9,
             "take": ["4Sp", "9Au"], "groups": [["5Wi", "4Sp"], ["9Au"]]},
            "Bob stockpiles 5Wi + 4Sp | 9Au for 9 in NE, playing 5Wi.",
        ),
        (
            {"type": "CardSown", "seat": 0, "card": "2Sp", "field": "SW", "by": "rake"},
            "Ada sows 2Sp in SW, using the Rake.",
        ),
        (
            {"type": "CardSown", "seat": 0, "card": "2Sp", "field": "SW", "bonus": 1},
            "Ada sows 2Sp in SW and may draw an extra card.",
        ),
        ({"type": "HandDrawn", "seat": 1, "count": 2}, "Bob draws 2 cards."),
        (
            {"type": "HandDrawn", "seat": 1, "count": 2, "cards": ["2Sp", "FWi"]},
            "Bob draws 2Sp FWi.",
        ),
        ({"type": "OkusTaken", "seat": 0, "okus": 1}, "Ada takes an okus."),
        ({"type": "OkusTaken", "seat": 0, "okus": 1, "source": 1}, "Ada takes an okus from bob."),
        ({"type": "TurnPassed", "seat": 1}, None),
        ({"type": "TurnPassed", "seat": 1, "skipped": [0]}, "Ada has no card to play."),
        ({"type": "TurnPassed", "seat": 2, "skipped": [0, 1]}, "Ada and bob have no card to play."),
        ({"type": "PlayerForfeited", "seat": 1, "count": 4}, "Bob forfeits."),
        (
            {"type": "PassiveShown", "seat": 1, "asked_by": 0, "card": "9Sp"},
            "Asked by ada, bob shows 9Sp.",
        ),
        (
            {"type": "RoundScored", "round": 1, "scores": [6, 0], "bumper_crop": [0],
             "tallies": [TALLY | {"points": 6}, TALLY | {"points": 1, "penalty": 2}],
             "frostbit": [1]},
            "Round 1 is scored: ada +6 to 6, bob -1 to 0; Bumper Crop for ada; Frostbit for bob.",
        ),
        (
            {"type": "RoundScored", "round": 2, "scores": [6, 3],
             "tallies": [TALLY, TALLY | {"points": 3}]},
            "Round 2 is scored: ada stays at 6, bob +3 to 3.",
        ),
        (
            {"type": "TiebreakCalled", "seats": [0, 1]},
            "Ada and bob share the lead: another round is played.",
        ),
        ({"type": "GameEnded", "winners": [1], "reason": "score"}, "The game is over; bob wins."),
        (
            {"type": "GameEnded", "winners": [0, 1], "reason": "score"},
            "The game is over; ada and bob share the win.",
        ),
        (
            {"type": "GameEnded", "winners": [], "reason": "solitaire"},
            "The game is over; nobody wins.",
        ),
        (
            {"type": "LuminaryRevealed", "field": "NE", "luminary": "forest_queen"},
            "Revealed in NE: the Forest Queen.",
        ),
        (
            {"type": "LuminaryRevealed", "field": "NE", "luminary": "soldiers"},
            "Revealed in NE: the Soldiers.",
        ),
        (
            {"type": "LuminaryDiscarded", "field": "SW", "luminary": "river", "unwinnable": True},
            "Discarded from SW: the River. This game can no longer be won.",
        ),
        (
            {"type": "LuminaryDiscarded", "field": "NE", "luminary": "children"},
            "Discarded from NE: the Children.",
        ),
        (
            {"type": "LuminaryClaimed", "seat": 0, "field": "NE", "luminary": "rake"},
            "Ada claims the Rake.",
        ),
        (
            {"type": "CardsExchanged", "seat": 0, "give": "2Sp", "take": "9Au", "field": "SE"},
            "Ada exchanges 2Sp for 9Au in SE.",
        ),
        (
            {"type": "CardsHidden", "field": "SE", "beneath": ["2Sp", "9Au"], "count": 2},
            "Hidden in SE beneath 2Sp and 9Au: 2 cards.",
        ),
        ({"type": "CardStolen", "seat": 0, "owner": 1}, "Ada takes a card from bob's hand."),
        (
            {"type": "CardStolen", "seat": 0, "owner": 1, "card": "9Au"},
            "Ada takes 9Au from bob's hand.",
        ),
        ({"type": "ChoiceMade", "seat": 1}, "Bob has chosen."),
        ({"type": "ChoiceMade", "seat": 1, "cards": ["9Au", "2Sp"]}, "Bob has chosen: 9Au 2Sp."),
        (
            {"type": "ChosenCardsSown", "field": "SW", "sown": [[0, ["9Au"]], [1, []]]},
            "Sown in SW: 9Au from ada.",
        ),
        (
            {"type": "ChosenCardsSown", "field": "SW", "sown": [[0, ["9Au"]], [1, ["2Sp"]]]},
            "Sown in SW: 9Au from ada and 2Sp from bob.",
        ),
        (
            {"type": "ChosenCardsSown", "field": "SW", "sown": [[0, []]]},
            "Nothing is sown in SW.",
        ),
        (
            {"type": "TuckedCardsTaken", "seat": 0, "field": "SW", "count": 3},
            "Ada harvests 3 cards from beneath SW.",
        ),
        (
            {"type": "CardsReturned", "seat": 0, "count": 1, "cards": ["2Sp"]},
            "Ada puts 1 card back into the draw pile: 2Sp.",
        ),
        ({"type": "HandDiscarded", "seat": 0, "count": 4}, "Ada discards 4 cards."),
        ({"type": "FieldsMovedOn", "field": "NW"}, None),
        ({"type": "FieldsMovedOn", "field": "NW", "card": None}, None),
        ({"type": "FieldsMovedOn", "field": "NW", "card": "KWi"}, "Gone out of play: KWi."),
        (
            {"type": "SeatsMoved", "takes": [[0, 1], [1, 0]], "scores": True},
            "Harmonic Convergence: "
            "ada gets the hand and score of bob and bob gets the hand and score of ada.",
        ),
    ],
)  # fmt: skip
def test_an_event_is_a_sentence(event: dict[str, Any], sentence: str | None) -> None:
    assert narrate(read_shown(event), NAMES[:2]) == sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        ({"type": "HandDrawn", "seat": 1, "count": 1}, "The Fields draw 1 card."),
        ({"type": "FieldCleared", "seat": 1, "field": "NW"}, "The Fields clear NW."),
        ({"type": "TurnPassed", "seat": 0, "skipped": [1]}, "The Fields have no card to play."),
    ],
)
@pytest.mark.parametrize("name", ["the Fields", "The Fields"])
def test_of_the_fields_a_sentence_speaks_in_the_plural(
    event: dict[str, Any], sentence: str, name: str
) -> None:
    for language in (ENGLISH, ENGLISH.spelled):
        assert narrate(read_shown(event), ["ada", name], language) == sentence


def test_every_type_of_event_is_told_or_left_out_on_purpose() -> None:
    plain = describe.dispatch(object)
    kinds: list[type[ShownEvent]] = [*ANY_EVENT, *REDACTED.values()]
    tags = [kind.__struct_config__.tag for kind in kinds if describe.dispatch(kind) is plain]
    assert {f"event.{tag}" for tag in tags} <= ENGLISH.words.keys()


def test_an_event_of_no_known_type_is_neither_read_nor_told() -> None:
    with pytest.raises(UnknownEventError):
        read_shown({"type": "FromTheFuture", "card": "9Sp"})
    with pytest.raises(UnknownEventError):
        read_shown({"type": "CardSown", "seat": "nobody"})
    with pytest.raises(TypeError):
        narrate(ShownEvent(), NAMES)


def test_a_whole_game_can_be_told_to_everybody(whole_game: tuple[State, list[Event]]) -> None:
    _, events = whole_game
    for viewer in (0, 1, 2, 3, None):
        shown = [redact(event, viewer) for event in events]
        story = [sentence for event in shown if (sentence := narrate(event, NAMES))]
        assert len(story) > 60
        for event in shown:
            assert as_text(read_shown(in_json(event))) == as_text(event)
        assert all(sentence.endswith(".") and "\n" not in sentence for sentence in story)


def test_no_sentence_names_a_card_that_was_redacted(
    whole_game: tuple[State, list[Event]],
) -> None:
    _, events = whole_game
    withheld = 0
    for event in events:
        for viewer in {0, 1, 2, 3, None} - set(event.seen_by):
            shown = redact(event, viewer)
            hidden = cards_in(redact(event, viewer, opened=True)) - cards_in(shown)
            withheld += len(hidden)
            assert not hidden & cards_in(narrate(shown, NAMES))
    assert withheld > 100


def test_viewers_who_may_see_drawn_cards_are_told_which(
    whole_game: tuple[State, list[Event]],
) -> None:
    _, events = whole_game
    drawn = [event for event in events if isinstance(event, HandDealt | HandDrawn)]
    assert drawn
    for event in drawn:
        assert cards_in(narrate(redact(event, event.seat), NAMES)) == set(event.cards)


def test_a_stockpile_never_tells_its_passive_card() -> None:
    made = StockpileMade(
        seat=0,
        card=DECK[20],
        field="SW",
        value=9,
        take=(),
        groups=(),
        passive=DECK[30],
    )
    assert DECK[30] not in (narrate(redact(made, 0), NAMES) or "")


def test_the_board_after_a_game_shows_all_fields(whole_game: tuple[State, list[Event]]) -> None:
    state, _ = whole_game
    board = board_text(observe(state, None), NAMES)
    assert all(f"| {field} " in board for field in FIELDS)


def test_the_cards_of_an_event_can_be_put_into_words() -> None:
    event = {"type": "ChosenCardsSown", "field": "SW", "sown": [[0, ["5Wi", "QSt"]], [1, ["9Sp"]]]}
    told = narrate(read_shown(event), NAMES[:2], ENGLISH.spelled)
    assert told == (
        "Sown in SW: the 5 of Winter, the Queen of Stars from ada and the 9 of Spring from bob."
    )


def test_the_groups_of_a_stockpile_can_be_put_into_words() -> None:
    event = {"type": "StockpileMade", "seat": 1, "card": "5Wi", "field": "NE", "value": 9}
    event |= {"take": ["4Sp", "9Au"], "groups": [["5Wi", "4Sp"], ["9Au"]]}
    assert narrate(read_shown(event), NAMES[:2], ENGLISH.spelled) == (
        "Bob stockpiles the 5 of Winter and the 4 of Spring, and the 9 of Autumn for 9 in NE, "
        "playing the 5 of Winter."
    )
