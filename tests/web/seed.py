"""Add people and games of theirs to the database of a running server; print the games' ids."""

import sys
from typing import Any

import django

django.setup()

from allauth.account.models import EmailAddress  # noqa: E402 - models need Django to be set up

from accounts.models import User  # noqa: E402
from games.actors import CommandSource  # noqa: E402
from games.making.services import NewTable, game_create  # noqa: E402
from games.models import Game  # noqa: E402
from tests.support.exports import play_game  # noqa: E402
from tests.support.service_games import ServiceGame  # noqa: E402

PASSWORD = "wheat-and-rye-7"


def person(name: str) -> User:
    """Return somebody who can log in; an earlier scene may have added them."""
    if user := User.objects.filter(handle=name).first():
        return user
    user = User.objects.create_user(name, f"{name}@example.org", PASSWORD)
    EmailAddress.objects.create(user=user, email=user.email, verified=True, primary=True)
    return user


def private() -> list[Game]:
    """Let ada and bob play three turns in a game that only they may see."""
    table = ServiceGame([person("ada"), person("bob")])
    for number in (3, 5, 8):
        table.play(number)
    Game.objects.filter(pk=table.id).update(visibility=Game.Visibility.PRIVATE)
    return [table.game]


def practising() -> list[Game]:
    """Let ada begin two games of one round against the house."""
    options = {"mode": "beginner", "players": 2, "rounds": 1}
    return [
        game_create(
            user=person("ada"),
            wanted=NewTable(options=options, house=["random"]),
            source=CommandSource.API,
        )
        for _ in range(2)
    ]


def whole() -> list[Game]:
    """Let ada, bob and cy begin a game of one round, with luminaries that ask for something."""
    luminaries = ["rake", "gambler", "forest_queen", "river"]
    people = [person(name) for name in ("ada", "bob", "cy")]
    return [ServiceGame(people, rounds=1, mode="standard", luminaries=luminaries).game]


def long() -> list[Game]:
    """Let ada and bob begin a game in which nobody is soon done."""
    return [ServiceGame([person("ada"), person("bob")]).game]


def gathering() -> list[Game]:
    """Let ada make a table for three, which bob can find."""
    person("bob")
    return [
        game_create(
            user=person("ada"),
            wanted=NewTable(options={"mode": "beginner", "players": 3}),
            source=CommandSource.API,
        )
    ]


def played_out() -> list[Game]:
    """Let two people play two rounds to their end."""
    return [play_game({"players": 2, "luminaries": "all", "rounds": 2}, 1)]


def modes() -> list[Game]:
    """Let ada begin a game of each mode that she can play without other people."""
    return [
        game_create(user=person("ada"), wanted=NewTable(**each), source=CommandSource.API)
        for each in ALONE
    ]


ALONE: list[dict[str, Any]] = [
    {"options": {"mode": "beginner", "players": 2, "rounds": 1}, "house": ["random"]},
    {
        "options": {"mode": "standard", "players": 4, "luminaries": "all", "rounds": 1},
        "house": ["random"] * 3,
    },
    {
        "options": {"mode": "standard", "players": 3, "luminaries": "all", "rounds": 1},
        "house": ["random"] * 2,
    },
    {"options": {"mode": "teams", "players": 4, "rounds": 1}, "house": ["random"] * 3},
    {"options": {"mode": "solitaire", "players": 1}},
    {"options": {"mode": "solo_fields", "players": 1}},
]
"""What makes a game of each mode, without other people."""

SCENES = {
    each.__name__: each for each in (private, practising, whole, long, gathering, modes, played_out)
}

if __name__ == "__main__":
    print(*(game.pk for game in SCENES[sys.argv[1]]()))
