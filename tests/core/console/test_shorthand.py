"""Actions in shorthand."""

import pytest
from hypothesis import given

from illimat_core import RuleError, as_json, legal_actions
from illimat_core.actions import TYPES, Action, parse
from illimat_core.cards import Card
from illimat_core.console import shorthand
from illimat_core.console.shorthand import expand, missing_members, shorten
from illimat_core.errors import TypedInputError
from illimat_core.messages import GERMAN
from tests.core.actions import EXAMPLES
from tests.support.playing import Game, Json, games, in_json, luminary_options


@given(games(most=90, chosen=luminary_options()))
def test_every_action_comes_back_from_its_few_words(game: Game) -> None:
    for state, seat, *_ in game.decided[-20:]:
        for action, _ in zip(legal_actions(state, seat), range(80), strict=False):
            given_action = in_json(as_json(action))
            assert expand(shorten(given_action)) == given_action


def test_every_type_of_action_has_its_words() -> None:
    assert [expand(name)["type"] for name in TYPES] == [*TYPES]


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_an_action_of_every_type_comes_back_from_german_words(example: Json) -> None:
    assert expand(shorten(example, GERMAN), GERMAN) == example
    assert expand(shorten(example), GERMAN) == example


def test_german_names_of_fields_mean_fields_in_german_only() -> None:
    meant = {"type": "sow", "card": "5Wi", "field": "SE"}
    assert shorten(meant, GERMAN) == "sow 5Wi SO"
    assert expand("so 5wi so", GERMAN) == meant
    assert expand("turn no", GERMAN) == {"type": "turn_illimat", "summer": "NE"}
    with pytest.raises(TypedInputError, match="'SO' is not a card"):
        expand("sow 5Wi SO")


@pytest.mark.parametrize("example", EXAMPLES, ids=str)
def test_an_action_of_every_type_comes_back_from_its_few_words(example: Json) -> None:
    assert expand(shorten(example)) == example


class Glean(Action, frozen=True, kw_only=True, tag="glean"):
    """A free action that takes a single card with a card."""

    card: Card
    take: Card


def test_whether_one_card_is_taken_or_a_list_is_told_by_the_type_of_action(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(TYPES, "glean", Glean)
    monkeypatch.setitem(shorthand._MEMBERS, "glean", {"card": Card, "take": Card})
    assert expand("glean 7Wi 7Sp") == {"type": "glean", "card": "7Wi", "take": "7Sp"}
    assert missing_members(expand("glean 7Wi")) == ["take"]


def test_a_card_too_many_is_left_for_the_rules_to_refuse() -> None:
    with pytest.raises(RuleError, match="take"):
        parse(expand("exchange 5Wi 4Sp 3Sp"))


def test_several_cards_of_one_harvest_are_joined() -> None:
    harvest = {"type": "harvest", "cards": ["QWi", "KSp"], "field": "SW", "take": ["10Su"]}
    assert shorten(harvest | {"season_card": "KSp"}) == "harvest QWi+KSp SW 10Su season_card=KSp"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("so 5wi sw", {"type": "sow", "card": "5Wi", "field": "SW"}),
        ("SOW KSt Winter NE", {"type": "sow", "card": "KSt", "field": "NE", "season": "Winter"}),
        ("h 5Wi SW 3Au 2Wi", {"type": "harvest", "card": "5Wi", "field": "SW",
                              "take": ["3Au", "2Wi"]}),
        ("h FSu SW 14 KAu", {"type": "harvest", "card": "FSu", "field": "SW", "value": 14,
                             "take": ["KAu"]}),
        ("h QWi+KSp SW 10Su season_card=ksp", {"type": "harvest", "cards": ["QWi", "KSp"],
         "field": "SW", "take": ["10Su"], "season_card": "KSp"}),
        ("st 5Wi SW 9 4Sp", {"type": "stockpile", "card": "5Wi", "field": "SW", "value": 9,
                             "take": ["4Sp"]}),
        ("ex 5Wi 4Sp", {"type": "exchange", "give": "5Wi", "take": "4Sp"}),
        ("loom 5Wi 9 4Sp", {"type": "loom_stockpile", "card": "5Wi", "value": 9, "take": ["4Sp"]}),
        ("rake 5Wi", {"type": "rake_sow", "card": "5Wi"}),
        ("turn ne", {"type": "turn_illimat", "summer": "NE"}),
        ("discard", {"type": "discard", "cards": []}),
        ("face 5Wi 4Sp", {"type": "face_down", "cards": ["5Wi", "4Sp"]}),
        ("take board", {"type": "take_okus", "from": "board"}),
        ("take 2", {"type": "take_okus", "from": 2}),
        ("ask 1", {"type": "ask_passive", "of": 1}),
        ("name_l saint_joan", {"type": "name_luminary", "luminary": "saint_joan"}),
        ("end", {"type": "end_turn"}),
    ],
)  # fmt: skip
def test_the_beginning_of_a_name_and_small_letters_will_do(
    typed: str, meant: dict[str, object]
) -> None:
    assert expand(typed) == meant


def test_a_misspelled_type_is_named_with_the_one_that_is_meant() -> None:
    with pytest.raises(ValueError, match=r"^'forfiet' is not an action\. Did you mean forfeit\?$"):
        expand("forfiet")


@pytest.mark.parametrize(
    ("typed", "culprit"),
    [
        ("", "''"),
        ("dance 5Wi", "'dance'"),
        ("s 5Wi SW", "'s'"),
        ("sow 11Wi SW", "'11Wi'"),
        ("sow 5Wi X", "'X'"),
        ("h 5Wi+SW SW", "'SW'"),
        ("h 5Wi SW season_card=9", "'9'"),
        ("take 99999999999999999999", "'99999999999999999999'"),
    ],
)
def test_a_word_that_means_nothing_is_named(typed: str, culprit: str) -> None:
    with pytest.raises(ValueError, match=r"is not an action|may be sow|is not a card") as refused:
        expand(typed)
    assert str(refused.value).startswith(culprit)
