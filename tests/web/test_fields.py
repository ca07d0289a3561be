"""Moments in forms: what they show, and what is read back from them."""

from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.http import QueryDict
from rest_framework.exceptions import ValidationError

from web.fields import Field, body_of, shown

BERLIN = ZoneInfo("Europe/Berlin")
MOMENT = Field("rules.until", "Until", "moment")


def read(text: str, exact: str = "", zone: ZoneInfo = BERLIN) -> Any:
    """Return what a text in the field stands for."""
    given = QueryDict(mutable=True)
    given.update({MOMENT.name: text, f"{MOMENT.name}.exact": exact})
    return body_of([MOMENT], given, zone)["rules"].get("until")


@pytest.mark.parametrize(
    ("stored", "text"),
    [
        ("2026-10-25T02:30:00+02:00", "2026-10-25T02:30"),
        ("2026-10-25T02:30:00+01:00", "2026-10-25T02:30"),
        ("2026-06-06T12:00:30+02:00", "2026-06-06T12:00:30"),
        ("2026-06-06T12:00:00.250000+02:00", "2026-06-06T12:00"),
    ],
)
def test_an_untouched_field_means_the_stored_moment(stored: str, text: str) -> None:
    (field,) = shown([MOMENT._replace(value=stored)], "act", BERLIN)
    assert field.text == text
    for zone in BERLIN, ZoneInfo("Asia/Tokyo"):  # the zone may be changed before the form is sent
        assert read(field.text, field.exact, zone) == stored


def test_a_changed_text_means_what_it_says() -> None:
    late = "2026-10-25T02:30:00+01:00"
    assert read("2026-10-25T02:31", late) == "2026-10-25T02:31:00+02:00"  # the first of two
    assert read("2026-10-25T04:00:05", late) == "2026-10-25T04:00:05+01:00"
    assert read("", late) is None
    assert read("2026-10-25T02:30", "tomorrow") == "2026-10-25T02:30:00+02:00"
    assert read("2026-10-25T02:30+01:00") == late


def test_a_refused_form_still_knows_what_it_showed_at_first() -> None:
    late = "2026-10-25T02:30:00+01:00"
    given = QueryDict(mutable=True)
    given.update({MOMENT.name: "2026-10-25T02:30", f"{MOMENT.name}.exact": late})
    (field,) = shown([MOMENT], "act", BERLIN, given)
    assert read(field.text, field.exact) == late


@pytest.mark.parametrize(
    ("zone", "text"), [("Europe/Berlin", "2026-03-29T02:30"), ("Europe/London", "2026-03-29T01:30")]
)
def test_a_time_that_clocks_skip_is_refused_at_its_field(zone: str, text: str) -> None:
    with pytest.raises(ValidationError) as refused:
        read(text, zone=ZoneInfo(zone))
    detail: Any = refused.value.detail
    assert detail["rules"]["until"][0].startswith(f"This time does not exist in {zone}")


@pytest.mark.parametrize("text", ["soon", "0001-01-01T00:00", "9999-12-31T23:59"])
def test_odd_texts_are_left_to_the_serializer(text: str) -> None:
    assert str(read(text, zone=ZoneInfo("Asia/Tokyo"))).startswith(text)
