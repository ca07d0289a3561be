"""Two people log in, sit down and play a game of beginners to its end, as `play.ts` does.

The package `illimat_client` was made of openapi.json by openapi-python-client, and mypy looks at
this program together with it. Reads where the server is and who plays from standard input, and
prints how the game ended.
"""

import json
import random
import sys
from typing import Any
from uuid import UUID, uuid4

from illimat_client import AuthenticatedClient, Client
from illimat_client.api.log_in import auth_login_post
from illimat_client.api.playing import actions_submit, legal_actions_list
from illimat_client.api.tables import game_get, game_join, games_create
from illimat_client.models import (
    ActionPage,
    ActionsRequest,
    AuthAuthenticatedResponse,
    AuthLogin,
    Game,
    Harvest,
    Options,
    Played,
    Problem,
    SeatRequest,
    StateEnum,
    TableRequest,
    VisibilityEnum,
)


def log_in(url: str, email: str, password: str) -> AuthenticatedClient:
    """Return a client that sends somebody's session token."""
    credentials = AuthLogin(email=email, password=password)
    answer = auth_login_post.sync(client=Client(url), body=credentials)
    assert isinstance(answer, AuthAuthenticatedResponse), answer
    token = answer.meta.session_token
    assert isinstance(token, str)
    return AuthenticatedClient(url, token, prefix="", auth_header_name="X-Session-Token")


def look(client: AuthenticatedClient, game_id: UUID) -> Game:
    game = game_get.sync(game_id, client=client)
    assert isinstance(game, Game), game
    return game


def act(client: AuthenticatedClient, game_id: UUID) -> None:
    """Take as much as possible; with a stale version first, which must be refused."""
    listed = legal_actions_list.sync(game_id, client=client, limit=100)
    assert isinstance(listed, ActionPage), listed
    most = max(gain(action) for action in listed.results)
    choices = [action for action in listed.results if gain(action) == most]
    action = random.choice(choices)  # noqa: S311 - nobody gains by guessing it

    def submit(version: int) -> Played | Problem | None:
        wish = ActionsRequest(expected_version=version, action=action)
        return actions_submit.sync(game_id, client=client, body=wish, idempotency_key=str(uuid4()))

    stale = submit(listed.version - 1)
    assert isinstance(stale, Problem), stale
    assert (stale.code, stale.current_version) == ("stale_version", listed.version)
    played = submit(listed.version)
    assert isinstance(played, Played), played


def gain(action: object) -> int:
    """Return how many items an action takes, so that the game does not last."""
    return len(action.take) if isinstance(action, Harvest) else 0


def play(clients: list[AuthenticatedClient]) -> dict[str, Any]:
    """Play a game, and return how it ended."""
    host, *guests = clients
    options = Options.from_dict({"mode": "beginner", "players": len(clients), "target_score": 1})
    wish = TableRequest(options=options, visibility=VisibilityEnum.LINK)
    table = games_create.sync(client=host, body=wish)
    assert isinstance(table, Game), table
    for guest in guests:
        joined = game_join.sync(table.id, client=guest, body=SeatRequest())
        assert isinstance(joined, Game), joined
    actions = 0
    while (game := look(host, table.id)).state is StateEnum.RUNNING:
        awaited = next(client for client in clients if look(client, table.id).you.awaited)
        act(awaited, table.id)
        actions += 1
    ended = {"id": str(game.id), "state": game.state.value, "winners": game.winners}
    return ended | {"version": game.version, "actions": actions}


if __name__ == "__main__":
    task = json.load(sys.stdin)
    print(json.dumps(play([log_in(task["url"], **person) for person in task["people"]])))
