"""What a preview says before anything is sent."""

from typing import Any

import pytest

from illimat_core import load, preview
from illimat_core.messages import ENGLISH, GERMAN, Language
from illimat_core.views import AnnouncedEvent
from web.playing.wording import announced

CHILDREN: dict[str, Any] = {
    "luminaries": {"SW": "children"},
    "children": ["7Sp", "8Sp", "QSp"],
    "hands": {"0": ["KWi", "6Wi"], "1": ["KAu"]},
    "fields": {"SW": ["KSu"]},
    "draw": [],
}


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        (ENGLISH, "Ada harvests 3 cards from beneath SW."),
        (GERMAN, "Ada erntet, was unter SW lag: 3 Karten."),
    ],
    ids=["en", "de"],
)
def test_cards_beneath_the_children_are_harvested_not_drawn(
    language: Language, sentence: str
) -> None:
    action = {"type": "harvest", "card": "KWi", "field": "SW", "take": ["KSu"]}
    last = preview(load(CHILDREN), 0, action)[-1]
    assert isinstance(last, AnnouncedEvent)
    assert announced(last, ["ada", "bob"], language) == sentence
