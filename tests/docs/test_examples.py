"""The examples in docs/api.md are real requests and answers of the server."""

import json
import re
from textwrap import indent

import msgspec
import pytest

from api.paging import MAX_PAGE_SIZE
from games.inputs.playing import MAX_ACTIONS
from games.inputs.tables import TableSerializer
from illimat_core import as_json, legal_actions, load, menu, observe, read
from illimat_core.actions import parse
from illimat_core.views import Observation
from tests.support.composing import filled
from tests.support.documents import PROJECT, blocks, text_of
from tests.support.playing import in_json

pytestmark = pytest.mark.quick

PAGE = PROJECT / "docs" / "api.md"
SW = ["5Su", "3Au", "2Wi", "4Sp", "9Au"]
ACTION = re.compile(r'`(\{"type": .+?\})`')
POSITION = {
    "hands": {"0": ["5Wi", "9Sp"], "1": ["KAu"]},
    "fields": {"SW": SW},
    "draw": ["2Sp", "3Sp", "6Sp"],
}


def test_the_menu_is_what_the_position_gives() -> None:
    given = in_json(menu(load(POSITION), 0))
    (shown,) = (json.loads(block) for block in blocks(PAGE, "json") if '"plays"' in block)
    assert shown.pop("plays")[0] in given.pop("plays")
    assert shown == given


def test_the_actions_made_of_it_are_legal() -> None:
    state = load(POSITION)
    listed = [as_json(action) for action in legal_actions(state, 0)]
    rows = re.findall(r"^\| (?:sow|harvest|stockpile), if .+$", text_of("api.md"), re.M)
    plays = [json.loads(text) for row in rows for text in ACTION.findall(row)]
    assert [play["type"] for play in plays] == ["sow", "harvest", "stockpile"]
    for play in plays:
        assert as_json(read(state, 0, play)) in listed


def test_the_actions_made_of_templates_are_those_that_they_stand_for() -> None:
    (shown,) = (json.loads(block) for block in blocks(PAGE, "json") if '"answers": [\n' in block)
    made = [action for templates in shown.values() for each in templates for action in filled(each)]
    (sentence,) = re.findall(r"^So the first template above makes .+$", text_of("api.md"), re.M)
    told = [json.loads(text) for text in ACTION.findall(sentence)]
    assert len(told) == 3
    assert all(action in made for action in told)
    for action in made:
        parse(action)


def test_the_table_is_one_that_can_be_made() -> None:
    (table,) = (json.loads(block) for block in blocks(PAGE, "json") if '"visibility"' in block)
    TableSerializer(data=table).is_valid(raise_exception=True)


def test_the_view_is_one_that_the_server_gives() -> None:
    (block,) = (block for block in blocks(PAGE, "json") if '"hands"' in block)
    shown, view = json.loads(block), msgspec.json.decode(block, type=Observation)
    assert json.loads(msgspec.json.encode(view)) == shown
    hidden = {seat: cards for seat, cards in shown["hands"].items() if isinstance(cards, int)}
    assert hidden == {"0": 4}


def test_the_forms_of_hidden_cards_are_those_of_a_view() -> None:
    (line,) = [line for line in text_of("api.md").splitlines() if line.startswith("- `view`:")]
    items = [json.loads(text) for text in re.findall(r"`(\{.+?\})`", line)]
    assert [item.get("hidden") for item in items] == [None, None, 1, 1]
    fields = {"SW": [{"card": "4Au", "hidden": ["9Wi"]}, {"8": ["7Sp FWi"], "hidden": ["QWi"]}]}
    view = observe(load(POSITION | {"fields": fields}), 0)
    assert json.loads(msgspec.json.encode(view.fields["SW"])) == items[2:]


def test_the_limits_are_those_of_the_server() -> None:
    page = text_of("api.md")
    assert f"`actions` instead of `action`, up to {MAX_ACTIONS}," in page
    assert f"Pages have at most {MAX_PAGE_SIZE} entries" in page


def test_the_refusals_of_bots_are_known_codes() -> None:
    rows = re.findall(r"^\| (\d{3} .*?) \|", text_of("bots.md"), re.M)
    codes = {code for row in rows for code in re.findall(r"`(\w+)`", row)}
    assert {"game_frozen", "stale_version", "quota_reached"} <= codes
    assert codes <= set(re.findall(r"`(\w+)`", text_of("api.md")))


def test_the_lines_about_a_message_are_those_of_the_example() -> None:
    (shown,) = blocks(PROJECT / "docs" / "bots.md", "python")
    program = (PROJECT / "examples" / "webhook_bot.py").read_text("utf-8")
    assert indent(shown, " " * 12) in program
