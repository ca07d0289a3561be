"""Every luminary has a sentence for each occasion on which it does something."""

import re

import pytest

from illimat_core.cards import LUMINARIES
from illimat_core.editions import CURRENT
from illimat_core.observation import observe
from illimat_core.positions.loading import load
from illimat_core.rules.hooks import LuminaryRules
from illimat_core.words.descriptions import (
    describe_luminaries,
    explain_luminaries,
    explain_luminary,
)

pytestmark = pytest.mark.quick

ENTRIES = describe_luminaries()
IN_PLAY = [
    *["locks_seasons", "turns_for_any_card", "overrides_all", "lifts_season", "forbids"],
    *["joins", "reaches", "free", "hides", "after_play"],
]
ON_CLAIM = ["on_claim", "spares_the_frostbitten", "reseeds_itself"]


def acts(rules: LuminaryRules, members: list[str]) -> bool:
    return any(getattr(rules, member) for member in members)


def test_every_luminary_is_described_in_the_order_of_the_rules() -> None:
    assert tuple(ENTRIES) == LUMINARIES


@pytest.mark.parametrize("luminary", LUMINARIES)
def test_a_luminary_has_a_sentence_exactly_where_it_does_something(luminary: str) -> None:
    rules, entry = CURRENT.luminaries[luminary], ENTRIES[luminary]  # type: ignore[index]
    assert bool(entry.in_play) == acts(rules, IN_PLAY)
    assert bool(entry.on_reveal) == acts(rules, ["on_reveal"])
    assert bool(entry.on_claim) == acts(rules, ON_CLAIM)


@pytest.mark.parametrize("luminary", LUMINARIES)
def test_each_occasion_is_told_in_one_plain_sentence(luminary: str) -> None:
    for _, sentence in explain_luminary(luminary).sentences:  # type: ignore[arg-type]
        assert re.fullmatch(r"[A-Z][^.!?\n]{10,220}\.", sentence)


def test_a_luminary_is_known_by_name_and_sets() -> None:
    entry = ENTRIES["forest_queen"]
    assert (entry.name, entry.sets) == ("the Forest Queen", ("core", "all"))
    assert ENTRIES["saint_joan"].name == "Saint Joan"


def test_all_sentences_of_a_luminary_make_one_text() -> None:
    assert explain_luminary("changeling").lines == (
        "In play: Once a turn you may exchange a hand card with a loose card of its field. "
        "Claim: You may exchange up to two hand cards with loose cards anywhere on the board."
    )


def test_a_view_is_described_by_what_lies_face_up_or_was_claimed() -> None:
    position = {
        "luminaries": {"SW": "river", "NW": "(union)"},
        "claimed": {"1": ["rake"]},
    }
    view = observe(load(position), None)
    assert [entry.name for entry in explain_luminaries(view)] == ["the River", "the Rake"]
