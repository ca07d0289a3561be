"""A client written from docs/api.md alone plays whole games from the menu."""

from collections import Counter
from random import Random

import msgspec
import pytest

from illimat_core import menu, observe
from illimat_core.console.session import ConsoleSession, new_session
from illimat_core.modes import MODES
from tests.clients.from_documents.client import Composer, Json
from trials.dice import dice
from trials.random_games.options import random_options

ASKED = {
    "turn", "echo", "after_play", "changeling_claim", "forest_queen_claim", "astronomer", "gambler",
    "audience", "audience_spectator", "perfect_crime_claim", "butchers_claim",
}  # fmt: skip
GAMES = 16  # of each mode


def play(options: Json, seed: int) -> Counter[str]:
    """Play a round with actions composed from menus, and count the kinds of decisions."""
    session, random = new_session(options, bytes([seed])), dice(seed)
    asked = Counter[str]()
    while not session.state.over and session.state.round == 1:
        seat = random.choice(session.state.awaited)
        game = shown(session, seat)
        asked[game["menu"]["decision"]] += 1
        session, _ = session.apply(
            seat, Composer(random, game).action()
        )  # a refusal would be raised
    return asked


def shown(session: ConsoleSession, seat: int | None) -> Json:
    """Return a game as the API shows it."""
    view = observe(session.state, seat)
    told = {"menu": menu(session.state, seat), "view": view, "options": view.options}
    found: Json = msgspec.json.decode(msgspec.json.encode(told))
    return found


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
def test_every_mode_is_played_from_the_menu_without_a_refusal(mode: str) -> None:
    for seed in range(GAMES):
        play(of_mode(mode, dice(seed)), seed)


@pytest.mark.slow
def test_all_that_may_be_asked_is_answered_from_the_menu() -> None:
    asked = Counter[str]()
    for seed in range(200):
        asked += play(of_mode("standard", dice(seed)), seed % 256)
        if set(asked) >= ASKED:
            return
    pytest.fail(f"Nobody was asked {ASKED - set(asked)}.")


def of_mode(mode: str, random: Random) -> Json:
    """Draw options of a mode, with all its luminaries."""
    while (options := random_options(random))["mode"] != mode:
        pass
    if mode in {"standard", "teams", "solo_fields"}:
        options |= {"luminaries": "all", "stars": "always"}
    return options
