"""Chance comes from a committed seed and from the players' contributions."""

import hashlib
import hmac
from uuid import UUID

import pytest

from games.models import Game, StoredEvent
from games.seeds import GameSeed
from games.stream import dealer, store
from illimat_core import SeededSource, sealing
from illimat_core.events import GameStarted, RoundDealt
from tests.support.api_games import SECRET_BYTES, ApiGame
from tests.support.people import Person

pytestmark = pytest.mark.django_db

SEED = bytes(range(32))
ID = UUID("00000000-0000-4000-8000-000000000000")


def sealed(seed: bytes) -> Game:
    """Return a game whose chance comes from `seed`."""
    game = Game.objects.create(id=ID, options={}, mode="standard", seats=3)
    GameSeed.objects.create(game=game, seed=seed)
    return game


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()


def test_commitments_are_as_documented() -> None:
    secret = _hmac(SEED, b"round/7")
    expected = hashlib.sha256(f"commitment/{ID}/7/".encode() + secret).hexdigest()
    assert sealing.commitments(str(ID), SEED, ["7"]) == {"7": expected}


def test_the_deal_can_be_recomputed_from_the_seed_and_the_log(table: ApiGame) -> None:
    game = table.game
    secret = _hmac(table.seed, b"round/1")
    source = SeededSource(_hmac(secret, f"key/{game.id}/1/".encode()))
    deck = source.shuffle("deal/2/deck", store.state_at(table.game, 1).options.deck)
    dealt = next(e for e in table.events if isinstance(e, RoundDealt))
    assert deck[-dealt.deck_count :] == dealt.deck


def test_the_first_event_and_the_table_commit_to_the_same_seed(table: ApiGame) -> None:
    started = table.events[0]
    assert isinstance(started, GameStarted)
    commitments = sealing.commitments(str(table.id), table.seed, sealing.scopes())
    assert started.commitments == tuple(commitments.values())
    assert table.game.commitment == sealing.commitment_to_all(started.commitments)


def test_the_contributions_of_people_change_the_deal(ada: Person, bob: Person) -> None:
    table = ApiGame([ada], seats=2, entropy=SECRET_BYTES)
    bob.post(f"{table.path}/seats", {"entropy": "cd" * 32})
    first = StoredEvent.objects.get(game=table.id, sequence=1)
    assert first.entropy == SECRET_BYTES + "cd" * 32
    game = table.game
    key = _hmac(_hmac(table.seed, b"round/1"), f"key/{game.id}/1/".encode())
    with_entropy = _hmac(
        _hmac(table.seed, b"round/1"),
        f"key/{game.id}/1/".encode() + bytes.fromhex(first.entropy),
    )
    dealt = next(e for e in table.events if isinstance(e, RoundDealt))
    cards = store.state_at(table.game, 1).options.deck
    label = "deal/2/deck"
    assert SeededSource(with_entropy).shuffle(label, cards)[-dealt.deck_count :] == dealt.deck
    assert SeededSource(key).shuffle(label, cards)[-dealt.deck_count :] != dealt.deck


def test_all_that_was_added_is_kept_in_order(table: ApiGame) -> None:
    table.play(entropy="11" * 32)
    table.play()
    table.play(entropy="22" * 32)
    assert store.entropies(table.id) == "11" * 32 + "22" * 32
    game = table.game
    key = _hmac(
        _hmac(table.seed, b"round/2"),
        f"key/{game.id}/2/".encode() + bytes.fromhex("11" * 32 + "22" * 32 + "33" * 32),
    )
    deal = dealer.Dealer(game, 1, "33" * 32).shuffle("deal/90/deck", range(60))
    assert deal == SeededSource(key).shuffle("deal/90/deck", range(60))


def test_a_draw_within_a_round_belongs_to_it() -> None:
    game = sealed(SEED)
    key = _hmac(_hmac(SEED, b"round/1"), f"key/{ID}/1/".encode())
    label = "reshuffle/90/deck"
    drawn = dealer.Dealer(game, 1, None).shuffle(label, range(60))
    assert drawn == SeededSource(key).shuffle(label, range(60))


def test_every_order_of_the_seats_is_drawn() -> None:
    game = sealed(SEED)
    drawn = set()
    for number in range(64):
        GameSeed.objects.update(seed=bytes([number]) * 32)
        drawn.add(dealer.Dealer(game, 0, None).seats_drawn((0, 1, 2)))
    assert len(drawn) == 6
