"""Exports of games that are played at random by people who contribute to chance."""

from collections.abc import Mapping
from itertools import islice
from typing import Any

import msgspec

from accounts.models import User
from games.actors import CommandSource
from games.making import services
from games.models import Game
from games.outputs.deals import export
from games.play import commands
from games.play.commands import Command
from games.reading.tables import table_get
from games.stream import store
from illimat_core import as_json, legal_actions
from trials.dice import dice

CONSIDERED = 40
"""How many legal actions the players choose from."""


def played(options: Mapping[str, Any], seed: int, *, most: int = 10_000, **members: Any) -> Game:
    """Return a game that was played at random until it is over, or has so many events."""
    random, seats = dice(seed), options.get("players", 2)
    names = [f"player-{seed}-{each}" for each in range(seats)]
    people = [User.objects.create_user(name, f"{name}@example.org") for name in names]
    game = services.game_create(
        user=people[0],
        wanted=services.NewTable(
            options=options, visibility="link", entropy=random.randbytes(32).hex(), **members
        ),
        source=CommandSource.API,
    )
    for person in people[1:]:
        entropy = random.randbytes(32).hex()
        game = services.seat_take(
            user=person, game_id=game.pk, entropy=entropy, source=CommandSource.API
        )
    seated = {a.number: people[names.index(str(a.user))] for a in game.assignments.all()}
    while not game.over and game.version < most:
        state = store.state_of(game)
        seat = random.choice(state.awaited)
        action = random.choice(list(islice(legal_actions(state, seat), CONSIDERED)))
        done = commands.play(
            Command(
                game_id=game.pk,
                by=seated[seat],
                source=CommandSource.API,
                key=str(game.version),
                actions=[as_json(action)],
                entropy=random.randbytes(32).hex() if random.random() < 0.7 else None,
            )
        )
        game = done.table.game
    return Game.objects.get(pk=game.pk)


def exported(game: Game, user: User | None = None) -> Any:
    """Return the export of a game, as somebody may see it."""
    return msgspec.json.decode(msgspec.json.encode(export(table_get(user=user, game_id=game.pk))))
