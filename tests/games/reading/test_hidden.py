"""No answer contains anything hidden from its reader."""

import json
import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.management import call_command

from api.models import IdempotencyKey
from games.api.urls import OF_GAME
from illimat_core.sealing import secret_of
from tests.support.api_games import ApiGame
from tests.support.knowledge import cards_in
from tests.support.people import Person

pytestmark = pytest.mark.django_db

LOOKS = ("", "/events", "/at/5", "/legal-actions?limit=100", "/deal", "/export")
ELSEWHERE = {
    "board.svg": "test_pictures compares it with the picture of what its reader sees",
    "board.png": "it is drawn from the same picture",
    "hint": "only a practice game has one, which is found as the house chooses: test_house_hidden",
    "analysis": "only a finished game has one, and that hides nothing",
}
"""What else can be read of a game, and why it is not looked at here."""


def _hidden_from(table: ApiGame, seat: int | None) -> set[str]:
    state = table.state
    hands = [player.hand for number, player in enumerate(state.players) if number != seat]
    return set(state.deck).union(*hands)


def _answers(table: ApiGame, person: Person) -> Iterator[str]:
    for look in (*LOOKS, f"/at/{table.game.version}"):
        yield person.get(table.path + look).content.decode()
    yield person.get("/api/v1/me/games").content.decode()
    yield person.get("/api/v1/games").content.decode()


def test_everything_that_can_be_read_of_a_game_is_looked_at() -> None:
    looks = [look.removeprefix("/").partition("?")[0] for look in LOOKS]
    read = [route for route in OF_GAME if hasattr(route.callback.cls, "get")]  # type: ignore[attr-defined]
    left_out = {str(each.pattern) for each in read if not any(map(each.pattern.match, looks))}
    assert left_out == set(ELSEWHERE)


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, pytest.param(3, marks=pytest.mark.thorough), 4])
def test_no_answer_has_a_card_that_is_hidden(db: None, count: int) -> None:
    table = ApiGame([Person() for _ in range(count)])
    spectator = Person()
    viewers: list[tuple[int | None, Person]] = [(None, spectator)]
    viewers += [(seat, table.on_seat(seat)) for seat in range(count)]
    for turn in range(8):
        seat = table.game.awaited[0]
        played = table.play(7 * turn + count).content.decode()
        if table.state.round > 1:
            break
        assert not cards_in(played) & _hidden_from(table, seat)
        for number, person in viewers:
            hidden = _hidden_from(table, number)
            assert hidden
            for answer in _answers(table, person):
                assert not cards_in(answer) & hidden


def test_a_player_sees_their_own_hand(table: ApiGame) -> None:
    for seat in (0, 1):
        hand = table.state.players[seat].hand
        assert set(hand) <= cards_in(table.on_seat(seat).get(table.path).content.decode())


def test_no_answer_has_the_seed_or_a_salt_of_what_is_hidden(table: ApiGame) -> None:
    table.play()
    stored = table.game.events.values_list("private", flat=True)
    parts = [part for private in stored for part in json.loads(private)]
    for seat, person in [(None, Person()), *((seat, table.on_seat(seat)) for seat in (0, 1))]:
        secrets = [part["salt"] for part in parts if seat not in part["seen_by"]]
        secrets += [table.seed.hex(), secret_of(table.seed, "1").hex()]
        assert len(secrets) > 3
        for answer in _answers(table, person):
            assert not any(secret in answer for secret in secrets)


@pytest.mark.slow
def test_a_refusal_does_not_tell_where_a_card_is(table: ApiGame) -> None:
    """The refusal is the same for a card in another hand, in the draw pile or nowhere."""
    state, seat = table.state, table.game.awaited[0]
    own = set(state.players[seat].hand)
    board = {card for field in state.fields for item in field.items for card in item.cards}
    said = set()
    for card in set(state.options.deck) - own - board:
        refused = table.act(table.awaited, {"type": "sow", "card": card, "field": "SW"})
        assert refused.status_code == 422
        said.add(refused.content.decode().replace(card, "CARD"))
    assert len(said) == 1


def test_a_kept_answer_is_for_who_got_it(table: ApiGame) -> None:
    actor, other = table.awaited, table.others[0]
    table.play(key="shared")
    body: dict[str, Any] = {"expected_version": 7, "action": {"type": "pass"}}
    answer = other.post(f"{table.path}/actions", body, "shared")
    kept = IdempotencyKey.objects.get(user=actor.user, key="shared")
    assert answer.content.decode() != kept.body


def test_a_replay_shows_what_a_spectator_sees(
    table: ApiGame, capsys: pytest.CaptureFixture[str]
) -> None:
    table.play()
    for arguments in ([], ["--json"], ["--at", "7"]):
        call_command("replay", str(table.id), *arguments)
        shown = capsys.readouterr().out
        assert shown
        for player in table.state.players:
            assert not any(re.search(rf"\b{card}\b", shown) for card in player.hand)
