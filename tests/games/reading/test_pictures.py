"""Pictures of games over HTTP: for whom, of what, at which cost."""

from io import BytesIO
from typing import Any

import pytest
from django.utils import timezone
from PIL import Image
from pytest_django.fixtures import Settings

from games.reading.pictures import png_of
from illimat_core import load, observe
from illimat_core.messages import GERMAN
from illimat_core.picture import WIDTHS, WidthName, draw
from quotas import services
from tests.core.drawings import CROWDED, LONGEST
from tests.support.api_games import ApiGame
from tests.support.people import Person, problem

MOST = 120_000  # bytes of a PNG


def text_of(answer: Any) -> str:
    return str(answer.content.decode())


@pytest.mark.django_db
def test_everybody_gets_the_picture_of_their_own_view(table: ApiGame, eve: Person) -> None:
    names = [str(person.user) for person in map(table.on_seat, (0, 1))]
    for seat, person in ((0, table.on_seat(0)), (1, table.on_seat(1)), (None, eve)):
        answer = person.get(f"{table.path}/board.svg")
        assert answer.headers["Content-Type"] == "image/svg+xml"
        assert text_of(answer) == draw(observe(table.state, seat), names, seat)


@pytest.mark.django_db
def test_theme_width_and_language_are_those_asked_for(table: ApiGame) -> None:
    person, names = table.on_seat(0), [str(table.on_seat(seat).user) for seat in (0, 1)]
    answer = person.get(f"{table.path}/board.svg?theme=dark&width=desk&language=de")
    expected = draw(observe(table.state, 0), names, 0, theme="dark", width="desk", language=GERMAN)
    assert text_of(answer) == expected
    assert answer.headers["Content-Language"] == "de"


@pytest.mark.django_db
@pytest.mark.parametrize("query", ["theme=sepia", "width=9000", "language=xx", "size=2"])
def test_impossible_drawings_are_refused_by_name(table: ApiGame, query: str) -> None:
    for kind in ("svg", "png"):
        refused = table.on_seat(0).get(f"{table.path}/board.{kind}?{query}")
        assert problem(refused) == (422, "invalid")
        assert query.split("=", maxsplit=1)[0] in refused.json()["errors"][0]["pointer"]


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_picture_that_has_not_changed_is_not_sent_again(table: ApiGame, kind: str) -> None:
    person, path = table.awaited, f"{table.path}/board.{kind}"
    etag = person.get(path).headers["ETag"]
    assert person.get(path, etag).status_code == 304
    assert person.get(f"{path}?theme=dark", etag).status_code == 200
    table.play()
    assert person.get(path, etag).status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("kind", ["svg", "png"])
def test_a_private_game_has_no_picture_for_strangers(ada: Person, eve: Person, kind: str) -> None:
    table = ApiGame([ada, Person()], visibility="link")
    hidden = ApiGame([ada], seats=2, visibility="private")
    assert eve.get(f"{table.path}/board.{kind}").status_code == 200
    assert problem(eve.get(f"{hidden.path}/board.{kind}")) == (404, "not_found")
    assert problem(ada.get(f"{hidden.path}/board.{kind}")) == (409, "not_running")


@pytest.mark.django_db
@pytest.mark.parametrize("accepted", ["image/png", "image/*", "text/html,*/*;q=0.8"])
def test_any_program_may_ask(table: ApiGame, accepted: str) -> None:
    answer = table.on_seat(0).client.get(f"{table.path}/board.png", headers={"Accept": accepted})
    assert answer.headers["Content-Type"] == "image/png"
    assert Image.open(BytesIO(answer.content)).size[0] == 588


@pytest.mark.slow
@pytest.mark.django_db
def test_pngs_are_limited_and_unchanged_ones_do_not_count(
    table: ApiGame, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.QUOTAS = settings.QUOTAS | {"pictures_a_minute": 1}
    within_a_minute = timezone.now()
    monkeypatch.setattr(services, "now", lambda: within_a_minute)
    person, path = table.on_seat(0), f"{table.path}/board.png"
    etag = person.get(path).headers["ETag"]
    assert person.get(path, etag).status_code == 304
    refused = person.get(f"{path}?theme=dark")
    assert problem(refused) == (429, "quota_reached")
    assert refused.json()["quota"] == "pictures_a_minute"
    assert person.get(f"{table.path}/board.svg").status_code == 200
    assert table.on_seat(1).get(path).status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("position", CROWDED)
def test_the_fullest_board_is_a_small_png(position: dict[str, Any], width: WidthName) -> None:
    names = [LONGEST[:-1] + str(seat) for seat in range(4)]
    for theme in ("light", "dark"):
        svg = draw(observe(load(position), 0), names, 0, theme=theme, width=width)
        assert len(png_of(svg, width)) <= MOST


def test_a_png_is_written_in_the_servers_own_font() -> None:
    position = {"options": {"mode": "beginner"}}
    views = [draw(observe(load(position), 0), [name, "Ben"], 1) for name in ("Ada", "Eve")]
    one, other = (png_of(svg, "phone") for svg in views)
    assert one != other
    assert png_of(views[0], "phone") == one
