"""Several actions are planned on the page, shown as they would be, and sent as one."""

import json
import re
from functools import cache
from itertools import islice
from typing import Any
from urllib.parse import urlencode

import pytest
from pytest_django import DjangoAssertNumQueries

from accounts.models import User
from games.models import StoredEvent
from illimat_core import RuleError, State, ahead, as_json, legal_actions
from illimat_core.cards import DECK
from illimat_core.console.shorthand import shorten
from tests.support.positions import Asked, asked_positions, game_at
from tests.support.service_games import ServiceGame
from tests.web.drafts import choosing, draft_of, with_place
from tests.web.players import Form, Page, Table
from web.playing.drafts import MOST_PLANNED, MoveDraft

pytestmark = [pytest.mark.django_db]
STATEMENTS, BYTES = 10, 100_000  # of a page
LISTED = 40  # legal actions of a position that are tried


def that_go_on(state: State, seat: int | None) -> list[dict[str, Any]]:
    """Return actions after which a batch may go on."""
    found = []
    for action in islice(legal_actions(state, seat), LISTED):
        try:
            after = ahead(state, seat, as_json(action))
        except RuleError:
            continue
        if seat in after.awaited:
            found.append(json.loads(json.dumps(as_json(action))))
    return found


@cache
def position() -> Asked:
    """Return a position in which a play leaves the Rake to be fed."""
    return next(
        asked
        for asked in asked_positions()
        if asked.kind == "turn"
        and "rake" in {each.luminary for each in asked.state.fields if each.face_up}
        and that_go_on(asked.state, asked.seat)
    )


@pytest.fixture
def game(people: list[User]) -> ServiceGame:
    """Return a game that stands so."""
    return game_at(position(), people)


@pytest.fixture
def table(game: ServiceGame, people: list[User]) -> Table:
    """Return the browsers of its people."""
    return Table(game.id, people, 4)


def address(game: ServiceGame, *planned: dict[str, Any]) -> str:
    """Return the address of a page with a plan."""
    return f"/games/{game.id}?{urlencode([('plan', shorten(each)) for each in planned])}"


def chosen(game: ServiceGame, action: dict[str, Any]) -> str:
    """Return the address of a page on which an action is chosen."""
    asked = position()
    begun = choosing(asked.state, asked.seat, MoveDraft())
    drafted = with_place(draft_of_json(action), begun)
    return f"/games/{game.id}{drafted.href}"


def draft_of_json(told: dict[str, Any]) -> MoveDraft:
    """Return the draft of an action in its JSON form."""
    asked = position()
    actions = islice(legal_actions(asked.state, asked.seat), LISTED)
    found = next(each for each in actions if json.loads(json.dumps(as_json(each))) == told)
    return draft_of(found)


def forms(page: Page) -> list[tuple[Form, list[dict[str, Any]]]]:
    """Return the forms that act, with their actions."""
    acting = [form for form in page.forms if "actions" in form.fields]
    return [(form, json.loads(form.fields["actions"])) for form in acting]


def test_after_a_play_that_tells_nothing_new_something_else_can_be_planned(
    game: ServiceGame, table: Table
) -> None:
    first = that_go_on(position().state, position().seat)[0]
    page = table.look(game.awaited, chosen(game, first))
    assert address(game, first) in page.choices
    assert "Then also" in page.html


def test_a_plan_is_shown_and_sent_with_what_is_chosen_after_it(
    game: ServiceGame, table: Table
) -> None:
    first, user = that_go_on(position().state, position().seat)[0], game.awaited
    version = game.game.version
    page = table.look(user, address(game, first))
    assert "Planned, not sent yet" in page.html
    for _ in range(8):
        if ready := [form for form, actions in forms(page) if len(actions) == 2]:
            break
        page = table.look(user, page.choices[0])
    assert "Play all 2: " in page.html
    table.send(user, ready[0])
    commands = StoredEvent.objects.filter(game_id=game.id, sequence__gt=version)
    assert commands.exclude(command_id=None).count() == 1
    assert game.state.turn.seat != position().seat or game.awaited == user


def test_a_plan_shows_the_players_as_it_leaves_them(game: ServiceGame, table: Table) -> None:
    asked = position()
    first = that_go_on(asked.state, asked.seat)[0]
    for page, state in (
        (table.look(game.awaited), asked.state),
        (table.look(game.awaited, address(game, first)), ahead(asked.state, asked.seat, first)),
    ):
        for words, counts in (
            ("In hand", [len(player.hand) for player in state.players]),
            ("Harvested", [len(player.harvested) for player in state.players]),
        ):
            shown = re.findall(f'<span class="vh">{words} </span>([0-9]+)', page.html)
            assert shown == [str(count) for count in counts]


def test_back_takes_the_last_of_a_plan_away(game: ServiceGame, table: Table) -> None:
    first = that_go_on(position().state, position().seat)[0]
    page = table.look(game.awaited, address(game, first))
    assert 'data-back aria-label="One step back"' in page.html
    assert '<a class="sq" href="?" data-back' in page.html


@pytest.mark.parametrize("planned", ["sow 5Wi UP", "forfeit", "dance", "x" * 400, "pass", ""])
def test_what_cannot_be_planned_is_dropped_and_said(
    game: ServiceGame, table: Table, planned: str
) -> None:
    path = f"/games/{game.id}?{urlencode({'plan': planned})}"
    page = table.look(game.awaited, path)
    assert "Planned, not sent yet" not in page.html
    assert ("not possible any more" in page.html) == (len(planned) < 400)
    assert not any(len(actions) > 1 for _, actions in forms(page))


def test_a_plan_has_an_end(game: ServiceGame, table: Table) -> None:
    first = that_go_on(position().state, position().seat)[0]
    page = table.look(game.awaited, address(game, *[first] * (MOST_PLANNED + 30)))
    assert page.asks
    assert page.html.count("not possible any more") == 1


def test_whatever_is_chosen_a_page_costs_a_bounded_number_of_statements_and_bytes(
    game: ServiceGame, table: Table, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    user, first = game.awaited, that_go_on(position().state, position().seat)[0]
    most = [("plan", shorten(first))] * 2 * MOST_PLANNED
    most += [(name, card) for name in ("card", "item") for card in DECK] * 2
    hand = [("card", card) for card in position().state.players[position().seat or 0].hand]
    for query in ([], most, [*hand[:1], ("field", "NW"), *most]):
        with django_assert_max_num_queries(STATEMENTS):
            page = table.look(user, f"/games/{game.id}?{urlencode(query)}")
        print(len(page.html))
        assert len(page.html) < BYTES
