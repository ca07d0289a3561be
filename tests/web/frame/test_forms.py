"""Moments in forms: what they show, and what is read back from them."""

from collections.abc import Mapping
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.http import QueryDict

from api.inputs import Object, StrictSerializer
from web.frame.forms import BoundFormField, FormField, SerializerForm

BERLIN = ZoneInfo("Europe/Berlin")
NAME = "rules.until"


class Until(StrictSerializer):
    """Rules with anything as a moment, and as what is read."""

    rules = Object()

    def to_internal_value(self, data: Any) -> Any:
        """Return the rules as they are."""
        return data["rules"]


def form(
    value: Any = None, typed: Mapping[str, str] | None = None, zone: ZoneInfo = BERLIN
) -> SerializerForm:
    """Return a form with the field, filled in if anything is typed."""
    given = QueryDict(mutable=True)
    given.update({f"{NAME}{end}": text for end, text in (typed or {}).items()})
    field = FormField(NAME, "Until", "moment", value=value)
    return SerializerForm("act", [field], Until, zone=zone, data=given if typed else None)


def read(text: str, exact: str = "", zone: ZoneInfo = BERLIN) -> Any:
    """Return what a text in the field stands for."""
    sent = form(typed={"": text, ".exact": exact}, zone=zone)
    assert sent.is_valid(), sent.errors
    return sent.members.get("until")


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
    field = form(stored)[NAME]
    assert isinstance(field, BoundFormField)
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
    field = form(typed={"": "2026-10-25T02:30", ".exact": late})[NAME]
    assert isinstance(field, BoundFormField)
    assert read(field.text, field.exact) == late


@pytest.mark.parametrize(
    ("zone", "text"), [("Europe/Berlin", "2026-03-29T02:30"), ("Europe/London", "2026-03-29T01:30")]
)
def test_a_time_that_clocks_skip_is_refused_at_its_field(zone: str, text: str) -> None:
    sent = form(typed={"": text}, zone=ZoneInfo(zone))
    assert not sent.is_valid()
    assert str(sent.errors[NAME][0]).startswith(f"This time does not exist in {zone}")


@pytest.mark.parametrize("text", ["soon", "0001-01-01T00:00", "9999-12-31T23:59"])
def test_odd_texts_are_left_to_the_serializer(text: str) -> None:
    assert str(read(text, zone=ZoneInfo("Asia/Tokyo"))).startswith(text)
