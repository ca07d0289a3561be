"""Summaries of games for lists: always equal to what the events give."""

import pytest
from django.core.management import CommandError, call_command

from games.actors import CommandSource
from games.models import Game, SeatAssignment
from games.play import projections
from games.play.commands import Command, play
from illimat_core import as_json, legal_actions
from tests.support.api_games import ApiGame
from tests.support.people import Person

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

FIELDS = [*projections.SUMMARY, "state"]


def _summary(table: ApiGame) -> dict[str, object]:
    seats = SeatAssignment.objects.filter(game=table.id).order_by("number")
    awaited = list(seats.values_list("number", "awaited"))
    return {name: getattr(table.game, name) for name in FIELDS} | {"seats": awaited}


def _play_on(table: ApiGame, turn: int) -> None:
    game, state = table.game, table.state
    seat = state.awaited[0]
    actions = list(legal_actions(state, seat))
    user, action = table.on_seat(seat).user, actions[7 * turn % len(actions)]
    play(Command(game.id, user, CommandSource.API, str(state.version), [as_json(action)]))


@pytest.mark.parametrize("count", [pytest.param(2, marks=pytest.mark.thorough), 3])
def test_a_rebuild_changes_nothing_in_a_whole_game(db: None, count: int) -> None:
    table = ApiGame([Person() for _ in range(count)], options={"target_score": 6})
    turns = 0
    while table.game.state == Game.State.RUNNING:
        _play_on(table, turns)
        turns += 1
        if turns % 25 == 0:
            before = _summary(table)
            assert not projections.rebuild(table.game)
            assert _summary(table) == before
    assert not projections.rebuild(table.game)
    game, state = table.game, table.folded
    assert state.over
    assert game.state == Game.State.FINISHED
    assert game.scores == [player.score for player in state.players]
    assert game.winners == list(state.winners or ())
    assert not SeatAssignment.objects.filter(game=game, awaited=True).exists()


def test_the_command_mends_what_is_wrong_and_names_it(
    table: ApiGame, capsys: pytest.CaptureFixture[str]
) -> None:
    table.play()
    right = _summary(table)
    wrong = {"round": 9, "scores": [], "awaited": [3], "over": True}
    Game.objects.filter(pk=table.id).update(**wrong)
    SeatAssignment.objects.filter(game=table.id).update(awaited=False)
    seen = _summary(table)
    with pytest.raises(CommandError, match="rebuild_projections"):
        call_command("rebuild_projections", check=True)
    assert f"Game {table.id} is wrong." in capsys.readouterr().out
    assert _summary(table) == seen
    call_command("rebuild_projections")
    assert f"Game {table.id} was wrong" in capsys.readouterr().out
    assert _summary(table) == right
    call_command("rebuild_projections")
    call_command("rebuild_projections", check=True)
    assert str(table.id) not in capsys.readouterr().out


def test_a_stream_that_ends_elsewhere_is_trusted_only_if_one_says_so(
    table: ApiGame, capsys: pytest.CaptureFixture[str]
) -> None:
    table.play()
    right = _summary(table)
    Game.objects.filter(pk=table.id).update(version=3, head="")
    wrong = _summary(table)
    with pytest.raises(CommandError, match="Games with damaged events: 1"):
        call_command("rebuild_projections")
    assert f"Game {table.id} was left alone: Event 4" in capsys.readouterr().out
    assert _summary(table) == wrong
    call_command("rebuild_projections", str(table.id), trust_events=True)
    assert _summary(table) == right


def test_a_game_that_was_called_off_stays_so(table: ApiGame) -> None:
    for person in table.people:
        person.post(f"{table.path}/call-off")
    before = _summary(table)
    assert not projections.rebuild(table.game)
    assert _summary(table) == before
    assert before["state"] == Game.State.CALLED_OFF


def test_every_version_can_be_replayed(table: ApiGame, capsys: pytest.CaptureFixture[str]) -> None:
    table.play()
    for version in range(1, table.game.version + 1):
        call_command("replay", str(table.id), at=version)
        assert f"version {version}," in capsys.readouterr().out


def test_a_replay_of_what_never_was_is_refused(table: ApiGame) -> None:
    with pytest.raises(CommandError, match="no such version"):
        call_command("replay", str(table.id), at=1000)
    with pytest.raises(CommandError, match="no game"):
        call_command("replay", "00000000-0000-4000-8000-000000000000")
