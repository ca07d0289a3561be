"""Verification that stored games, and other streams of events, are as the server wrote them."""

from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import Final, NamedTuple
from uuid import UUID

from django.db import Error as DatabaseError
from django.db import transaction
from django.db.models import Model

from games.making import guided_game, lesson
from games.models import Game
from games.play import projections
from games.refusals import DamagedStreamError
from games.signals import stream_examined
from games.stream import dealer, integrity, snapshots, store
from illimat_core import Event, Source, read_options
from illimat_core.events import GameStarted
from illimat_core.fair_deal import find_changed_rounds
from illimat_core.replaying import fault_in


@transaction.atomic
def verify(game_id: UUID, *, rules: bool = False) -> list[str]:
    """Return the faults of a game: in its events, head, edition, seed, draws, summary and snapshot.

    With `rules`, also in its plays and scores, which takes much longer. Freeze a game with faults
    in its events or seed; thaw a frozen game that is whole again. Raises Game.DoesNotExist.
    """
    game = Game.objects.select_for_update(no_key=True).get(pk=game_id)
    examined = store.examine(game)
    faults = examined.faults or [*_faults_of_chance(game, examined), *_find_missing(game)]
    if rules and not faults and examined.events and (fault := fault_in(examined.events)):
        faults = [fault]
    if faults:
        integrity.freeze(DamagedStreamError(game.id, faults[0]))
        return faults
    wrong = dict.fromkeys(projections.compute(game, examined).members)
    if game.damage:
        integrity.thaw(game)  # last, as players whose accounts are gone leave now
    found = [f"Its summary is wrong: {', '.join(wrong)}."] if wrong else []
    if snapshots.is_wrong(game.id, examined.rows, examined.events):
        found.append("Its snapshot is wrong.")
    return found


def _find_missing(game: Game) -> Iterator[str]:
    """Yield what other apps know of the game that its stream lacks."""
    for _, fault in stream_examined.send(Game, game=game):
        if fault:
            yield fault


def _faults_of_chance(game: Game, examined: store.Examined) -> Iterator[str]:
    """Yield a sentence for each round with draws that are not from the game's seed."""
    try:
        dealer.Seal(game).check()
    except DamagedStreamError as error:
        yield error.damage
        return
    if examined.rows:
        try:
            rounds = dict.fromkeys(_find_changed_rounds(game, examined))
        except DatabaseError:
            raise  # which says nothing about the events
        except Exception as error:
            yield f"Its events cannot be played again ({type(error).__name__})."
        else:
            yield from (f"Round {each} was not drawn from the game's seed." for each in rounds)


def _find_changed_rounds(game: Game, examined: store.Examined) -> Iterator[int]:
    """Draw again all that was left to chance; yield the rounds in which something differs.

    In a guided game that was kept, the lesson's deal is right, too.
    """
    rows = examined.rows
    starts = [place for place, row in enumerate(rows) if not place or row.command_id]
    commands = [examined.events[start:end] for start, end in pairwise([*starts, len(rows)])]
    entropies = list(accumulate(rows[start].entropy or "" for start in starts))
    is_lesson = game.practice and _is_lesson(commands[0])

    def source_of(index: int, round_: int) -> Source:
        if is_lesson and not index:
            return guided_game.FixedDeal()
        return dealer.Dealer(game, round_, None, earlier=entropies[index])

    return find_changed_rounds(commands, source_of)


def _is_lesson(dealt: Sequence[Event]) -> bool:
    started = dealt[0]
    if not isinstance(started, GameStarted) or started.options != read_options(lesson.OPTIONS):
        return False
    return not any(find_changed_rounds([dealt], lambda *_: guided_game.FixedDeal()))


class Verified(NamedTuple):
    """A model whose instances have streams of events, and the check of the one with a given id.

    The check returns the faults as sentences. It raises the model's DoesNotExist. That of a game
    takes `rules`.
    """

    model: type[Model]
    verify: Callable[..., list[str]]


VERIFIED: Final = [Verified(Game, verify)]
"""All streams that the command `verify` checks; an app that has others adds them."""
