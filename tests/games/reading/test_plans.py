"""Lists follow an index in their order, and read no more rows than their page shows."""

import json
import re
from datetime import timedelta
from itertools import chain, combinations
from typing import Any

import pytest
from allauth.mfa.models import Authenticator
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from accounts.models import Block, User
from games.admin import NEWEST, NEWEST_OF_PERSON
from games.models import Game, Invitation, SeatAssignment
from games.models.outages import Outage
from games.outages import note_alive, outages_since
from games.reading.lists import LOOKED_THROUGH, MAX_WAITING
from games.reading.lookup import find_game
from illimat_core import read_options
from tests.support.api_games import GAMES, ApiGame
from tests.support.people import Person

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

MANY = 1_300  # more than any list looks through
ON_A_PAGE = 150  # rows of the games and of their seats, and one more for the next page
MINE = "/api/v1/me/games"
FILTERS = {"state": "running", "players": "3", "mode": "teams"}
CHOICES = chain.from_iterable(combinations(FILTERS.items(), many) for many in range(4))
PUBLIC = ["&".join(f"{name}={value}" for name, value in choice) for choice in CHOICES]
STATES = ["", *(f"state={state}" for state in ("waiting", "open", "running", "finished"))]
PAGES = ["/games/running", *(f"/games/mine?{query}" for query in STATES)]
LISTS = [
    *(f"{GAMES}?{query}" for query in PUBLIC),
    *(f"{MINE}?{query}" for query in STATES),
    *PAGES,
]
OPEN = "/api/v1/open-seats"
SEARCHES = {"": NEWEST, "?mode__exact=teams": 0, "?q=Stranger": NEWEST_OF_PERSON, "?q=str": 0}
LOOKING = [
    f"{GAMES}?mine=true&mode=teams",
    f"{GAMES}?mine=true&players=3",
    f"{MINE}?state=invited",
    f"{MINE}?state=my_turn",
    OPEN,
    "/",
    "/games/",
    "/games/mine?state=my_turn",
    "/games/mine?state=left",
]


@pytest.fixture
def ada(db: None) -> Person:
    """Return a person who sits at many games, or is invited to them."""
    ada, stranger = Person("ada"), User.objects.create_user("stranger", "stranger@example.org")
    options = {"mode": "beginner", "players": 2}
    games = Game.objects.bulk_create(
        Game(
            options=options,
            mode="beginner",
            seats=2,
            creator=stranger,
            state=Game.State.RUNNING if number % 5 else Game.State.OPEN,
            visibility=Game.Visibility.PUBLIC,
            scores=[0] * read_options(options).seats,
        )
        for number in range(MANY)
    )
    SeatAssignment.objects.bulk_create(
        SeatAssignment(
            game=game,
            user=user,
            number=number,
            awaited=number == 0 and game.state == Game.State.RUNNING,
            standing="open" if number else "played",
            until=game.created_at + timedelta(days=3) if number else None,
            game_state=game.state,
            moved_at=game.moved_at,
        )
        for game in games
        for number, user in enumerate([ada.user, stranger])
    )
    Invitation.objects.bulk_create(Invitation(game=game, user=ada.user) for game in games)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    return ada


def rows_looked_at(sql: str) -> int:
    """Return how many rows a question goes through; SQLite tells only whether it is all of them.

    What it sorts without a limit are the few people of the games that it has found.
    """
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            # So few rows are read as fast as the first ones, even more so among dead ones.
            others = ["sort"] if "COUNT(" in sql else ["seqscan", "hashjoin", "mergejoin"]
            for name in others:
                cursor.execute(f"SET LOCAL enable_{name} = off")
            cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {sql}")
            (plan,) = cursor.fetchone()
            for name in others:
                cursor.execute(f"SET LOCAL enable_{name} = on")
            return _rows_of((json.loads(plan) if isinstance(plan, str) else plan)[0]["Plan"])
        cursor.execute(f"EXPLAIN QUERY PLAN {sql}")
        steps = [step for *_, step in cursor.fetchall()]
    scans = any(step.startswith(("SCAN games_", "SCAN accounts_block")) for step in steps)
    sorts = re.search(r"LIMIT \d+$", sql) and any("TEMP B-TREE" in step for step in steps)
    return MANY if scans or sorts else 0


def _rows_of(plan: dict[str, Any]) -> int:
    each = plan["Actual Rows"] + plan.get("Rows Removed by Filter", 0)
    rows: int = round(each * plan["Actual Loops"])
    return max(rows, *(_rows_of(part) for part in plan.get("Plans", [])), 0)


def dearest(person: Person, path: str, table: str = "") -> tuple[int, str]:
    """Return the question of a request that goes through the most rows, and through how many.

    With `table`, only questions to that table count.
    """
    with CaptureQueriesContext(connection) as asked:
        assert person.get(path).status_code == 200
    sent = [query["sql"] for query in asked if table in query["sql"]]
    selects = [sql for sql in sent if sql.startswith("SELECT")]
    return max((rows_looked_at(sql), sql) for sql in selects)


@pytest.mark.slow
def test_no_list_goes_through_more_games_than_it_shows(ada: Person) -> None:
    ada.client.force_login(ada.user)
    found = {path: dearest(ada, path) for path in LISTS}
    counted = {path: rows for path, (rows, sql) in found.items() if "COUNT(" not in sql}
    assert {path: rows for path, rows in counted.items() if rows > ON_A_PAGE} == {}
    assert all(rows <= MAX_WAITING for rows, _ in found.values())


@pytest.mark.slow
def test_lists_look_only_at_blocks_of_people_at_their_tables(ada: Person) -> None:
    bob = Person("bob")
    names = [f"blocker-{number}" for number in range(MANY)]
    people = User.objects.bulk_create(
        User(handle=name, email=f"{name}@example.org") for name in names
    )
    Block.objects.bulk_create(Block(blocker=person, blocked=bob.user) for person in people)
    Block.objects.create(blocker=ada.user, blocked=bob.user)
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    for path in (GAMES, OPEN, "/"):
        rows, sql = dearest(bob, path, "accounts_block")
        assert rows <= ON_A_PAGE, sql
    assert bob.get(OPEN).json()["results"] == []


@pytest.mark.slow
@pytest.mark.parametrize("path", LOOKING)
def test_where_no_index_helps_only_so_many_are_looked_through(ada: Person, path: str) -> None:
    ada.client.force_login(ada.user)
    with CaptureQueriesContext(connection) as asked:
        assert ada.get(path).status_code == 200
    assert any(f"LIMIT {LOOKED_THROUGH})" in query["sql"] for query in asked)


def test_one_row_a_process_and_the_latest_outages_are_all_that_a_clock_asks_for(
    db: None,
) -> None:
    now = timezone.now()
    ages = [now - timedelta(hours=number) for number in range(MANY)]
    Outage.objects.bulk_create(
        Outage(name="beat", start=age - timedelta(minutes=9), end=age) for age in ages
    )
    note_alive("beat")
    note_alive("worker")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")
    table = ApiGame([Person("bob"), Person("eve")])
    with CaptureQueriesContext(connection) as asked:
        assert len(outages_since(now - timedelta(hours=9.5), now)) == 10
        find_game(table.id)
    of_outages = [query["sql"] for query in asked if "games_outage" in query["sql"]]
    assert len(of_outages) == 2
    assert max(map(rows_looked_at, of_outages)) <= 10


@pytest.mark.slow
def test_games_that_wait_are_counted_up_to_a_number(ada: Person) -> None:
    waiting = ada.get(f"{MINE}?state=my_turn").json()
    assert waiting["waiting_count"] == MAX_WAITING
    assert len(waiting["results"]) == 20


@pytest.mark.slow
def test_staff_are_shown_the_newest_games_or_those_of_one_person(ada: Person) -> None:
    ada.user.is_staff = ada.user.is_superuser = True
    ada.user.save()
    Authenticator.objects.create(user=ada.user, type=Authenticator.Type.TOTP, data={})
    ada.client.force_login(ada.user)
    found = {query: ada.get(f"/admin/games/game/{query}").context["cl"] for query in SEARCHES}
    assert {query: shown.result_count for query, shown in found.items()} == SEARCHES
    deletion = ada.get(f"/admin/accounts/user/{ada.user.pk}/delete/")
    assert dict(deletion.context["model_count"])["invitations"] == MANY
