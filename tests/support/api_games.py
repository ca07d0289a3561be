"""Games played through the API, situations that several tests need, and time that passes."""

import uuid
from datetime import timedelta
from itertools import islice
from typing import Any

from django.db.models import F

from games.actors import CommandSource
from games.models import Game, StoredEvent
from games.models.timers import Timer, TurnNotice
from games.play.commands import Command, play
from games.seeds import GameSeed
from games.stream import store
from games.time.notified import note_person_notified
from games.workers import house_choices, timers
from illimat_core import Event, State, as_json, fold, legal_actions
from illimat_core.sealing import SealedEvent
from tests.support.people import Person
from tests.support.playing import in_json

GAMES = "/api/v1/games"
SECRET_BYTES = "ab" * 32  # a person's contribution to chance


class ApiGame:
    """A game played through the API, in beginner mode; its players in the order they sat down."""

    def __init__(self, people: list[Person], *, seats: int = 0, **members: Any) -> None:
        self.people = people
        options = {"mode": "beginner", "players": seats or len(people)} | members.pop("options", {})
        made = people[0].post(GAMES, {"options": options, "visibility": "link", **members})
        assert made.status_code == 201, made.content
        self.id = uuid.UUID(made.json()["id"])
        self.path = f"{GAMES}/{self.id}"
        for person in people[1:]:
            joined = person.post(f"{self.path}/seats")
            assert joined.status_code == 200, joined.content

    @property
    def game(self) -> Game:
        """The game's row, read anew."""
        return Game.objects.get(pk=self.id)

    @property
    def seed(self) -> bytes:
        return bytes(GameSeed.objects.get(game=self.id).seed)

    @property
    def state(self) -> State:
        """The state of the game, including everything hidden."""
        return store.state_of(self.game)

    @property
    def rows(self) -> list[SealedEvent]:
        return [row for row, _ in store.read(self.game)]

    @property
    def events(self) -> list[Event]:
        return [event for _, event in store.read(self.game)]

    @property
    def folded(self) -> State:
        """The fold of its events, computed without a cache."""
        return fold(self.events)

    def on_seat(self, seat: int | None) -> Person:
        user_id = self.game.assignments.get(number=seat).user_id
        return next(person for person in self.people if person.user.pk == user_id)

    @property
    def awaited(self) -> Person:
        return self.on_seat(self.game.awaited[0])

    @property
    def others(self) -> list[Person]:
        """The people whose turn it is not."""
        return [person for person in self.people if person is not self.awaited]

    def choices(self) -> list[dict[str, Any]]:
        """Return the first hundred actions of the seat to move."""
        state = self.state
        found = islice(legal_actions(state, state.awaited[0]), 100)
        return [in_json(as_json(action)) for action in found]

    def play(self, number: int = -1, **members: Any) -> Any:
        """Submit one of these actions for the person whose turn it is, and return the answer."""
        choices = self.choices()
        action = choices[number % len(choices)]
        answer = self.act(self.awaited, action, **members)
        assert answer.status_code == 200, answer.content
        return answer

    def act(self, person: Person, action: Any, **members: Any) -> Any:
        """Submit an action of a person on the current version, with a fresh key."""
        key = members.pop("key", str(uuid.uuid4()))
        body = {"expected_version": self.game.version, "action": action, **members}
        return person.post(f"{self.path}/actions", body, key)

    def forfeit(self, person: Person) -> None:
        """Put the hand of a person out of play, whatever the table's rule for leavers."""
        by, key = person.user, str(uuid.uuid4())
        play(Command(self.id, by, CommandSource.API, key, [{"type": "forfeit"}]))


MOMENTS = {"opened", "since", "start", "end", "at", "moved_at"}
MICROSECOND = timedelta(microseconds=1)
ONE_DAY = {"clock": "one_day"}


def seated(**members: Any) -> ApiGame:
    """Return a game of two with a day for each decision, whose player to move was notified."""
    table = ApiGame([Person(), Person()], **{**ONE_DAY, **members})
    tell(table)
    return table


def tell(table: ApiGame) -> None:
    """Note that the notice of a turn has been sent."""
    note_person_notified(game_id=table.id, user_id=table.awaited.user.pk)


def missed(table: ApiGame) -> list[str]:
    """Return the reason of each decision that was missed."""
    types = StoredEvent.objects.filter(game=table.id, type="DecisionMissed")
    return ["excused" if "excused" in row.public else "out_of_time" for row in types.order_by("pk")]


def practice(person: Person, *levels: str, **members: Any) -> ApiGame:
    """Return a practice game against house players of some levels."""
    return ApiGame([person], seats=len(levels) + 1, house=levels, visibility="link", **members)


def practised(person: Person, *levels: str) -> ApiGame:
    table = practice(person, *levels)
    sweep_all()
    table.play()
    return table


def own_seat(table: ApiGame, person: Person) -> int:
    number = table.game.assignments.get(user=person.user).number
    assert number is not None
    return number


def pass_by(table: ApiGame, time: timedelta) -> None:
    """Let everything in a game have happened earlier by some time.

    Only the recorded events stay as they are: they cannot be changed.
    """
    game = table.game
    clock = _earlier(game.clock, time // MICROSECOND)
    Game.objects.filter(pk=game.pk).update(clock=clock, moved_at=F("moved_at") - time)
    sooner = {name: F(name) - time for name in ("due_at", "remind_at")}
    Timer.objects.filter(game=game).update(**sooner)
    notices = TurnNotice.objects.filter(game=game)
    notices.update(**{name: F(name) - time for name in ("left_at", "held_at", "held_until")})
    for notice in notices:
        notice.again = [moment - time // MICROSECOND for moment in notice.again]
        notice.save(update_fields=["again"])


def sweep_all() -> None:
    """Fire all timers that are due, and let the house play where it is due."""
    timers.sweep()
    house_choices.sweep()
    timers.sweep()


def _earlier(value: Any, by: int) -> Any:
    if isinstance(value, dict):
        return {
            name: part - by if name in MOMENTS and part else _earlier(part, by)
            for name, part in value.items()
        }
    return [_earlier(part, by) for part in value] if isinstance(value, list) else value
