"""Parsing of JSON values into records."""

import subprocess
import sys
from datetime import datetime

import msgspec
import pytest

from illimat_core.errors import ReadingError
from illimat_core.records import reader


class Meeting(msgspec.Struct):
    """A record with a member whose text must have a form."""

    at: datetime


def test_another_value_than_an_object_is_refused_as_a_whole() -> None:
    with pytest.raises(ReadingError, match=r"^Expected `object`, got `array`"):
        reader(Meeting)([])  # type: ignore[arg-type]


def test_a_text_of_the_wrong_form_is_refused_with_its_member() -> None:
    with pytest.raises(ReadingError, match="at: Invalid RFC3339 encoded datetime"):
        reader(Meeting)({"at": "noon"})


IN_THREADS = """
import sys
from dataclasses import dataclass
from threading import Barrier, Thread
from illimat_core.records import converter

for _ in range(300):

    @dataclass
    class Card:
        suit: "str"
        rank: "int"

    @dataclass
    class Hand:
        cards: "tuple[Card, ...]"
        least: "Card | None" = None

    convert, gate = converter(Hand), Barrier(4)

    def read():
        gate.wait()
        convert({"cards": [{"suit": "W", "rank": 5}]})

    threads = [Thread(target=read) for _ in range(4)]
    sys.setswitchinterval(1e-6)
    for each in threads:
        each.start()
    for each in threads:
        each.join()
"""


def test_threads_may_convert_to_a_type_for_the_first_time_at_once() -> None:
    done = subprocess.run([sys.executable, "-c", IN_THREADS], check=False)
    assert done.returncode == 0
