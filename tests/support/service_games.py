"""A game that people play by calling the services, as the API lets them."""

import uuid
from typing import Any

from django.db import transaction

from accounts.models import User
from games.actors import CHANCE, CommandSource
from games.making.services import NewTable, game_create, game_start, seat_leave, seat_take
from games.models import Game
from games.play import recorder
from games.play.commands import Command, play
from games.stream import store
from illimat_core import Event, SeededSource, State, advance, as_json, fold, legal_actions


class ServiceGame:
    """A running game of `people`, in beginner mode.

    Somebody else set up the table, so that all players get mails about it.
    """

    def __init__(
        self, people: list[User], *, leavers: str = Game.Leavers.SUBSTITUTE, **options: Any
    ) -> None:
        options = {"mode": "beginner", "players": len(people), **options}
        name = f"host-{uuid.uuid4().hex[:12]}"
        host = User.objects.create_user(name, f"{name}@example.org")
        by_hand = Game.Start.BY_HAND
        self.id = game_create(
            user=host,
            wanted=NewTable(options=options, start=by_hand, leavers=leavers),
            source=CommandSource.API,
        ).pk
        seat_leave(user=host, game_id=self.id)
        for user in people:
            seat_take(user=user, game_id=self.id, source=CommandSource.API)
        if len(people) == options["players"]:
            game_start(user=host, game_id=self.id, source=CommandSource.API)

    @property
    def game(self) -> Game:
        return Game.objects.get(pk=self.id)

    @property
    def state(self) -> State:
        return store.state_of(self.game)

    def person(self, seat: int) -> User:
        user = self.game.assignments.get(number=seat).user
        assert user is not None
        return user

    @property
    def awaited(self) -> User:
        seat = self.state.awaited[0]
        assert seat is not None
        return self.person(seat)

    def play(self, number: int = 0) -> None:
        """Let who is awaited take one of the legal actions."""
        seat = self.state.awaited[0]
        actions = list(legal_actions(self.state, seat))
        self.submit(self.awaited, as_json(actions[number % len(actions)]))

    def forfeit(self, user: User) -> None:
        self.submit(user, {"type": "forfeit"})

    def submit(self, user: User, *actions: dict[str, Any]) -> None:
        """Submit actions as of now."""
        play(Command(self.id, user, CommandSource.API, str(uuid.uuid4()), actions))

    def finish(self) -> None:
        """Play to the end; only the last action is a command of its own."""
        state = before = self.state
        source, played, number = SeededSource(b"finish"), list[list[Event]](), 0
        while not state.over:
            number += 7
            seat = state.awaited[0]
            actions = list(legal_actions(state, seat))
            action = actions[number % len(actions)]
            state, events = advance(state, seat, action, source)
            played.append(events)
        with transaction.atomic():
            game = Game.objects.select_for_update().get(pk=self.id)
            seats = list(game.assignments.order_by("number"))
            events = [event for each in played[:-1] for event in each]
            recorder.append(
                game,
                seats,
                recorder.Advance(before, fold(events, before), events),
                actor=CHANCE,
                source=CommandSource.API,
            )
        self.submit(self.awaited, as_json(action))
