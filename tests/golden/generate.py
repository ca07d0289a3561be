"""`python -m tests.golden.generate`: replace the golden games that changed rules have outdated.

A stream that is what the rules still make of its game stays unchanged, to the byte. In the place of
each of the others comes a new game, chosen by what the others do not show. That may be done until
the form of the log is frozen; from then on games are added, and none is ever changed.
"""

import sys
from collections.abc import Iterator
from itertools import chain, count
from typing import Any, Final, NamedTuple

from tests.golden.coverage import missing, shown, wanted
from tests.golden.replay import still_holds
from tests.golden.stream import (
    FOLDER,
    MANIFEST,
    Golden,
    read,
    read_manifest,
    write_manifest,
    write_stream,
)
from trials.dice import dice
from trials.jsons import Json
from trials.random_games.game import Game
from trials.random_games.options import random_options
from trials.random_games.players import Temper

GAMES: Final = 220
MAX_TRIES: Final = 5_000
LONGEST: Final = 700  # events; longer games only if they show something rare
GREEDY, TAKING = Temper(0.95), Temper(0.85)
LEAVING: Final = Temper(0.85, 0.05)


class Recipe(NamedTuple):
    """A search for games that show something rare, or several things at once."""

    features: set[str]
    options: Json
    temper: Temper = TAKING


def _rare(feature: str, options: Json, temper: Temper = TAKING) -> Recipe:
    return Recipe({feature}, options, temper)


class Chosen(NamedTuple):
    """A game worth keeping, and the features it was chosen for."""

    game: Game
    shows: list[str]


def _two(**more: Any) -> Json:
    return {"players": 2, "rounds": 1, "mode": "beginner"} | more


def _with(*luminaries: str, **more: Any) -> Json:
    """Return a short game with just these luminaries and three that do little."""
    fill = [name for name in ("maiden", "river", "drought") if name not in luminaries]
    return {
        "players": 3, "rounds": 1, "stars": "always", "luminaries": [*luminaries, *fill], **more,
    }  # fmt: skip


def _claimed(*luminaries: str) -> Recipe:
    """Return a short game in which all of four luminaries are claimed; for readers."""
    options = {"players": 3, "rounds": 1, "stars": "always", "luminaries": [*luminaries]}
    return Recipe({f"claimed {name}" for name in luminaries}, options, GREEDY)


RECIPES: Final = (
    _claimed("rake", "union", "loom", "river"),
    _claimed("astronomer", "butchers", "audience", "maiden"),
    _claimed("newborn", "rusalka", "saint_joan", "drought"),
    _claimed("echo", "changeling", "universe", "forest_queen"),
    _claimed("collective", "perfect_crime", "soldiers", "children"),
    _claimed("boat", "gambler", "island", "river"),
    _rare("end tie decided by luminaries", {"players": 4, "rounds": 1}),
    _rare("end tie decided by okuses", {"players": 4, "rounds": 1}),
    _rare("end tie decided by Fools", _two(players=4)),
    _rare("end tie shared", _two(players=3)),
    _rare("end tiebreak round", _two(tiebreak_round=True, target_score=3, rounds=None)),
    _rare("end 32 rounds", _two(target_score=1000, rounds=None)),
    _rare("end forfeit of the last opponent", {"players": 3, "luminaries": "all"}, LEAVING),
    _rare("end forfeit of a whole team", {"players": 4, "mode": "teams"}, LEAVING),
    _rare(
        "end win of a team that a partner left",
        {"players": 4, "mode": "teams", "rounds": 1},
        Temper(0.85, 0.02),
    ),
    _rare("end forfeit of a solo game", {"players": 1, "mode": "solitaire"}, LEAVING),
    _rare("end solitaire won", {"players": 1, "mode": "solitaire"}, Temper(0.97)),
    _rare("end solo_fields won", {"players": 1, "mode": "solo_fields", "target_score": 5}),
    _rare("end solo_fields lost", {"players": 1, "mode": "solo_fields", "rounds": 1}),
    _rare("decision fields_season", {"players": 1, "mode": "solo_fields", "stars": "always"}),
    _rare(
        "effect harsh_penalties: several frostbitten",
        {"players": 4, "rounds": 1, "harsh_penalties": True},
    ),
    _rare("effect full_harvest: four cards as one", _two(full_harvest=True)),
    _rare("effect harmonic_convergence = official: seats moved", {"players": 2}, GREEDY),
    _rare(
        "effect harmonic_convergence = pass_hands: hands moved",
        {"players": 2, "harmonic_convergence": "pass_hands"},
        GREEDY,
    ),
    _rare("effect perfect_crime = steal: an okus taken from an opponent", _with("perfect_crime")),
    _rare(
        "effect perfect_crime = return: an okus put back",
        _with("perfect_crime", perfect_crime="return"),
    ),
    _rare("effect universe_reach = any: two other fields", _with("universe"), GREEDY),
    _rare(
        "effect universe_reach = one: one other field",
        _with("universe", universe_reach="one"),
        GREEDY,
    ),
    _rare(
        "effect audience = spectator: named by a spectator",
        _with("audience", audience="spectator"),
    ),
    _rare("effect audience = spectator: named by chance", _with("audience", audience="spectator")),
    _rare("effect audience = sow: cards sown", _with("audience")),
    _rare("card Echo repeats sow", _with("echo"), Temper(0.6)),
    _rare("card Echo repeats harvest", _with("echo")),
    _rare("card Echo repeats stockpile", _with("echo"), Temper(0.6)),
    _rare("card Loom used before the play", _with("loom"), Temper(0.6)),
    _rare("card Loom used after the play", _with("loom"), Temper(0.6)),
    _rare("card Union: two cards as one", _with("union")),
    _rare("card Collective: three cards as one", _with("collective"), GREEDY),
    _rare("card Boat: groups of both fields", _with("boat"), GREEDY),
    _rare("card Newborn calls from the reserve", {"players": 2, "luminaries": "all"}),
    _rare("card River spares the frostbitten", {"players": 2, "rounds": 1}),
    _rare("claimed saint_joan", _with("saint_joan"), GREEDY),
    _rare("claimed rusalka", _with("rusalka"), GREEDY),
    _rare("decision butchers_claim", _with("butchers")),
)


def rare_games(already: set[str]) -> Iterator[Chosen]:
    """Yield for each recipe the first game that shows its features."""
    for recipe in RECIPES:
        if recipe.features <= already:
            continue
        for seed in range(MAX_TRIES):
            game = Game(recipe.options, seed, temper=recipe.temper).play()
            features = shown(game.events)
            if recipe.features <= features:
                new = sorted(features - already)
                already |= features
                yield Chosen(game, new)
                break
        else:
            print(f"No game found that shows: {recipe.features}")


def any_games(already: set[str], played: set[int]) -> Iterator[Chosen]:
    """Yield random games with random options, without end."""
    for seed in (seed for seed in count(1_000_000) if seed not in played):
        game = Game(random_options(dice(seed)), seed).play()
        if len(game.events) > LONGEST:
            continue
        features = shown(game.events)
        new = sorted(features - already)
        already |= features
        yield Chosen(game, new)


def main() -> None:
    """Choose games, write their streams, and exit with 1 if a required feature is missing."""
    recorded = read_manifest() if MANIFEST.exists() else []
    games = {golden.game: golden for golden in recorded if still_holds(golden)}
    already: set[str] = set()
    for name in games:
        already |= shown([line.event for line in read(name)])
    free = [name for number in range(1, GAMES + 1) if (name := f"{number:03}") not in games]
    played = {golden.seed for golden in games.values()}
    FOLDER.mkdir(exist_ok=True)
    chosen = chain(rare_games(already), any_games(already, played))
    for name, (game, shows) in zip(free, chosen, strict=False):
        last = write_stream(name, game.events)
        games[name] = Golden(name, game.options, game.seed, len(game.events), last, shows)
        print(f"{name}  {len(game.events):5} events  {', '.join(shows[:3])}", flush=True)
    write_manifest(games[name] for name in sorted(games))
    print(f"{len(games) - len(free)} games are as they were")
    absent = missing(already)
    print(f"{len(wanted()) - len(absent)} of {len(wanted())} things wanted are shown")
    sys.exit(f"Missing: {', '.join(absent)}" if absent else 0)


if __name__ == "__main__":
    main()
