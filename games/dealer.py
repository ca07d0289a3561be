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
from typing import TypeVar

from games import store
from games.models import Game
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
        self._contributed: bytes | None = None

    def shuffle(self, label: str, things: Sequence[Thing]) -> tuple[Thing, ...]:
        """Return the things in random order."""
        return self._source(label).shuffle(label, things)

    def pick(self, label: str, things: Sequence[Thing]) -> Thing:
        """Return one of the things."""
        return self._source(label).pick(label, things)

    def _source(self, label: str) -> SeededSource:
        if self._contributed is None:  # most commands leave nothing to chance
            self._contributed = bytes.fromhex(store.entropies(self._game.id) + self._entropy)
        begins = label.startswith("deal/")
        part = str(self._round + 1 if begins else self._round)
        return SeededSource(_key(self._game, part, self._contributed))


def commitments(game: Game) -> tuple[str, ...]:
    """Return the commitments to the rounds' secrets, as hex, the first round's first."""
    rounds = range(1, MOST_ROUNDS + 1)
    return tuple(_commitment(game, str(number)) for number in rounds)


def commitment_to_all(game: Game) -> str:
    """Return the commitment to the seed as a whole, as hex."""
    parts = (_commitment(game, SEATS), *commitments(game))
    return hashlib.sha256(b"".join(map(bytes.fromhex, parts))).hexdigest()


def seats_drawn(game: Game, entropies: str, free: Sequence[int]) -> tuple[int, ...]:
    """Return the numbers of the free seats in the order in which people get them."""
    key = _key(game, SEATS, bytes.fromhex(entropies))
    return SeededSource(key).shuffle(SEATS, free)


def _secret(game: Game, part: str) -> bytes:
    return _hmac(bytes(game.seed), (part if part == SEATS else f"round/{part}").encode())


def _commitment(game: Game, part: str) -> str:
    committed = f"commitment/{game.id}/{part}/".encode() + _secret(game, part)
    return hashlib.sha256(committed).hexdigest()


def _key(game: Game, part: str, entropies: bytes) -> bytes:
    return _hmac(_secret(game, part), f"key/{game.id}/{part}/".encode() + entropies)


def _hmac(key: bytes, message: bytes) -> bytes:
    return hmac.new(key, message, hashlib.sha256).digest()
