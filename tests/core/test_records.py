"""Parsing of JSON values into records."""

from datetime import datetime

import msgspec
import pytest

from illimat_core.errors import ReadingError
from illimat_core.records import read_record


class Meeting(msgspec.Struct):
    """A record with a member whose text must have a form."""

    at: datetime


def test_another_value_than_an_object_is_refused_as_a_whole() -> None:
    with pytest.raises(ReadingError, match=r"^Expected `object`, got `array`"):
        read_record([], Meeting)  # type: ignore[arg-type]


def test_a_text_of_the_wrong_form_is_refused_with_its_member() -> None:
    with pytest.raises(ReadingError, match="at: Invalid RFC3339 encoded datetime"):
        read_record({"at": "noon"}, Meeting)
