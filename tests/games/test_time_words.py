"""What people and programs are told of time controls."""

from typing import get_args

import pytest

from games.clocks.controls import KINDS, LENGTHS, Kind
from games.outputs.clocks import TimeControl
from games.time_words import FURTHER, WORDS

pytestmark = pytest.mark.quick


def test_every_kind_of_time_control_has_its_words() -> None:
    assert list(WORDS) == list(KINDS) == list(get_args(Kind))
    assert {name for kind in KINDS.values() for name in kind.__struct_fields__[1:]} == set(FURTHER)
    assert {"kind", "preset", *LENGTHS} == set(TimeControl.__struct_fields__)
