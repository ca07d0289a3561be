"""All actors play through the same function, and commands record their source."""

from collections.abc import Iterator
from itertools import chain
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from api.models import IdempotencyKey
from games import actors
from games.actors import Actor, CommandSource
from games.models import Game, StoredEvent
from games.play.commands import Command, PlayedCommand, play
from games.refusals import GameNotFoundError, GameOverError, RuleError, StaleVersionError
from games.signals import events_appended
from games.stream.store import AlreadyThereError
from illimat_core import as_json, legal_actions
from tests.support.api_games import ApiGame
from tests.support.asked import WITH_AUDIENCE, Asked
from tests.support.people import Person

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def legal(table: ApiGame) -> dict[str, Any]:
    """Return the first legal action of the awaited seat."""
    action: dict[str, Any] = as_json(next(legal_actions(table.state, table.state.awaited[0])))
    return action


def of_the_house(
    table: ApiGame, seat: int, key: str = "1", version: int | None = None
) -> PlayedCommand:
    by = actors.house(seat)
    return play(Command(table.id, by, CommandSource.TIMER, key, [legal(table)], version))


def origins(table: ApiGame) -> list[tuple[str | None, str | None]]:
    rows = StoredEvent.objects.filter(game=table.id).order_by("sequence")
    return list(rows.values_list("actor", "source"))


def test_the_house_plays_for_a_seat_at_whatever_version_the_game_has(table: ApiGame) -> None:
    seat = table.game.awaited[0]
    done = of_the_house(table, seat)
    assert done.seat == seat
    assert {row.seat for row, _ in done.stored} == {seat}
    assert table.state == table.folded == done.state


def test_the_house_plays_by_the_rules_and_versions_of_everybody(table: ApiGame) -> None:
    seat = table.game.awaited[0]
    with pytest.raises(RuleError, match="turn") as refusal:
        of_the_house(table, 1 - seat)
    assert refusal.value.rule == "R-TURN-1"
    with pytest.raises(StaleVersionError):
        of_the_house(table, seat, version=table.game.version - 1)


def test_a_command_succeeds_once_no_matter_who_sends_it(table: ApiGame) -> None:
    table.play()
    table.play()
    seat = table.game.awaited[0]
    of_the_house(table, seat)
    while table.game.awaited != [seat]:
        table.play()
    with pytest.raises(AlreadyThereError), transaction.atomic():
        of_the_house(table, seat)
    user = table.on_seat(seat).user
    play(
        Command(table.id, user, CommandSource.API, "1", [legal(table)])
    )  # the key of another person


def test_the_server_plays_in_private_games_and_in_none_that_is_not_there(ada: Person) -> None:
    table = ApiGame([ada, Person("bea")], visibility="private", invited=["bea"])
    of_the_house(table, table.game.awaited[0])
    table.id = uuid4()
    with pytest.raises(GameNotFoundError):
        play(Command(table.id, actors.house(0), CommandSource.TIMER, "1", []))


def test_nothing_plays_in_a_game_that_is_over(table: ApiGame) -> None:
    seat, command = table.game.awaited[0], legal(table)
    Game.objects.filter(pk=table.id).update(state=Game.State.CALLED_OFF)
    with pytest.raises(GameOverError):
        play(Command(table.id, actors.house(seat), CommandSource.TIMER, "1", [command]))


def test_the_first_event_of_a_command_says_who_acted_and_where_it_came_from(
    ada: Person, bob: Person, eve: Person
) -> None:
    options = {"luminaries": WITH_AUDIENCE, "audience": "spectator"}
    table = Asked([ada, bob], "audience_spectator", options=options)
    assert origins(table) == [("chance", "api"), *[(None, None)] * (table.game.version - 1)]
    expected = []
    for by, source, name in (
        (eve.user, CommandSource.API, ("spectator", "api")),
        (None, CommandSource.API, ("person", "api")),
        (actors.house, CommandSource.TIMER, ("house", "timer")),
    ):
        before = table.game.version
        seat = table.game.awaited[0]
        actor: Any = table.on_seat(seat).user if by is None else by
        actor = actor(seat) if callable(actor) else actor
        play(Command(table.id, actor, source, "1", [legal(table)]))
        expected = origins(table)[before:]
        assert expected == [name, *[(None, None)] * (len(expected) - 1)]


def test_the_person_who_begins_a_game_is_its_first_actor(table: ApiGame) -> None:
    assert origins(table)[0] == ("person", "api")
    assert Actor(actors.Role.PERSON) != actors.CHANCE


def test_no_answer_shows_what_a_command_came_from(table: ApiGame) -> None:
    of_the_house(table, table.game.awaited[0])
    for path in ("", "/events"):
        answer = table.people[0].get(table.path + path).json()
        assert {"timer", "house"}.isdisjoint(texts(answer))


def texts(value: Any) -> Iterator[str]:
    """Yield the texts in a JSON value, without the names of members."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        yield from chain.from_iterable(map(texts, value.values()))
    elif isinstance(value, list):
        yield from chain.from_iterable(map(texts, value))


def test_a_play_sets_no_savepoint_in_its_transaction(table: ApiGame) -> None:
    outer = 1  # the test's own transaction makes one of the answer's
    with CaptureQueriesContext(connection) as asked:
        assert table.act(table.awaited, legal(table)).status_code == 200
    assert sum(each["sql"].startswith("SAVEPOINT") for each in asked) == outer


def test_a_refused_play_leaves_nothing_but_its_answer(table: ApiGame) -> None:
    before = Game.objects.filter(pk=table.id).values().get()
    refused = table.act(table.others[0], legal(table), key="k")
    assert refused.status_code == 409
    assert IdempotencyKey.objects.get(key="k").status == 409
    assert Game.objects.filter(pk=table.id).values().get() == before
    assert table.state == table.folded


def test_an_error_after_the_first_write_undoes_the_play_and_its_key(table: ApiGame) -> None:
    def refuse(**_: Any) -> None:
        raise StaleVersionError(1)  # a refusal that is kept, unless something was written

    before = Game.objects.filter(pk=table.id).values().get()
    events_appended.connect(refuse)
    try:
        with pytest.raises(transaction.TransactionManagementError):
            table.act(table.awaited, legal(table), key="k")
    finally:
        events_appended.disconnect(refuse)
    assert not IdempotencyKey.objects.filter(key="k").exists()
    assert Game.objects.filter(pk=table.id).values().get() == before
    assert StoredEvent.objects.filter(game=table.id).count() == table.game.version
