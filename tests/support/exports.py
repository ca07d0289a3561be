"""Exports of games and seasons that are played at random."""

from collections.abc import Mapping
from itertools import islice
from typing import Any

import msgspec
from rest_framework.test import APIClient

from accounts.models import User
from games.actors import CommandSource
from games.models import Game
from games.outputs.deals import export
from games.play import commands
from games.play.commands import Command
from games.reading.tables import table_get
from games.stream import store
from illimat_core import as_json, legal_actions
from leagues.season import draw
from leagues.stream import events, stored_standings
from tests.leagues.stored import appended, random_events, sealed
from trials.dice import dice
from trials.people import seat_people

CONSIDERED = 40
"""How many legal actions the players choose from."""


def play_game(options: Mapping[str, Any], seed: int, *, most: int = 10_000, **members: Any) -> Game:
    """Return a game of people who contribute to chance, over or with that many events."""
    random, seats = dice(seed), options.get("players", 2)
    names = [f"player-{seed}-{each}" for each in range(seats)]
    people = [User.objects.create_user(name, f"{name}@example.org") for name in names]
    entropy = [random.randbytes(32).hex() for _ in people]
    game = seat_people(people, options, entropy, visibility="link", **members)
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


def export_game(game: Game, user: User | None = None) -> Any:
    """Return the export of a game, as somebody may see it."""
    return msgspec.json.decode(msgspec.json.encode(export(table_get(user=user, game_id=game.pk))))


def play_season(seed: int) -> str:
    """Play a random season, with an odd seed to its end, and return its address."""
    season = sealed(f"League {seed}")
    happened = random_events(season, seed, groups=2)
    season = appended(season, *happened.before)
    season = appended(season, *happened.after)
    if seed % 2:
        revealed = events.SeedRevealed(revealed=draw.reveal(season.pk))
        over = events.SeasonFinished(order=stored_standings.final_order(season))
        season = appended(season, over, revealed)
    return f"/api/v1/seasons/{season.pk}"


def export_season(seed: int = 3) -> Any:
    """Return the export of a season that was played to its end; the seed is odd."""
    reader = User.objects.create_user(f"reader-{seed}", f"reader-{seed}@example.org")
    return got(reader, f"{play_season(seed)}/export.json")


def client_of(user: User) -> APIClient:
    client = APIClient()
    client.force_login(user)
    return client


def got(user: User, path: str) -> Any:
    answer = client_of(user).get(path)
    assert answer.status_code == 200, answer.content
    return answer.json()
