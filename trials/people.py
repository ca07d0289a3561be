"""Creates the tables and COUNT logged-in players: `python -m trials.people COUNT`.

It prints the players as JSON. Their sessions are created without a password, because hashing one
takes longer than a game.
"""

import json
import sys

import django
from django.conf import settings
from django.contrib.auth import BACKEND_SESSION_KEY, HASH_SESSION_KEY, SESSION_KEY
from django.core.management import call_command


def make(count: int, name: str = "player") -> list[dict[str, str]]:
    """Return the handles, addresses and session tokens of so many new people.

    Their handles are `name` and a number.
    """
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


if __name__ == "__main__":
    django.setup()
    call_command("migrate", verbosity=0)
    print(json.dumps(make(int(sys.argv[1]))))
