"""The baseline of checking stored events: the same work without the checks."""

from time import perf_counter
from typing import Any, cast
from uuid import UUID

import msgspec
from django.db import connection
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games.models import Game
from games.stream import store
from illimat_core import State, fold
from illimat_core.events import wire
from illimat_core.sealing import NO_PARTS

TIMES = 5
CHECKS = {name: getattr(store, name) for name in ("check_not_frozen", "_check_stored")}
READ = (
    "SELECT type, schema, public, private FROM games_storedevent "
    "WHERE game_id = %s AND sequence <= %s ORDER BY sequence"
)


class ChecksView(APIView):
    """The switch of the checks of requests whose fold is in the cache."""

    def put(self, request: Request) -> Response:
        switch_on: Any = cast("dict[str, Any]", request.data)["on"]
        for name, check in CHECKS.items():
            setattr(store, name, check if switch_on else _no_check)
        return Response()


class ColdView(APIView):
    """The time it takes to read and fold a game."""

    def get(self, _request: Request, game_id: UUID, how: str) -> Response:
        """Answer with the shortest time of some, in seconds."""
        game = Game.objects.get(pk=game_id)
        read = _read_bare if how == "bare" else _read_checked
        return Response({"seconds": min(_timed(read, game) for _ in range(TIMES))})


def _timed(read: Any, game: Game) -> float:
    store.folds.drop()
    began = perf_counter()
    state = read(game)
    taken = perf_counter() - began
    if state.version != game.version:
        raise ValueError(f"Read to {state.version}, not to {game.version}.")
    return taken


def _read_checked(game: Game) -> State:
    """Read all events, as without a snapshot."""
    return fold(event for _, event in store.read(game))


def _read_bare(game: Game) -> State:
    """Read only what a fold needs, and trust it."""
    with connection.cursor() as cursor:
        key = Game._meta.pk.get_db_prep_value(game.pk, connection)
        cursor.execute(READ, [key, game.version])
        return fold(_decoded(*row) for row in cursor.fetchall())


def _decoded(type_: str, schema: int, public: str, private: str) -> Any:
    if private == NO_PARTS:
        return wire.decode_json(type_, schema, public)
    members = msgspec.json.decode(public)
    for each in store.PARTS.decode(private):
        members |= each.part
    return wire.decode(type_, schema, members)


def _no_check(*_: object) -> None:
    pass
