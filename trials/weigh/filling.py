"""Fills the database of a weighed server: `python -m trials.weigh.filling`.

Four people play a game with luminaries for a while. It prints, as JSON, the game, the session of
whose turn it is, and the draft of a play of theirs.
"""

import json
from typing import Any, Final
from uuid import uuid4

from illimat_core import State, as_json, menu
from trials.dice import dice
from trials.people import create_tables, make, seat_people
from trials.random_games.players import Temper, choose, listed

EVENTS: Final = 150
OPTIONS: Final = {"mode": "standard", "players": 4, "luminaries": "all"}
GREEDY: Final = Temper(0.9)


def main() -> None:
    create_tables()
    print(json.dumps(_filled()))


def _filled() -> dict[str, Any]:
    from accounts.models import User  # noqa: PLC0415 - after the setup
    from games.actors import CommandSource  # noqa: PLC0415 - likewise
    from games.models import Game  # noqa: PLC0415 - likewise
    from games.play.commands import Command, play  # noqa: PLC0415 - likewise
    from games.stream import store  # noqa: PLC0415 - likewise

    people, random = make(4), dice(1)
    users = [User.objects.get(handle=each["handle"]) for each in people]
    game = seat_people(users, OPTIONS)
    while True:
        game = Game.objects.get(pk=game.pk)
        state = store.state_of(game)
        seat = state.awaited[0]
        seats = {each.number: each.user for each in game.assignments.all()}
        own = seats[seat] or users[0]
        if game.version > EVENTS and (draft := _draft(state)):
            session = people[users.index(own)]["token"]
            return {"game": str(game.pk), "session": session, "draft": draft}
        action = as_json(choose(state, listed(state, seat), random, GREEDY))
        play(Command(game.pk, own, CommandSource.WEB, str(uuid4()), (action,)))


def _draft(state: State) -> str:
    """Return the query of a harvest that may be chosen, if there is one."""
    offered = menu(state, state.awaited[0]) if state.pending is None else None
    plays = offered.plays if offered else []
    found = next((play for play in plays if play.harvest and len(play.cards) == 1), None)
    return f"?card={found.cards[0]}&field={found.field}" if found else ""


if __name__ == "__main__":
    main()
