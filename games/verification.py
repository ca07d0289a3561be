"""Verification that a stored game is as the server wrote it."""

from uuid import UUID

from django.db import transaction

from games import dealer, freezing, projections, store
from games.models import Game
from games.refusals import DamagedStreamError


@transaction.atomic
def verify(game_id: UUID) -> list[str]:
    """Return the faults of a game: in its chain of hashes, head, fold, summary and seed.

    Freeze a game whose events are not as they were written; thaw a frozen game that is whole again.
    Raises Game.DoesNotExist.
    """
    game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
    examined = store.examine(game)
    if examined.faults:
        freezing.freeze(DamagedStreamError(game.id, examined.faults[0]))
        return examined.faults
    wrong = dict.fromkeys(projections.compute(game, examined).members)
    found = [f"Its summary has a wrong {name}." for name in wrong]
    if not dealer.is_committed(game):
        found.append("Its seed is not the one that was committed to.")
    if game.damage:
        freezing.thaw(game)  # last, as players whose accounts are gone leave now
    return found
