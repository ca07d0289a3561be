"""Ending games as a moderator, who does not play in them, with reasons that their tables see."""

from collections.abc import Sequence
from typing import Literal
from uuid import UUID

from django.db import transaction
from django.utils.translation import gettext

from accounts.models import User
from games.models import Game, PastOccupation, SeatAssignment
from games.play.adjudication import Basis, game_adjudicate, table_call_off_by_ruling
from games.refusals import NotAllowedError
from leagues.models import Fixture, Season
from leagues.office.rulings import result_record
from leagues.season import lookup
from leagues.season.impartiality import plays_in

Decision = Literal["by_score", "by_place", "ruling"]


@transaction.atomic
def game_call_off(*, user: User, game_id: UUID, reasons: str) -> Game:
    """Call off a table that waits for people, or end a running game as void.

    Raises NotAllowedError for a person who plays there or has played there, and what
    `game_adjudicate` and `table_call_off_by_ruling` do.
    """
    if Game.objects.filter(pk=game_id, state=Game.State.OPEN).exists():
        game = table_call_off_by_ruling(game_id=game_id, ruling=reasons)
        _check_impartial(user, game_id)
        return game
    return _end(user, game_id, "void", (), reasons)


@transaction.atomic
def game_decide(
    *, user: User, game_id: UUID, basis: Decision, places: Sequence[int] = (), reasons: str
) -> Game:
    """End a running game with places: by the scores so far, by place, or as a ruling names them.

    Raises NotAllowedError for a person who plays there or has played there, and what
    `game_adjudicate` does.
    """
    return _end(user, game_id, basis, places, reasons)


def is_impartial(*, user: User, game_id: UUID) -> bool:
    """Return whether somebody neither plays nor has played in a game, nor was paired for it."""
    for seats in (SeatAssignment, PastOccupation):
        if seats.objects.filter(game=game_id, user=user).exists():
            return False
    fixture = Fixture.objects.filter(game=game_id).first()
    return fixture is None or not plays_in(user, fixture)


def _end(user: User, game_id: UUID, basis: Basis, places: Sequence[int], reasons: str) -> Game:
    """End a running game; that of a season, which is locked first, with its result."""
    fixture = Fixture.objects.filter(game=game_id).first()
    season = lookup.season_lock(fixture.season_id) if fixture else None
    game = game_adjudicate(
        game_id=game_id, basis=basis, places=places, ruling=reasons, by="moderators"
    )
    _check_impartial(user, game_id)  # once the game is locked: nobody sits down meanwhile
    if fixture and season and season.state == Season.State.RUNNING:
        result_record(season, fixture, game, None)
    return game


def _check_impartial(user: User, game_id: UUID) -> None:
    if not is_impartial(user=user, game_id=game_id):
        raise NotAllowedError(gettext("You play or have played in this game. Ask somebody else."))
