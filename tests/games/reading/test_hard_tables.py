"""No position makes a request slow: lists, previews and checks end with their budgets."""

from itertools import islice
from typing import Any
from urllib.parse import quote
from uuid import uuid4

import pytest
from msgspec.structs import replace

from api.models import IdempotencyKey
from games.reading import selectors
from games.reading.selectors import LISTED_STEPS
from games.stream import store
from illimat_core import as_json, legal_actions, load
from illimat_core.actions import Harvest
from illimat_core.rules.sums import Splitter, _Others
from illimat_core.rules.takes import Takes
from tests.support.api_games import ApiGame
from tests.support.people import Person, problem
from tests.support.playing import in_json
from tests.support.worst import counting
from trials.bench.positions import CROWDS

pytestmark = pytest.mark.django_db

SEARCH = [(_Others, "_fill"), (Splitter, "_cover"), (Takes, "_extend")]
EASY = load({"hands": {"0": ["5Wi", "9Sp"], "1": ["KAu"]}, "fields": {"SW": ["5Su", "3Au", "2Wi"]}})


class Placed:
    """A game placed in a position as if its events had led there, and its player to move."""

    def __init__(self, table: ApiGame, state: Any) -> None:
        game = table.game
        self.table, self.mover = table, table.on_seat(0)
        self.state = replace(state, version=game.version)
        store.folds.keep(game.id, game.head, self.state)

    def page(self, query: str = "") -> Any:
        return self.mover.get(f"{self.table.path}/legal-actions{query}")

    def harvest(self) -> Any:
        listed = legal_actions(self.state, 0)
        return in_json(as_json(next(each for each in listed if isinstance(each, Harvest))))


@pytest.fixture(params=[name for name in CROWDS if name.startswith("52")])
def crowd(request: pytest.FixtureRequest, table: ApiGame) -> Placed:
    """Return a game in one of the worst positions."""
    return Placed(table, CROWDS[request.param])


@pytest.mark.slow
def test_every_page_of_the_worst_lists_ends_when_its_steps_are_spent(crowd: Placed) -> None:
    found, query = [], "?limit=100"
    for _ in range(3):
        with counting(*SEARCH) as steps:
            page = crowd.page(query).json()
        assert steps.number <= LISTED_STEPS
        assert page["results"]
        assert page["total"] is None
        assert page["cut"] == (len(page["results"]) < 100)
        found += page["results"]
        query = "?" + page["next"].partition("?")[2]
    assert found == [
        in_json(as_json(each)) for each in islice(legal_actions(crowd.state, 0), len(found))
    ]


def test_a_list_is_counted_on_its_first_page_only(table: ApiGame) -> None:
    easy = Placed(table, EASY)
    first = easy.page("?limit=3").json()
    with counting((Takes, "_extend")) as steps:
        query = first["next"].partition("?")[2].replace("limit=3", "limit=1")
        second = easy.page(f"?{query}").json()
    assert first["total"] == second["total"] == len([*legal_actions(EASY, 0)])
    assert steps.number < 5
    assert not first["cut"]


def test_the_number_in_a_cursor_cannot_be_raised(table: ApiGame) -> None:
    version = table.game.version
    for forged in (f"{version}.999999999", f"[{version},null,{{}}]", "x" * 1_000, "9" * 3_000):
        answer = table.on_seat(0).get(f"{table.path}/legal-actions?cursor={quote(forged)}")
        assert problem(answer) == (422, "invalid")
        assert [each["pointer"] for each in answer.json()["errors"]] == ["#/cursor"]


def test_a_cursor_belongs_to_its_game_and_cannot_be_changed(table: ApiGame, ada: Person) -> None:
    query = Placed(table, EASY).page("?limit=2").json()["next"].partition("?")[2]
    other = Placed(ApiGame([ada, Person()]), EASY)
    assert problem(other.page(f"?{query}")) == (422, "invalid")
    for changed in (query[:-1], query.replace("cursor=", "cursor=A"), query + "0"):
        assert problem(Placed(table, EASY).page(f"?{changed}")) == (422, "invalid")


def test_a_list_whose_next_action_is_too_far_away_says_so(
    crowd: Placed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(selectors, "LISTED_STEPS", 30)
    found, query = 0, "?limit=100"
    while query:
        page = crowd.page(query).json()
        assert page["cut"]
        assert page["total"] is None
        found += len(page["results"])
        query = "?" + page["next"].partition("?")[2] if page["next"] else ""
    assert found


def test_an_action_too_hard_to_check_is_refused(
    crowd: Placed, monkeypatch: pytest.MonkeyPatch
) -> None:
    action, path, key = crowd.harvest(), crowd.table.path, str(uuid4())
    monkeypatch.setattr(selectors, "CHECKED_STEPS", 0)
    before = crowd.table.game.version
    body = {"action": action, "expected_version": before}
    assert problem(crowd.mover.post(f"{path}/preview", body)) == (422, "too_hard")
    assert problem(crowd.mover.post(f"{path}/actions", body, key)) == (422, "too_hard")
    assert crowd.table.game.version == before
    assert not IdempotencyKey.objects.filter(key=key).exists()
    monkeypatch.undo()
    assert crowd.mover.post(f"{path}/preview", body).status_code == 200
    assert crowd.mover.post(f"{path}/actions", body, key).status_code == 200
