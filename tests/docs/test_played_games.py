"""The page of played games is made from the golden streams, and worth reading."""

import re

from illimat_core.cards import LUMINARIES
from illimat_core.words.board import luminary_name
from tests.golden.tell import GAMES, PAGE, page

ROW = re.compile(r"^\| (.+) \| (.+) \| (.+) \|$", re.M)


def test_the_page_is_what_the_streams_tell() -> None:
    assert PAGE.read_text(encoding="utf-8") == page(), "run python -m tests.golden.tell"


def test_the_page_tells_twelve_games_to_their_end() -> None:
    text = page()
    assert GAMES == 12
    assert len(re.findall(r"^## Game \d+$", text, re.M)) == 12
    assert text.count("The game is over") == 12


def test_every_luminary_is_turned_up_and_claimed() -> None:
    parts = {name: (up, claimed) for name, up, claimed in ROW.findall(page())}
    names = [luminary_name(each) for each in LUMINARIES]
    assert [name for name in names if parts[name][0] == "-"] == []
    assert [name for name in names if parts[name][1] == "-"] == []
