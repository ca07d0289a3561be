"""Random seasons whose exports are read, as a program would."""

from typing import Any

from rest_framework.test import APIClient

from accounts.models import User
from leagues.season import draw
from leagues.stream import events, stored_standings
from tests.leagues.stored import appended, random_events, sealed


def played(seed: int) -> str:
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


def finished(seed: int = 3) -> Any:
    """Return the export of a season that was played to its end; the seed is odd."""
    reader = User.objects.create_user(f"reader-{seed}", f"reader-{seed}@example.org")
    return got(reader, f"{played(seed)}/export.json")


def client_of(user: User) -> APIClient:
    client = APIClient()
    client.force_login(user)
    return client


def got(user: User, path: str) -> Any:
    answer = client_of(user).get(path)
    assert answer.status_code == 200, answer.content
    return answer.json()
