"""Draws everything random in a game from a seed that was committed to before anybody played.

`docs/concepts/fair-deal.md` says how. The commitment to the whole seed is public as soon as there
is a table; the commitments to the secrets of all scopes are in the first event. `entropies` is what
people contributed to chance, in order, 32 bytes each: first with their seats (stored with the first
event), then with their actions, including the action that causes the draw. Nobody can know the
outcome alone: players do not know the secrets, and the server, which does, committed to them before
the entropies came.
"""

from collections.abc import Sequence
from functools import cached_property

from games.models import Game
from games.refusals import DamagedStreamError
from games.seeds import GameSeed, new_seed
from games.stream import store
from illimat_core import SeededSource, State, sealing
from illimat_core.fair_deal import CommittedSource, open_scopes

OTHER_SEED = "Its seed is not the one that was committed to."


class Seal:
    """The secrets of a game, and the commitments to them."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._id = str(game.id)

    @cached_property
    def _seed(self) -> bytes:
        found = GameSeed.objects.filter(game=self._game).first()
        return bytes(found.seed) if found else b""

    @cached_property
    def commitments(self) -> dict[str, str]:
        """The commitments to the secrets of all scopes, as hex, in the order of the first event's.

        Games from before have none for luminaries: the game's commitment tells. Raises
        DamagedStreamError for a seed that was not committed to.
        """
        for own_luminaries in (True, False):
            scopes = sealing.scopes(own_luminaries=own_luminaries)
            found = sealing.commitments(self._id, self._seed, scopes)
            if sealing.commitment_to_all(found.values()) == self._game.commitment:
                return found
        raise DamagedStreamError(self._game.id, OTHER_SEED)

    @property
    def own_luminaries(self) -> bool:
        return len(self.commitments) == len(sealing.scopes())

    def check(self) -> None:
        """Raise DamagedStreamError for a seed that was not committed to."""
        _ = self.commitments

    def secret(self, scope: str) -> bytes:
        return sealing.secret_of(self._seed, scope)

    def opened(self, state: State | None) -> dict[str, str]:
        """Return the secrets that are public in this state of the game, as hex, by scope."""
        scopes = open_scopes(
            state,
            over=self._game.ended_at is not None,
            persists=self._game.options["luminaries_persist"],
            own_luminaries=self.own_luminaries,
        )
        return {scope: self.secret(scope).hex() for scope in scopes}


class Dealer(CommittedSource):
    """The source of chance for one command, in a game's current round (0 before the first deal)."""

    def __init__(
        self, game: Game, round_: int, entropy: str | None, *, earlier: str | None = None
    ) -> None:
        """`entropy` (hex) is the command's own contribution, which follows all `earlier` ones.

        Without `earlier`, these are all that are stored.
        """
        super().__init__(str(game.id), round_)
        self._of = game
        self._entropy = entropy or ""
        self._earlier = earlier
        self._seal = Seal(game)

    @property
    def own_luminaries(self) -> bool:
        return self._seal.own_luminaries

    def secret(self, scope: str) -> bytes:
        return self._seal.secret(scope)

    @cached_property  # because most commands leave nothing to chance and then need no query
    def entropies(self) -> bytes:
        earlier = self._earlier
        if earlier is None:
            earlier = store.entropies(self._of.id) if self._of.version else ""
        return bytes.fromhex(earlier + self._entropy)

    def seats_drawn(self, free: Sequence[int]) -> tuple[int, ...]:
        """Return the numbers of the free seats in the order in which people get them."""
        return SeededSource(self.key(sealing.SEATS)).shuffle(sealing.SEATS, free)

    def commitments(self) -> tuple[str, ...]:
        listed = tuple(self._seal.commitments.values())
        return listed if self.own_luminaries else listed[1:]  # from before: without the seats'


def seal(game: Game) -> None:
    """Draw the seed of a new game, and insert both the game, with its commitment, and the seed."""
    seed = new_seed()
    commit(game, seed)
    game.save(force_insert=True)
    GameSeed.objects.create(game=game, seed=seed)


def commit(game: Game, seed: bytes) -> None:
    """Write the commitment to a seed into a game, unsaved."""
    commitments = sealing.commitments(str(game.id), seed, sealing.scopes())
    game.commitment = sealing.commitment_to_all(commitments.values())
