"""Golden streams: recorded games fold to the recorded states, on every machine."""

import gzip
import json
import os
import subprocess
import sys
from functools import cache
from itertools import chain
from pathlib import Path

import pytest

from illimat_core import SeededSource, advance, read_options
from illimat_core.editions import EDITIONS
from illimat_core.events import GameStarted, TurnPassed, wire
from tests.golden.coverage import missing, shown
from tests.golden.replay import play_again
from tests.golden.stream import (
    FOLDER,
    Golden,
    Line,
    digest,
    read,
    read_manifest,
    states,
    write_stream,
)
from tests.support.locales import PLACES
from tests.support.profiles import THOROUGH
from trials.dice import dice
from trials.random_games.players import Temper, choose, listed

GAMES = read_manifest()
SAMPLE = [each.game for each in GAMES[:: len(GAMES) // 12]]
ALL = [each.game for each in GAMES]
REFOLDED = REPLAYED = ALL if THOROUGH else SAMPLE


@cache
def stream(game: str) -> list[Line]:
    """Return the stream of a game, read once."""
    return read(game)


def test_there_are_at_least_200_games() -> None:
    assert len(GAMES) >= 200
    files = {path.name for path in FOLDER.glob("*.jsonl.gz")}
    assert files == {f"{each.game}.jsonl.gz" for each in GAMES}


@pytest.mark.no_cover  # of which measuring would take as long again
@pytest.mark.parametrize("golden", GAMES, ids=[each.game for each in GAMES])
def test_a_stream_folds_to_the_digests_that_were_recorded(golden: Golden) -> None:
    lines = stream(golden.game)
    events = [line.event for line in lines]
    for place, (line, state) in enumerate(zip(lines, states(events), strict=True), 1):
        told = f"after event {place}, {type(line.event).__name__}"
        assert digest(state) == line.digest, told
    assert state.over
    assert (len(events), digest(state)) == (golden.events, golden.digest)


@pytest.mark.no_cover  # of which measuring would take as long again
@pytest.mark.parametrize("golden", GAMES, ids=[each.game for each in GAMES])
def test_a_stream_is_written_again_as_it_is_stored(golden: Golden) -> None:
    with gzip.open(FOLDER / f"{golden.game}.jsonl.gz", "rt") as file:
        stored = [json.loads(text) for text in file]
    for recorded, line in zip(stored, stream(golden.game), strict=True):
        sent = wire.encode(line.event)
        assert json.loads(json.dumps([sent.type, sent.schema, sent.public, sent.secret])) == [
            recorded[name] for name in ("type", "schema", "public", "secret")
        ]
        assert list(sent.seen_by) == recorded["seen_by"]


@pytest.mark.no_cover  # of which measuring would take as long again
@pytest.mark.parametrize("game", REPLAYED)
def test_the_rules_still_lead_where_a_game_went(game: str) -> None:
    golden = next(each for each in GAMES if each.game == game)
    assert play_again(golden, [line.event for line in stream(game)]) == golden.events


@pytest.mark.parametrize("golden", GAMES, ids=[each.game for each in GAMES])
def test_the_manifest_names_the_options_that_were_played(golden: Golden) -> None:
    started = stream(golden.game)[0].event
    assert isinstance(started, GameStarted)
    assert started.options == read_options(golden.options)
    assert started.edition in EDITIONS


@pytest.mark.parametrize("game", SAMPLE)
def test_a_game_that_was_left_half_way_is_played_on(game: str) -> None:
    events = [line.event for line in stream(game)]
    turns = [
        state
        for event, state in zip(events, states(events), strict=True)
        if isinstance(event, TurnPassed) and state.players[event.seat].hand
    ]
    state, random = turns[len(turns) // 2], dice(int(game))
    while not state.over:
        seat = random.choice(state.awaited)
        action = choose(state, listed(state, seat), random, Temper(0.5))
        state, _ = advance(state, seat, action, SeededSource(b"on"))
    assert state.winners is not None


@cache
def features_of(game: str) -> set[str]:
    return shown([line.event for line in stream(game)])


@pytest.mark.slow
def test_the_games_show_everything_together() -> None:
    assert missing(chain.from_iterable(features_of(each.game) for each in GAMES)) == []
    for golden in GAMES:
        assert set(golden.shows) <= features_of(golden.game)


@pytest.mark.parametrize("feature", ["claimed rusalka", "end 32 rounds", "decision steal"])
def test_a_missing_feature_is_named(feature: str) -> None:
    others = [features_of(each.game) for each in GAMES if feature not in features_of(each.game)]
    assert feature in missing(chain.from_iterable(others))


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
def test_digests_are_the_same_everywhere(place: str, languages: dict[str, str]) -> None:
    told = subprocess.run(
        [sys.executable, "-O", "-m", "tests.golden.refold", *REFOLDED],
        cwd=Path(__file__).parents[2],
        env={"PATH": os.environ["PATH"], **languages, **PLACES[place]},
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert told.split() == [line.digest for game in REFOLDED for line in stream(game)]


def test_a_stream_is_stored_in_the_same_bytes_again(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = SAMPLE[0]
    events = [line.event for line in stream(game)]
    monkeypatch.setattr("tests.golden.stream.FOLDER", tmp_path)
    write_stream(game, events)
    again = (tmp_path / f"{game}.jsonl.gz").read_bytes()
    assert gzip.decompress(again) == gzip.decompress((FOLDER / f"{game}.jsonl.gz").read_bytes())
    assert again[4:8] == bytes(4)  # no modification time (RFC 1952, section 2.3.1)
