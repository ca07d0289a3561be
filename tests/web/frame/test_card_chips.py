"""Cards within sentences are drawn as small signs, and read out in words."""

import pytest

from illimat_core.cards import Card
from illimat_core.events import CardsHarvested
from illimat_core.messages import ENGLISH, GERMAN, LANGUAGES, Language
from illimat_core.options import Options, read_options
from illimat_core.words.narration import narrate
from tests.support.pages import read_out
from web.frame.card_chips import marking, with_chips
from web.templatetags.cards import pips

TAKEN = (Card("5Wi"), Card("8St"))
EVENT = CardsHarvested(seat=0, cards=(Card("KWi"),), field="NW", value=13, take=TAKEN, taken=TAKEN)


def told(name: str, language: Language) -> str:
    """Return a sentence about a harvest of somebody as HTML."""
    return str(with_chips(narrate(EVENT, [name], marking(language)) or ""))


@pytest.mark.parametrize("name", ["Ada", "the Fields"])
@pytest.mark.parametrize("language", LANGUAGES.values(), ids=lambda each: each.code)
def test_a_sentence_with_signs_is_read_out_as_without_them(language: Language, name: str) -> None:
    assert read_out(told(name, language)) == narrate(EVENT, [name], language.spelled)


def test_each_card_has_a_sign_of_its_rank_and_suit() -> None:
    sentence = told("Ada", ENGLISH)
    assert sentence.count('<span class="chip ') == 3
    assert '<span class="vh">the King of Winter</span><span aria-hidden="true">K<svg' in sentence
    assert 'class="chip St"' in sentence


@pytest.mark.parametrize("name", ["<b>", "\ue0005Wi\ue001<b>\ue002", "\ue000no card\ue001x\ue002"])
def test_what_people_are_called_is_never_markup(name: str) -> None:
    assert "<b>" not in told(name, GERMAN)


@pytest.mark.parametrize(
    ("points", "options", "drawn"),
    [
        (3, {"target_score": 5}, "<i class=on></i><i class=on></i><i class=on></i><i></i><i></i>"),
        (-2, {"target_score": 2}, "<i></i><i></i>"),
        (9, {"target_score": 2}, "<i class=on></i><i class=on></i>"),
        (3, {"target_score": 50}, ""),
        (3, {"rounds": 2}, ""),
    ],
)
def test_points_are_pips_up_to_what_is_played_for(
    points: int, options: dict[str, int], drawn: str
) -> None:
    found: Options = read_options({"players": 2, **options})
    assert drawn in pips(points, found)
    assert bool(pips(points, found)) == bool(drawn)
