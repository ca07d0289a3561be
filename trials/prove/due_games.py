"""Makes games whose deadlines pass soon: `python -m trials.prove.due_games COUNT`.

It makes PACE games a second, with TIME for each decision, and prints each as a line of JSON. On a
busy machine it makes fewer, so that as many deadlines pass as the machine can handle. One game in
EXCUSING excuses a missed decision; in the others the seat is opened.

Each person sits in about 2 * GAMES_EACH games. If there were few people for many games, the mails
to each would be merged, and clocks that wait for a mail to leave would be looked at all the time.
"""

import sys
import time
from typing import TYPE_CHECKING

import django
import msgspec
from django.db import transaction

from trials.people import make, seat_people
from trials.prove.player import Person

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from accounts.models import User

PACE = 20  # games a second
TIME = 8  # seconds for each decision
EXCUSING = 10
GAMES_EACH = 10
OPTIONS = {"mode": "beginner", "players": 2}


class DueGame(msgspec.Struct):
    """A game, the seat that is awaited first, who sits there, and until when.

    `deadline` is in microseconds since 1970, by the database's clock.
    """

    game: str
    seat: int
    person: Person
    deadline: int


def main() -> None:
    django.setup()
    from accounts.models import User  # noqa: PLC0415 - after the setup

    count = int(sys.argv[1])
    made = msgspec.convert(make(max(2, count // GAMES_EACH), "due"), list[Person])
    people = {person.handle: person for person in made}
    users = list(User.objects.filter(handle__in=people).order_by("pk"))
    began = time.monotonic()
    for number in range(count):
        time.sleep(max(0, began + number / PACE - time.monotonic()))
        print(msgspec.json.encode(_make(users, people, number)).decode(), flush=True)


@transaction.atomic
def _make(users: "Sequence[User]", people: "Mapping[str, Person]", number: int) -> DueGame:
    """Make a game; the player to move counts as told at once, and gets no mail."""
    from games.clocks.controls import PerDecision  # noqa: PLC0415 - likewise
    from games.clocks.spans import SECOND  # noqa: PLC0415 - likewise
    from games.models import SeatAssignment  # noqa: PLC0415 - likewise
    from games.time.notified import note_notified  # noqa: PLC0415 - likewise
    from illimat_core.sealing import microseconds  # noqa: PLC0415 - likewise
    from notifications.sending.outbox import notices_withdraw  # noqa: PLC0415 - likewise

    players = [users[(number + seat) % len(users)] for seat in range(2)]
    excuses = int(number % EXCUSING == 0)
    clock = PerDecision(TIME * SECOND)
    game = seat_people(players, OPTIONS, visibility="link", clock=clock, excuses=excuses)
    awaited = SeatAssignment.objects.select_related("user").get(game=game, awaited=True)
    if awaited.number is None or awaited.user is None:
        raise RuntimeError("somebody sits on every seat of a game that has begun")
    note_notified(game_id=game.pk, seat=awaited.number)
    notices_withdraw(game=game, people=[player.pk for player in players])
    deadline = microseconds(game.moved_at) + TIME * SECOND
    return DueGame(str(game.pk), awaited.number, people[awaited.user.handle], deadline)


if __name__ == "__main__":
    main()
