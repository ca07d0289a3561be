"""Answers chance from a seed that was committed to before anybody had played.

A game has a secret s₀ of 32 bytes. Everything is derived from it by HMAC-SHA256, texts in UTF-8,
`‖` between bytes that simply follow each other, `G` the game's id with its hyphens, `r` a round's
number in decimal:

    secret of a round    s_r = HMAC(s₀, "round/" ‖ r)
    secret of the seats  s_s = HMAC(s₀, "seats")
    commitment           C_r = SHA-256("commitment/" ‖ G ‖ "/" ‖ r ‖ "/" ‖ s_r), C_s likewise with
                         "seats" for r
    of the whole         SHA-256(C_s ‖ C_1 ‖ … ‖ C_32), public from the table's first minute on
    key of a round       K_r = HMAC(s_r, "key/" ‖ G ‖ "/" ‖ r ‖ "/" ‖ entropies)
    key of the seats     K_s = HMAC(s_s, "key/" ‖ G ‖ "/seats/" ‖ entropies)

C_1 … C_32 are in the first event. `entropies` is what people added to chance, in order, 32 bytes
each: first with their seats (these are in the first event), then with their actions, that which
asks for the draw included. Nobody can know the outcome alone: players do not know s_r, and whoever
knows it had to commit to it before the entropies came. A key feeds `illimat_core.SeededSource`,
whose labels name what is drawn and at which version. A deal belongs to the round that it begins,
every other draw to the round it happens in.
"""

import hashlib
import hmac
from collections.abc import Sequence
from functools import cached_property
from typing import TypeVar
from uuid import UUID

from games import store
from games.models import Game
from games.seeds import GameSeed, new_seed
from illimat_core import SeededSource
from illimat_core.options import MOST_ROUNDS

SEATS = "seats"
Thing = TypeVar("Thing")


class Dealer:
    """The source of a command's chance, in a game that is in `round` (0 before the first deal)."""

    def __init__(self, game: Game, round_: int, entropy: str | None) -> None:
        """`entropy` (hex) is what the command itself contributes, after all that is stored."""
        self._game = game
        self._round = round_
        self._entropy = entropy or ""

    def shuffle(self, label: str, things: Sequence[Thing]) -> tuple[Thing, ...]:
        """Return the things in random order."""
        return self._source(label).shuffle(label, things)

    def pick(self, label: str, things: Sequence[Thing]) -> Thing:
        """Return one of the things."""
        return self._source(label).pick(label, things)

    def seats_drawn(self, free: Sequence[int]) -> tuple[int, ...]:
        """Return the numbers of the free seats in the order in which people get them."""
        return SeededSource(self._key(SEATS)).shuffle(SEATS, free)

    def commitments(self) -> tuple[str, ...]:
        """Return the commitments to the rounds' secrets, as hex, the first round's first."""
        return commitments(self._game.id, self._seed)

    def _source(self, label: str) -> SeededSource:
        begins = label.startswith("deal/")
        return SeededSource(self._key(str(self._round + 1 if begins else self._round)))

    def _key(self, part: str) -> bytes:
        return _key(self._game.id, self._seed, part, self._contributed)

    # Most commands leave nothing to chance, so the database is asked only when one does.

    @cached_property
    def _seed(self) -> bytes:
        return bytes(GameSeed.objects.get(game=self._game).seed)

    @cached_property
    def _contributed(self) -> bytes:
        stored = store.entropies(self._game.id) if self._game.version else ""
        return bytes.fromhex(stored + self._entropy)


def is_committed(game: Game) -> bool:
    """Return whether the seed of a game is the one that it was committed to."""
    sealed = GameSeed.objects.filter(game=game).first()
    return sealed is not None and commitment_to_all(game.id, bytes(sealed.seed)) == game.commitment


def seal(game: Game) -> None:
    """Draw the seed of a new game, and insert both, the game with its commitment to the seed."""
    seed = new_seed()
    game.commitment = commitment_to_all(game.id, seed)
    game.save(force_insert=True)
    GameSeed.objects.create(game=game, seed=seed)


def commitments(game_id: UUID, seed: bytes) -> tuple[str, ...]:
    """Return the commitments to the rounds' secrets, as hex, the first round's first."""
    rounds = range(1, MOST_ROUNDS + 1)
    return tuple(_commitment(game_id, seed, str(number)) for number in rounds)


def commitment_to_all(game_id: UUID, seed: bytes) -> str:
    """Return the commitment to the seed as a whole, as hex."""
    parts = (_commitment(game_id, seed, SEATS), *commitments(game_id, seed))
    return hashlib.sha256(b"".join(map(bytes.fromhex, parts))).hexdigest()


def _secret(seed: bytes, part: str) -> bytes:
    return _hmac(seed, (part if part == SEATS else f"round/{part}").encode())


def _commitment(game_id: UUID, seed: bytes, part: str) -> str:
    committed = f"commitment/{game_id}/{part}/".encode() + _secret(seed, part)
    return hashlib.sha256(committed).hexdigest()


def _key(game_id: UUID, seed: bytes, part: str, entropies: bytes) -> bytes:
    return _hmac(_secret(seed, part), f"key/{game_id}/{part}/".encode() + entropies)


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()
