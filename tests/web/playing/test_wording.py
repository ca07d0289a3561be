"""What a preview says before anything is sent."""

from typing import Any

import pytest
from django.utils.translation import override

from illimat_core import load, preview
from illimat_core.messages import ENGLISH, GERMAN, Language
from illimat_core.views import AnnouncedEvent
from web.playing.wording import button, describe_announced

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
    assert describe_announced(last, ["ada", "bob"], language) == sentence


@pytest.mark.parametrize(
    ("event", "sentence"),
    [
        (AnnouncedEvent(type="FieldSeeded", field="NE", count=3), "3 neue Karten kommen nach NO."),
        (AnnouncedEvent(type="LuminaryRevealed", field="SE"), "Die Lichtgestalt in SO erwacht."),
    ],
    ids=lambda each: getattr(each, "type", ""),
)
def test_a_preview_names_fields_in_german(event: AnnouncedEvent, sentence: str) -> None:
    with override("de"):
        assert describe_announced(event, ["ada", "bob"], GERMAN) == sentence


@pytest.mark.parametrize(
    ("action", "words"),
    [
        ({"type": "sow", "card": "5Wi", "field": "NE"}, "Säen: 5 des Winters in NO"),
        ({"type": "turn_illimat", "summer": "SE"}, "Das Illimat drehen: Sommer in SO"),
    ],
    ids=["sow", "turn_illimat"],
)
def test_a_button_names_fields_in_german(action: dict[str, Any], words: str) -> None:
    with override("de"):
        assert button(action, ["ada", "bob"], 0, GERMAN) == words
