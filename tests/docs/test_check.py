"""The checker for players accepts fair games, and finds each kind of tampering."""

import json
from collections.abc import Callable
from copy import deepcopy
from functools import cache
from hashlib import sha256
from pathlib import Path
from tempfile import NamedTemporaryFile
from typing import Any

import pytest

from illimat_core import sealing
from leagues.contest import lots
from tests.support.fair_deal import check
from tests.support.sealed_games import Export, SealedGame, reseal

WRONG: list[Any] = [None, 1, "x", [], {}, [[]], {"a": {}}, "\ud800", 1.5, [None], ["seats"]]
Tampering = Callable[[Export], object]


@cache
def _game(seed: int = 1, *, old: bool = False, persist: bool = False) -> SealedGame:
    own = "all" if persist else "false_baron"
    options = {"players": 2 + seed % 3, "luminaries": own, "luminaries_persist": persist}
    return SealedGame(options | {"rounds": 2}, seed, old=old)


def _found(file: Export, *, head: str | None = None, entropy: str | None = None) -> Any:
    heads, entropies = [head] if head else [], [entropy] if entropy else []
    with NamedTemporaryFile("w") as export:
        json.dump(file, export)
        export.flush()
        return check.Check(export.name, heads, entropies)


def _faults(file: Export, **known: str) -> list[str]:
    return _found(file, **known).faults  # type: ignore[no-any-return]


def _tampered(tamper: Tampering, *, upto: int | None = None, resealed: bool = False) -> list[str]:
    file = deepcopy(_game().export(0, upto))
    tamper(file)
    return _faults(reseal(file) if resealed else file)


def _in_play() -> int:
    """Return a version in the middle of the second round."""
    game = _game()
    scored = next(row.sequence for row in game.rows if row.type == "RoundScored")
    later = [version for version in game.commands if version > scored]
    return later[len(later) // 2]


def _event(file: Export, kind: str, at: int = 0) -> dict[str, Any]:
    return [event for event in file["events"] if event["type"] == kind][at]  # type: ignore[no-any-return]


def _change_public(event: dict[str, Any], change: Callable[[dict[str, Any]], object]) -> None:
    public = json.loads(event["public"])
    change(public)
    event["public"] = sealing.canonical(public)


def _change_part(event: dict[str, Any], change: Callable[[dict[str, Any]], object]) -> None:
    part = json.loads(event["private"][0])
    change(part["part"])
    event["private"] = [sealing.canonical(part)]


@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("old", [False, True], ids=["with roots", "from before"])
@pytest.mark.parametrize("persist", [False, True], ids=["new luminaries", "luminaries persist"])
def test_a_fair_game_passes_at_its_end_and_in_play(seed: int, old: bool, persist: bool) -> None:
    game = _game(seed, old=old, persist=persist)
    assert _faults(game.export()) == []
    for viewer in (None, 0):
        for upto in game.commands[:: len(game.commands) // 5]:
            assert _faults(game.export(viewer, upto)) == []


def test_what_players_know_from_elsewhere_is_found_in_a_fair_game() -> None:
    file = _game().export()
    own = file["events"][0]["entropy"][64:128]
    assert _faults(file, head=file["events"][7]["hash"], entropy=own) == []


def test_a_game_in_play_says_what_cannot_be_checked_yet() -> None:
    notes = _found(_game().export(0, _in_play())).notes
    assert sum(line.startswith("Not yet checked") for line in notes) >= 2  # deck, luminaries


def _exchange_cards(file: Export) -> None:
    def exchange(public: dict[str, Any]) -> None:
        fields = public["fields"]
        fields[0][0], fields[1][0] = fields[1][0], fields[0][0]

    _change_public(_event(file, "RoundDealt", -1), exchange)


def _exchange_drawn_card(file: Export) -> None:
    _change_part(_event(file, "HandDrawn"), lambda part: part.update(cards=["FSp"]))


def _deal_from_elsewhere(file: Export) -> None:
    _change_part(_event(file, "RoundDealt"), lambda part: part["deck"].reverse())


def _ignore_entropy(file: Export) -> None:
    file["events"][0]["entropy"] = "00" * 64


def _add_entropy(file: Export) -> None:
    """Add bytes of the server's in the last play."""
    last = [event for event in file["events"] if event["entropy"]][-1]
    last["entropy"] += "00" * 32


def _take_first_dealer(file: Export) -> None:
    other = {0: 1, 1: 2, 2: 0}
    event = _event(file, "FirstDealerDrawn")
    _change_public(event, lambda public: public.update(seat=other[public["seat"]]))


def _take_other_root(file: Export) -> None:
    root = "0" * 64
    _change_public(_event(file, "RoundDealt"), lambda public: public.update(deck_root=root))


def _take_other_luminary(file: Export) -> None:
    _change_part(_event(file, "RoundDealt"), lambda part: part["luminaries"].reverse())


def _splice(file: Export) -> None:
    file["events"][9:] = deepcopy(_game(4).export()["events"][9 : len(file["events"])])


CHANGES: list[Tampering] = [
    _exchange_cards,
    _exchange_drawn_card,
    _deal_from_elsewhere,
    _ignore_entropy,
    _add_entropy,
    _take_first_dealer,
    _take_other_root,
    _take_other_luminary,
]


@pytest.mark.parametrize("resealed", [False, True], ids=["as it is", "resealed"])
@pytest.mark.parametrize("tamper", CHANGES)
def test_a_changed_draw_is_found(tamper: Tampering, resealed: bool) -> None:
    assert _tampered(tamper, resealed=resealed)


@pytest.mark.parametrize(
    "tamper",
    [
        lambda file: file["events"].pop(20),
        lambda file: file["events"].insert(20, deepcopy(file["events"][20])),
        lambda file: file["events"].insert(20, file["events"].pop(21)),
        lambda file: file["events"][20].update(recorded_at=file["events"][20]["recorded_at"] ^ 1),
        lambda file: file["events"][20].update(hash="0" * 64),
        _splice,
        lambda file: file["events"].pop(),
    ],
    ids=["dropped", "inserted", "reordered", "one bit", "a hash", "spliced", "tail cut"],
)
def test_a_changed_log_is_found(tamper: Tampering) -> None:
    assert _tampered(tamper)


def test_a_log_that_was_cut_or_resealed_lacks_the_head_of_a_mail() -> None:
    game = _game()
    cut = game.export(0, _in_play())
    assert _faults(cut) == []
    assert _faults(cut, head=game.rows[-1].hash)


def test_ones_own_entropy_must_be_listed() -> None:
    assert _faults(_game().export(), entropy="ab" * 32)


@pytest.mark.parametrize("scope", ["seats", "1", "2", "luminaries/1"])
def test_secrets_must_be_there_and_fit_their_commitments(scope: str) -> None:
    assert _tampered(lambda file: file["openings"].pop(scope))
    assert _tampered(lambda file: file["openings"].update({scope: "00" * 32}))
    assert _tampered(lambda file: file["commitments"].update({scope: "00" * 32}))


def test_no_part_may_be_hidden_once_the_game_is_over() -> None:
    def hide(file: Export) -> None:
        event = next(event for event in file["events"] if event["private"])
        event["private"] = [sha256(event["private"][0].encode()).hexdigest()]

    assert "a part is still hidden" in _tampered(hide)[0]


def test_the_seats_must_be_those_that_were_drawn() -> None:
    assert _tampered(lambda file: file["seats"].reverse())


@pytest.mark.parametrize(
    "tamper",
    [
        lambda cards: cards.pop(),
        lambda cards: cards.pop(0),
        lambda cards: cards[0].update(card="FSp" if cards[0]["card"] != "FSp" else "KSp"),
        lambda cards: cards[0].update(blind="00" * 32),
        lambda cards: cards[0].update(place=cards[0]["place"] ^ 1),
        lambda cards: cards[0]["path"].pop(),
        lambda cards: cards[0]["path"].append("00" * 32),
        lambda cards: cards[0].update(event=1),
    ],
    ids=["last", "first", "card", "blind", "place", "short path", "long path", "event"],
)
def test_in_play_each_card_that_is_seen_has_an_opening(tamper: Callable[[Any], object]) -> None:
    assert _tampered(lambda file: tamper(file["cards"]), upto=_in_play())


def _check_file(tmp_path: Path, text: str | bytes, *options: str) -> int:
    path = tmp_path / "export.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return int(check.main([str(path), *options]))


def test_the_exit_status_tells_fair_games_from_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = json.dumps(_game().export())
    assert _check_file(tmp_path, file) == 0
    assert "Faults: 0." in capsys.readouterr().out
    short = _game().rows[7].hash[:12]
    assert _check_file(tmp_path, file, "--head", short.upper()) == 0
    assert _check_file(tmp_path, file, "--head", short[1:]) == 1
    assert _check_file(tmp_path, file, "--head", "ab" * 32) == 1
    assert "FAULT: No event has your fingerprint" in capsys.readouterr().out


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "null",
        "{}",
        '{"format": "illimat-game-1"}',
        '{"season": 1}',
        "[" * 100_000,
        b"\xff\xfe",
        '{"format": "illimat-game-1", "game": ' + "9" * 10_000 + "}",
    ],
)
def test_a_file_that_is_no_export_is_refused_with_a_sentence(
    text: str | bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert _check_file(tmp_path, text) == 2
    assert "Download the export again" in capsys.readouterr().out


def test_values_of_wrong_types_never_give_a_traceback(tmp_path: Path) -> None:
    file = _game().export(0, _in_play())
    for name in file:
        for wrong in WRONG:
            assert _check_file(tmp_path, json.dumps({**file, name: wrong})) in {0, 1, 2}
    for kind in {event["type"] for event in file["events"]}:
        for text in ("{", "[]", "1", '{"round": []}', '{"count": 1e99}', "[" * 9999, '"\\ud800"'):
            damaged = deepcopy(file)
            for event in damaged["events"]:
                if event["type"] == kind:
                    event["public"] = text
            assert _check_file(tmp_path, json.dumps(damaged)) == 1


def _season() -> dict[str, Any]:
    season, seed = "0198f1c2-8e4f-7b62-8d2c-3a5f6e7d8c9b", b"s" * 32
    key = lots.key_of(season, seed)
    rows = [
        {"entrant": {"id": name}, "lot": str(lots.lot(key, f"standings/{name}"))} for name in "ab"
    ]
    commitment = lots.commitment_to(season, seed)
    shown = {"id": season, "commitment": commitment, "revealed": seed.hex()}
    return {"season": shown, "standings": rows}


def test_the_lots_of_a_season_are_checked() -> None:
    season = _season()
    assert _faults(season) == []
    season["standings"][0]["lot"] = "7"
    season["season"]["commitment"] = "0" * 64
    assert len(_faults(season)) == 2


def test_a_season_whose_seed_is_not_opened_says_so() -> None:
    season = _season()
    season["season"]["revealed"] = None
    found = _found(season)
    assert not found.faults
    assert found.notes[0].startswith("Not yet checked")
