"""People of a new database, who are logged in and sit down at games.

`python -m trials.people COUNT` creates the tables and COUNT people, and prints them as JSON.
Their sessions are created without a password, because hashing one takes longer than a game.
"""

import json
import sys
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

import django
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.management import call_command

if TYPE_CHECKING:
    from accounts.models import User
    from games.models import Game


def create_tables() -> None:
    """Set Django up, and create the tables of a new database."""
    django.setup()
    call_command("migrate", verbosity=0)


def make(count: int, name: str = "player") -> list[dict[str, str]]:
    """Return handles, addresses and session tokens of new people, called `name` and a number."""
    from accounts.models import User  # noqa: PLC0415 - after the setup
    from accounts.sessions import SessionStore  # noqa: PLC0415 - likewise

    people = []
    for number in range(count):
        user = User.objects.create_user(f"{name}{number}", f"{name}{number}@example.org")
        session = SessionStore()
        session[SESSION_KEY] = str(user.pk)
        (session[BACKEND_SESSION_KEY],) = settings.AUTHENTICATION_BACKENDS
        session[HASH_SESSION_KEY] = user.get_session_auth_hash()
        session.save()
        token = session.session_key or ""
        people.append({"handle": user.handle, "email": user.email, "token": token})
    return people


def seat_people(
    people: "Sequence[User]",
    options: Mapping[str, Any],
    entropy: Sequence[str] = (),
    **wishes: Any,
) -> "Game":
    """Return a new game, which the first of these people makes and at which the others sit down.

    `entropy` are their contributions to chance; `wishes` are members of `NewTable`.
    """
    from games.actors import CommandSource  # noqa: PLC0415 - after the setup
    from games.making.services import NewTable, game_create, seat_take  # noqa: PLC0415 - likewise

    given = list(entropy) or [""] * len(people)
    source = CommandSource.API
    wanted = NewTable(options=options, entropy=given[0], **wishes)
    game = game_create(user=people[0], wanted=wanted, source=source)
    for user, own in zip(people[1:], given[1:], strict=True):
        game = seat_take(user=user, game_id=game.pk, source=source, entropy=own)
    return game


if __name__ == "__main__":
    create_tables()
    print(json.dumps(make(int(sys.argv[1]))))
