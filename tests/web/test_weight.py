"""The page of a game is light to send, and nothing of it comes from elsewhere."""

import re
from html import unescape

import pytest
from django.template import Context, Template
from django.test import Client

from accounts.models import User
from config.server.compression import Compression
from illimat_core import State
from tests.support.crowds import OPTIONS, sown
from tests.support.pages import browser_of
from tests.support.positions import Asked, asked_positions, game_at
from tests.support.service_games import ServiceGame

FIRST = 90_000  # bytes of a first visit
TAP = 15_000  # bytes of a touch
CROWDED_TAP = 21_000  # where more than MANY items lie on the board
MANY = 45
ACCEPTS = {"Accept-Encoding": "gzip"}
OURS = re.compile(r'(?:href|src)="(/static/[^"]+\.(?:css|js|svg|woff2))"')
IMPORTED = re.compile(r'(?:from|import) "\./([^"]+)"')
MARK = re.compile(r'data-part="(\w+)" data-mark="(\w+)"')
BLOCK = re.compile(r'<(?:g|pattern|symbol) id="([\w-]+)"')
USED = re.compile(r'(?:<use href="|url\()#([\w-]+)')

pytestmark = [pytest.mark.django_db]


@pytest.fixture(autouse=True)
def without_noise(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave out the random bytes that hide how long an answer is: up to a hundred in each."""
    monkeypatch.setattr(Compression, "max_random_bytes", 0)


@pytest.fixture(params=["usual", "crowded"])
def table(request: pytest.FixtureRequest, people: list[User]) -> ServiceGame:
    """Return a game with stockpiles on the board, or one with as much on it as one may see."""
    if request.param == "usual":
        return game_at(next(each for each in asked_positions() if is_usual(each)), people)
    state, events = next(each for each in sown(3) if lying(each[0]) > MANY and not each[0].pending)
    return game_at(Asked(state, state.turn.seat, "turn", events, OPTIONS), people)


def is_usual(position: Asked) -> bool:
    """Return whether much may be chosen in a position of a game with luminaries."""
    state = position.state
    piles = sum(not item.loose for field in state.fields for item in field.items)
    return (
        position.kind == "turn"
        and state.options.players == 3
        and piles > 2
        and lying(state) > 10
        and len(state.players[state.turn.seat].hand) > 3
    )


def lying(state: State) -> int:
    return sum(len(field.items) for field in state.fields)


def sent(client: Client, path: str, headers: dict[str, str] | None = None) -> bytes:
    """Return the body of an answer as it goes over the network."""
    answer = client.get(path, headers=ACCEPTS | (headers or {}))
    assert answer.status_code == 200
    return answer.getvalue()


def loaded(client: Client, page: str) -> dict[str, int]:
    """Return the sizes of the static files that a page loads, with what their modules import."""
    waiting, sizes = OURS.findall(page), dict[str, int]()
    while waiting:
        path = waiting.pop()
        if path not in sizes:
            sizes[path] = len(sent(client, path))
            folder = path.rpartition("/")[0]
            source = client.get(path).getvalue().decode() if path.endswith(".js") else ""
            waiting += [f"{folder}/{name}" for name in IMPORTED.findall(source)]
    return sizes


def taps(page: str) -> list[str]:
    """Return where touches on a page lead that choose something."""
    return [unescape(each) for each in re.findall(r'href="(\?card=[^"]*)"', page)]


def test_a_first_visit_to_a_game_loads_little(table: ServiceGame) -> None:
    client = browser_of(table.awaited)
    page = sent(client, f"/games/{table.id}")
    files = loaded(client, page.decode())
    assert "/static/web/play/parts.js" in files
    assert "/static/web/font/grenze-800.woff2" in files
    assert len(page) + sum(files.values()) <= FIRST
    assert re.findall(r'(?:src|href)="https?://[^"]*"', page.decode()) == []


def test_a_touch_gets_only_what_changes(table: ServiceGame) -> None:
    client, path = browser_of(table.awaited), f"/games/{table.id}"
    page = sent(client, path).decode()
    marks, blocks = dict(MARK.findall(page)), BLOCK.findall(page)
    many = page.count("data-item") > MANY
    for _ in range(4):
        at = max(taps(page), key=len)
        answer = sent(client, path + at, {"Parts-Shown": " ".join([*marks.values(), *blocks])})
        assert len(answer) <= (CROWDED_TAP if many else TAP), at
        page, whole = answer.decode(), sent(client, path + at).decode()
        marks |= MARK.findall(page)
        blocks += BLOCK.findall(page)
        # With what was shown before, it is the whole page; each dock has a key of its own.
        assert marks.keys() == dict(MARK.findall(whole)).keys()
        assert {**marks, "dock": ""} == {**dict(MARK.findall(whole)), "dock": ""}
        assert {*USED.findall(page)} <= {*blocks}
        assert "<footer" not in page


def test_parts_that_hold_the_same_are_told_apart() -> None:
    page = Template(
        '{% load parts %}{% part "a" %}<i/>{% endpart %}{% part "b" %}<i/>{% endpart %}'
    )
    marks = dict(MARK.findall(page.render(Context({"parts_shown": ()}))))
    rest = page.render(Context({"parts_shown": {marks["a"]}}))
    assert MARK.findall(rest) == [("b", marks["b"])]
