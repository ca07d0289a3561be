"""Add two people and a game of theirs to the database of a running server; print the game's id."""

import django

django.setup()

from allauth.account.models import EmailAddress  # noqa: E402 - models need Django to be set up

from accounts.models import User  # noqa: E402
from games.models import Game  # noqa: E402
from tests.notifications.table import ServiceGame  # noqa: E402

PASSWORD = "wheat-and-rye-7"


def seed() -> ServiceGame:
    """Let ada and bob play three turns in a game that only they may see."""
    people = [
        User.objects.create_user(name, f"{name}@example.org", PASSWORD) for name in ("ada", "bob")
    ]
    for user in people:
        EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    table = ServiceGame(people)
    for number in (3, 5, 8):
        table.play(number)
    Game.objects.filter(pk=table.id).update(visibility=Game.Visibility.PRIVATE)
    return table


if __name__ == "__main__":
    print(seed().id)
