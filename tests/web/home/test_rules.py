"""The rules in short, and a page for each luminary, in the visitor's language."""

import re

import pytest
from django.test import Client
from django.urls import reverse
from django.utils.translation import override

from illimat_core.cards import LUMINARIES
from illimat_core.messages import ENGLISH, GERMAN, LANGUAGES, capitalize
from illimat_core.words.board import luminary_name
from illimat_core.words.descriptions import explain_luminary
from web.home import drawings, rules

HEADS = {"en": {}, "de": {"Accept-Language": "de"}}
PICTURE = re.compile(r'(?:src|srcset)="(/rules/drawings/[^"]*)"')
pytestmark = [pytest.mark.django_db]


@pytest.fixture(autouse=True)
def forget() -> None:
    """Draw every picture anew."""
    drawings.picture.cache_clear()


def shown(path: str, language: str = "en") -> str:
    """Return a page as somebody without an account sees it."""
    page = Client().get(path, headers=HEADS[language])
    assert page.status_code == 200
    return page.content.decode()


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_rules_name_all_luminaries_and_lead_to_them(language: str) -> None:
    page = shown("/rules/", language)
    for luminary in LUMINARIES:
        name = capitalize(luminary_name(luminary, LANGUAGES[language]))
        assert f'<a href="/luminaries/{luminary}">{name}</a>' in page
        assert page.count(f'"/luminaries/{luminary}"') == 1


def test_the_rules_teach_the_three_plays_seasons_and_clearing_by_drawings() -> None:
    page = shown("/rules/")
    assert "South harvests" in page
    assert "South stockpiles" in page
    assert "South sows" in page
    assert "The Illimat turns" in page
    assert "South clears" in page


def test_the_drawings_are_told_in_the_language_of_the_page() -> None:
    page = shown("/rules/", "de")
    assert "Süd" in page
    assert "South" not in page
    assert "/rules/drawings/de/light/" in page


@pytest.mark.parametrize("luminary", LUMINARIES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_luminary_has_its_words_and_a_drawing(luminary: str, language: str) -> None:
    page = shown(f"/luminaries/{luminary}", language)
    sentences = explain_luminary(luminary, LANGUAGES[language]).sentences  # type: ignore[arg-type]
    assert sentences
    for occasion, sentence in sentences:
        assert f"<dt>{occasion}</dt><dd>{sentence}</dd>" in page.replace("&#x27;", "'")
    assert len(PICTURE.findall(page)) >= 4


def test_there_is_no_page_of_a_luminary_that_does_not_exist() -> None:
    assert Client().get("/luminaries/baron").status_code == 404


def test_every_picture_of_the_rules_is_there_in_both_themes() -> None:
    found = PICTURE.findall(shown("/rules/"))
    assert len(found) == 2 * (2 * len(rules.SHOWN) - 1)
    for path in found:
        answer = Client().get(path)
        assert answer.status_code == 200
        assert answer.headers["Content-Type"] == "image/svg+xml"
        assert "public" in answer.headers["Cache-Control"]
        assert len(answer.content) < 80_000


@pytest.mark.parametrize(
    "path",
    [
        "xx/light/drawn-a-sow/0",
        "en/blue/drawn-a-sow/0",
        "en/light/drawn-nothing/0",
        "en/light/drawn-a-sow/2",
        "en/light/drawn-no-sow-in-autumn/1",
    ],
)
def test_there_is_no_other_picture(path: str) -> None:
    assert Client().get(f"/rules/drawings/{path}.svg").status_code == 404


def test_every_drawing_of_the_rules_can_be_shown_in_both_languages() -> None:
    for name in drawings.scenarios():
        stages = drawings.drawing(name).stages
        assert stages[0].words, name
        for language in LANGUAGES:
            assert drawings.picture(name, stages[-1].played, language, "dark"), name


def test_only_some_pictures_are_kept() -> None:
    assert drawings.picture.cache_info().maxsize == drawings.KEPT


def test_pictures_say_in_words_what_they_show() -> None:
    (first, *_) = re.findall(r'class="drawn"[^>]* alt="([^"]*)"', shown("/rules/"))
    assert first.startswith("NW, Autumn: A luminary, face down; 2 of Spring")
    assert "Your hand: 9 of Spring" in first


@pytest.mark.parametrize("path", ["/rules/", "/luminaries/boat", "/luminaries/rake"])
def test_pages_of_the_rules_name_fields_in_german(path: str) -> None:
    page = re.sub(r'(?:src|srcset|href|id)="[^"]*"', "", shown(path, "de"))
    assert not re.search(r"\b(NE|SE)\b", page)


def test_a_refused_action_is_shown_with_the_reason() -> None:
    with override("en"):
        stages = drawings.drawing("drawn-no-sow-in-autumn").stages
    assert stages[-1].sentences == ["SE is in Autumn: nothing can be sown there."]


def test_the_german_names_are_not_the_english_ones() -> None:
    names = {luminary_name(each, language) for each in LUMINARIES for language in (ENGLISH, GERMAN)}
    assert len(names) > len(LUMINARIES)
    assert reverse("luminary", args=["rake"]) == "/luminaries/rake"
