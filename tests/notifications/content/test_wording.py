"""How sentences write moments."""

from datetime import UTC, datetime

import pytest
from django.utils.translation import override

from notifications.content.wording import moment_in


@pytest.mark.parametrize(
    ("utc", "shown"),
    [
        ("2026-06-06T12:00", "Saturday, 6 June 2026, 14:00 (Europe/Berlin)"),
        ("2026-10-25T00:30", "Sunday, 25 October 2026, 02:30 (Europe/Berlin, CEST)"),
        ("2026-10-25T01:30", "Sunday, 25 October 2026, 02:30 (Europe/Berlin, CET)"),
        ("2026-10-25T02:30", "Sunday, 25 October 2026, 03:30 (Europe/Berlin)"),
    ],
)
def test_a_moment_has_its_zone_and_the_abbreviation_of_a_time_that_occurs_twice(
    utc: str, shown: str
) -> None:
    with override("en"):
        assert moment_in(datetime.fromisoformat(utc).replace(tzinfo=UTC), "Europe/Berlin") == shown


def test_no_moment_is_shown_as_nothing() -> None:
    assert moment_in(None, "UTC") == ""
