"""Draws everything random in a game from a seed that was committed to before anybody played.

`illimat_core.sealing` specifies how keys are derived from a game's secret seed. The commitment to
the whole seed is public as soon as there is a table; the commitments to the rounds' secrets are in
the first event. `entropies` is what people contributed to chance, in order, 32 bytes each: first
with their seats (stored with the first event), then with their actions, including the action that
causes the draw. Nobody can know the outcome alone: players do not know the secrets, and the server,
which does, committed to them before the entropies came. A key feeds `illimat_core.SeededSource`,
whose labels name what is drawn and at which version. A deal belongs to the round that it begins,
every other draw to the current round.
"""

from collections.abc import Sequence
from functools import cached_property
from typing import TypeVar

from games import store
from games.models import Game
from games.seeds import GameSeed, new_seed
from illimat_core import SeededSource, sealing

Thing = TypeVar("Thing")


class Dealer:
    """The source of chance for one command, in a game's current round (0 before the first deal)."""

    def __init__(
        self, game: Game, round_: int, entropy: str | None, *, earlier: str | None = None
    ) -> None:
        """`entropy` (hex) is the command's own contribution, which follows all `earlier` ones.

        Without `earlier`, these are all that are stored.
        """
        self._game = game
        self._round = round_
        self._entropy = entropy or ""
        self._earlier = earlier

    def shuffle(self, label: str, things: Sequence[Thing]) -> tuple[Thing, ...]:
        """Return the things in random order."""
        return self._source(label).shuffle(label, things)

    def pick(self, label: str, things: Sequence[Thing]) -> Thing:
        """Return one of the things."""
        return self._source(label).pick(label, things)

    def seats_drawn(self, free: Sequence[int]) -> tuple[int, ...]:
        """Return the numbers of the free seats in the order in which people get them."""
        return SeededSource(self._key(sealing.SEATS)).shuffle(sealing.SEATS, free)

    def commitments(self) -> tuple[str, ...]:
        """Return the commitments to the rounds' secrets, as hex, the first round's first."""
        return sealing.commitments(str(self._game.id), self._seed)

    def _source(self, label: str) -> SeededSource:
        begins = label.startswith("deal/")
        return SeededSource(self._key(str(self._round + 1 if begins else self._round)))

    def _key(self, scope: str) -> bytes:
        return sealing.key_of(str(self._game.id), self._seed, scope, self._contributed)

    # Lazy, because most commands leave nothing to chance and then need no query.

    @cached_property
    def _seed(self) -> bytes:
        return bytes(GameSeed.objects.get(game=self._game).seed)

    @cached_property
    def _contributed(self) -> bytes:
        earlier = self._earlier
        if earlier is None:
            earlier = store.entropies(self._game.id) if self._game.version else ""
        return bytes.fromhex(earlier + self._entropy)


def is_committed(game: Game) -> bool:
    """Return whether the seed of a game matches the game's commitment."""
    sealed = GameSeed.objects.filter(game=game).first()
    return sealed is not None and _commitment(game, bytes(sealed.seed)) == game.commitment


def seal(game: Game) -> None:
    """Draw the seed of a new game, and insert both the game, with its commitment, and the seed."""
    seed = new_seed()
    game.commitment = _commitment(game, seed)
    game.save(force_insert=True)
    GameSeed.objects.create(game=game, seed=seed)


def _commitment(game: Game, seed: bytes) -> str:
    return sealing.commitment_to_all(str(game.id), seed)
