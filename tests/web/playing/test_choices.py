"""Every legal action can be put together on the page, and nothing else can."""

import json
import re
from collections import Counter
from functools import cache
from itertools import islice
from typing import Any

import pytest
from django.http import QueryDict
from django.utils.translation import override

from illimat_core import (
    RuleError,
    State,
    as_json,
    decisions,
    legal_actions,
    load,
    preview,
)
from illimat_core.cards import DECK
from illimat_core.decisions import Kind
from illimat_core.messages import ENGLISH, GERMAN
from illimat_core.words.descriptions import questions
from tests.golden import stream
from tests.golden.stream import read_manifest
from tests.web.drafts import choosing, draft_of, with_place
from trials.dice import dice
from web.playing import choice_lists, wording
from web.playing.choices import Choosing
from web.playing.drafts import MoveDraft, read_draft
from web.playing.marks import marks_of

SUMMED = {"harvest", "stockpile", "loom_stockpile"}
"""The actions that are only whole once the items make a sum, which the page checks."""
LISTED = 30  # legal actions of a state that are put together
EACH = 8  # states of a kind of decision
TURNS = 60
FREE = ("rake", "loom", "changeling")
"""The luminaries that allow free actions."""


def freely(state: State) -> str:
    """Return a luminary on the board that allows a free action, or nothing."""
    lying = (field.luminary for field in state.fields if field.face_up)
    return next((luminary for luminary in lying if luminary in FREE), "")


@cache
def asked_states() -> list[tuple[State, int | None]]:
    """Return positions of the golden games, with a seat that is asked: some of each decision."""
    left: Counter[str] = Counter(
        {question.kind: EACH for question in questions()} | {"turn": TURNS}
    )
    left |= Counter(dict.fromkeys(FREE, EACH))
    found = []
    for number, golden in enumerate(read_manifest()):
        turns = 0
        for state in stream.states(line.event for line in stream.read(golden.game)):
            asked = decisions(state)
            kind = asked[0].kind if asked else None
            turns += kind == "turn"
            acts = kind == "turn" and freely(state)
            sample = acts or kind or ""
            if left[sample] > 0 and (sample != "turn" or turns % 20 == number % 20):
                left[sample] -= 1
                found.append((state, asked[0].seat))
    return found


def is_legal(state: State, seat: int | None, action: dict[str, Any]) -> bool:
    try:
        preview(state, seat, action)
    except RuleError:
        return False
    return True


def choices(asked: Choosing) -> list[str]:
    """Return the addresses to which a touch on the page leads."""
    seat = next(each.seat for each in asked.view.decisions)
    hand = asked.view.hands[seat] if seat is not None else []
    held = choice_lists.list_hand(asked, hand if isinstance(hand, list) else [], ENGLISH)
    options = [
        option
        for each in choice_lists.list_choices(asked, ["a"] * 5, ENGLISH)
        for option in each.options
    ]
    marks = marks_of(asked)
    addresses = [option.href for option in (*held, *options)]
    addresses += [mark.href for mark in (*marks.items.values(), *marks.fields.values())]
    return [address for address in addresses if address]


@pytest.mark.slow
def test_every_legal_action_can_be_chosen() -> None:
    kinds: set[Kind] = set()
    for state, seat in asked_states():
        asked = choosing(state, seat, MoveDraft())
        kinds.add(asked.menu.decision)
        for action in islice(legal_actions(state, seat), LISTED):
            told = json.loads(json.dumps(as_json(action)))
            if told["type"] in {"pass", "end_turn"}:
                assert told["type"] in {offer.verb for offer in asked.at_once}
                continue
            drafted = with_place(draft_of(action), asked)
            chosen = choosing(state, seat, drafted)
            assert chosen.action == told, (drafted, state)
            again = read_draft(QueryDict(chosen.draft.href[1:]))
            assert choosing(state, seat, again).action == told
    assert kinds == {question.kind for question in questions()}


@pytest.mark.slow
def test_whatever_is_touched_in_whatever_order_leads_to_legal_actions() -> None:
    throws, done = dice(7), Counter[str]()
    for state, seat in asked_states():
        draft = MoveDraft()
        for _ in range(12):
            asked = choosing(state, seat, draft)
            if asked.action:
                if is_legal(state, seat, asked.action):
                    done[asked.action["type"]] += 1
                else:
                    assert asked.action["type"] in SUMMED
            if not (among := choices(asked)):
                break
            draft = read_draft(QueryDict(throws.choice(among)[1:]))
    assert {"sow", "harvest", "stockpile", "rake_sow", "exchange", "discard"} <= set(done)


def crowded() -> State:
    """Return a position with more ways to harvest than a menu lists."""
    low = [card for card in DECK if card[:-2] in {"2", "3", "4", "5", "6", "7"}]
    hands = {0: ["KSu", "8Sp"], 1: ["KAu"]}
    return load({"hands": hands, "fields": {"SE": low[:14]}, "options": {"players": 2}})


def test_where_a_menu_is_cut_what_it_leaves_out_is_chosen_card_by_card() -> None:
    state = crowded()
    king = MoveDraft(cards=("KSu",), field="SE", verb="harvest")
    begun = choosing(state, 0, king)
    assert begun.way
    assert begun.way.cut
    assert re.fullmatch(
        r"There are \d{3} ways: touch the cards.", choice_lists.describe_ways(begun)
    )
    assert "sets" not in {
        each.kind for each in choice_lists.list_choices(begun, ["a", "b"], ENGLISH)
    }
    listed = {frozenset(group) for group in begun.way.groups}
    harvests = (as_json(action) for action in legal_actions(state, 0))
    left_out = next(
        each
        for each in harvests
        if each["type"] == "harvest"
        and each["card"] == "KSu"
        and frozenset(each["take"]) not in listed
    )
    draft = king.but(items=())
    for item in left_out["take"]:
        assert item in marks_of(choosing(state, 0, draft)).items
        draft = choosing(state, 0, draft).toggled(item)
    chosen = choosing(state, 0, draft).action
    assert chosen
    assert set(chosen["take"]) == set(left_out["take"])
    assert is_legal(state, 0, chosen)


@pytest.mark.slow
def test_going_back_leads_to_the_beginning() -> None:
    for state, seat in asked_states()[::5]:
        for action in islice(legal_actions(state, seat), 5):
            draft, seen = with_place(draft_of(action), choosing(state, seat, MoveDraft())), 0
            while choosing(state, seat, draft).is_begun:
                draft = choosing(state, seat, draft).back
                seen += 1
                assert seen < 10


@pytest.mark.parametrize(
    "query",
    [
        "card=99Xx&field=UP&item=&value=x",
        "item=KSt&verb=harvest",
        "value=99999&pick=17",
        "card=" * 500,
    ],
)
def test_a_draft_of_nonsense_is_an_empty_one(query: str) -> None:
    draft = read_draft(QueryDict(query))
    state, seat = asked_states()[0]
    assert choosing(state, seat, draft).action is None


def test_a_field_where_a_card_can_do_nothing_says_that_it_is_not_possible() -> None:
    state = load({"hands": {"0": ["9Wi"], "1": ["KSp"]}, "fields": {"SE": ["2Su"]}})
    found = choice_lists.list_choices(
        choosing(state, 0, MoveDraft(cards=("9Wi",))), ["ada", "bob"], ENGLISH
    )
    (fields,) = (each for each in found if each.kind == "fields")
    labels = {option.note[:2]: option.label for option in fields.options}
    notes = {option.note[:2]: option.note for option in fields.options}
    assert labels["SE"] == "Not possible"
    assert notes["SE"] == "SE Autumn: no sowing, nothing here makes 9"
    assert labels["SW"] == "Sow"
    assert notes["SW"] == "SW Summer"


def test_what_may_be_chosen_and_done_names_fields_in_german() -> None:
    said = set()
    with override("de"):
        for state, seat in asked_states():
            drafts = [MoveDraft()]
            for action in islice(legal_actions(state, seat), 0, 12, 3):
                draft = draft_of(action)
                drafts += [MoveDraft(cards=draft.cards), draft]
            for draft in drafts:
                asked = choosing(state, seat, draft)
                said |= said_in_german(asked)
    told = "\n".join(said)
    assert not re.search(r"\b(NE|SE)\b", told)
    for part in ("in NO", "in SO", "NO Winter: ", "Sommer: SO", ", in SO"):
        assert part in told


def said_in_german(asked: Choosing) -> set[str]:
    """Return what the dock says in German: options, what goes on, and the button."""
    names, draft = ["ada", "bob", "cy", "dan", "eve"], asked.draft
    options = [
        each for some in choice_lists.list_choices(asked, names, GERMAN) for each in some.options
    ]
    said = {text for option in options for text in (option.label, option.note)}
    said.add(wording.lead(draft.verb, draft.cards, draft.field, prompt="", language=GERMAN))
    if asked.action:
        said.add(wording.button(asked.action, names, 1, GERMAN))
    return said
