"""Games of every mode, played to the end through the API, and every option."""

import json
from collections.abc import Callable, Iterator
from typing import Any, get_args

import pytest

from games.models import Game, StoredEvent
from games.stream.dealer import Dealer
from illimat_core import fold
from illimat_core.actions import as_json, parse
from illimat_core.cards import LUMINARIES
from illimat_core.decisions import Kind
from illimat_core.modes import Mode
from tests.games.whole import GREEDY, LISTED, WHOLE, Whole, key_of, play, promised
from tests.golden.coverage import shown
from tests.support.api_games import GAMES, ApiGame
from tests.support.asked import hidden_from
from tests.support.knowledge import cards_in
from tests.support.people import Person, problem
from tests.support.profiles import THOROUGH
from trials.dice import dice
from trials.random_games.players import choose

pytestmark = pytest.mark.django_db


LEFT_OUT = {"two", "three", "four"}  # the other games have every mode
PARTNERS = {"teams": ((0, 2), (1, 3))}
LOOK_EVERY = 9 if THOROUGH else 25  # versions


def words_of(value: Any) -> Iterator[str]:
    """Yield all strings in a JSON value, without the names of members."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from words_of(each)


class Watched(ApiGame):
    """A game of greedy players, which checks what every viewer sees."""

    def __init__(self, whole: Whole) -> None:
        super().__init__([Person() for _ in range(whole.players)], options=whole.options)
        self.watcher = Person()
        self.dice = dice(whole.seed)

    def on_seat(self, seat: int | None) -> Person:
        """Return the person who answers for a seat; None stands for the spectator."""
        return self.watcher if seat is None else super().on_seat(seat)

    @property
    def viewers(self) -> Iterator[tuple[int | None, Person]]:
        """The viewers by seat."""
        yield None, self.watcher
        for seat in range(len(self.people)):
            yield seat, self.on_seat(seat)

    def step(self) -> None:
        """Submit a listed action for an awaited person."""
        person = self.on_seat(self.dice.choice(self.game.awaited))
        listed = person.get(f"{self.path}/legal-actions?limit={LISTED}").json()["results"]
        action = choose(self.state, [parse(each) for each in listed], self.dice, GREEDY)
        answer = self.act(person, as_json(action))
        assert answer.status_code == 200, answer.content

    def check_nothing_hidden_shows(self) -> None:
        """Compare every viewer's answers with the full state."""
        state = self.state
        acting = {field.acts_as for field in state.fields} | {state.was_audience}
        down = {field.luminary for field in state.fields if not field.face_up}
        unknown = (down | set(state.reserve)) - acting
        for seat, person in self.viewers:
            hidden = hidden_from(state, seat)
            listed = person.get(f"{self.path}/legal-actions?limit=100").json().get("results")
            game = person.get(self.path).json()
            assert not cards_in(json.dumps([game, listed])) & hidden
            assert (game["menu"] is not None) is bool(listed) is game["you"]["awaited"]
            assert unknown.isdisjoint(words_of(game["view"] | {"options": None}))
            self._check_log(seat, person)

    def _check_log(self, seat: int | None, person: Person) -> None:
        """Until the round is scored, secret members are for those whom the event names."""
        stored = StoredEvent.objects.filter(game=self.id).order_by("sequence")
        scored = stored.filter(type="RoundScored").last()
        after = max(scored.sequence if scored else 0, self.game.version - 100)
        rows = stored.filter(sequence__gt=after)
        log = person.get(f"{self.path}/events?after={after}").json()["results"]
        assert [entry["sequence"] for entry in log] == [row.sequence for row in rows]
        for row, entry in zip(rows, log, strict=True):
            for secret in json.loads(row.private):
                for name in secret["part"]:
                    may_see = not {seat, None}.isdisjoint(secret["seen_by"])
                    assert (name in entry["event"]) == may_see, row.type


@pytest.fixture
def fixed_chance(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Replace the secret of games, so that chance depends only on a number."""

    def fix(seed: int) -> None:
        monkeypatch.setattr(Dealer, "key", lambda _, scope: key_of(seed, scope))
        monkeypatch.setattr(Dealer, "of_luminaries", lambda self, _: self)

    return fix


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.thorough] if name in LEFT_OUT else [])
        for name in WHOLE
    ],
)
def test_a_whole_game_is_played_and_nobody_sees_too_much(
    name: str, fixed_chance: Callable[[int], None]
) -> None:
    whole = WHOLE[name]
    fixed_chance(whole.seed)
    table = Watched(whole)
    while not table.game.over:
        if not table.game.version % LOOK_EVERY:
            table.check_nothing_hidden_shows()
        table.step()
    game = table.watcher.get(table.path).json()
    assert game["state"] == "finished"
    assert game["winners"] is not None
    assert game["awaited"] == game["decisions"] == []
    assert {player["score"] for player in game["players"]} == set(game["view"]["scores"].values())
    assert table.state == table.folded
    for seat, partner in PARTNERS.get(whole.mode, ()):
        assert table.game.scores[seat] == table.game.scores[partner]
    assert promised(whole) <= shown(table.events)
    assert fold(play(whole)).players == table.state.players  # so that seeds can be looked for


def test_together_they_show_every_mode_every_luminary_and_every_question() -> None:
    games = WHOLE.values()
    assert {whole.mode for whole in games} == set(get_args(Mode))
    assert {name for whole in games for name in whole.luminaries} == set(LUMINARIES)
    asked = {kind for whole in games for kind in whole.asked.split()}
    assert asked == set(get_args(Kind)) - {"turn", "deal"}


@pytest.mark.parametrize("seating", Game.Seating.values)
@pytest.mark.parametrize("mode", ["solitaire", "solo_fields"])
def test_a_game_of_one_begins_when_its_player_sits_down(
    ada: Person, mode: str, seating: str
) -> None:
    body = {"options": {"mode": mode, "players": 1}, "seating": seating}
    wish = {"seat": 0} if seating == "chosen" else {}
    game = ada.post(GAMES, body | wish).json()
    assert game["state"] == "running"
    assert game["you"]["seat"] == 0
    assert all(game["you"][what] for what in ("seated", "creator", "awaited"))
    assert game["menu"]["decision"] == "turn"
    assert game["seats"] == 1
    assert ada.get("/api/v1/me/games?state=my_turn").json()["waiting_count"] == 1


def test_a_game_of_one_can_be_started_by_hand(ada: Person) -> None:
    body = {"options": {"mode": "solitaire", "players": 1}, "start": "by_hand"}
    game = ada.post(GAMES, body).json()
    assert game["state"] == "open"
    assert ada.post(f"{GAMES}/{game['id']}/start").json()["state"] == "running"


def test_the_only_player_calls_the_game_off(ada: Person) -> None:
    for mode in ("solitaire", "solo_fields"):
        made = ada.post(GAMES, {"options": {"mode": mode, "players": 1}}).json()
        assert ada.post(f"{GAMES}/{made['id']}/call-off").json()["state"] == "called_off"


def test_the_only_player_does_not_win_by_forfeiting(ada: Person) -> None:
    table = ApiGame([ada], options={"mode": "solo_fields"})
    assert table.act(ada, {"type": "forfeit"}).json()["over"] is True
    assert ada.get(table.path).json()["winners"] == []


def test_the_fields_have_a_seat_and_nobody_on_it(ada: Person, eve: Person) -> None:
    table = ApiGame([ada], options={"mode": "solo_fields"}, visibility="public")
    for person in (ada, eve):
        for game in (person.get(table.path).json(), person.get(GAMES).json()["results"][0]):
            assert [(p["seat"], p["handle"]) for p in game["players"]] == [(0, "ada"), (1, None)]
            assert game["players"][1]["score"] == 0
            assert not game["players"][1]["awaited"]
    assert problem(eve.post(f"{table.path}/seats")) == (409, "not_open")


CHOICES: dict[str, list[Any]] = {
    "players": [2, 3, 4],
    "mode": ["standard", "beginner"],
    "luminaries": [
        "core", "false_baron", "crane_wife", "all", "none", [], LUMINARIES[:4], LUMINARIES[-4:],
        [name for name in LUMINARIES if name != "astronomer"],
    ],
    "stars": ["by_player_count", "always"],
    "harvest": ["all_sets", "single_set"],
    "full_harvest": [False, True],
    "harsh_penalties": [False, True],
    "freebooter": [False, True],
    "no_repeats": [False, True],
    "luminaries_persist": [False, True],
    "tiebreak_round": [False, True],
    "harmonic_convergence": ["official", "pass_hands", "none"],
    "passive_card": ["private", "on_request"],
    "perfect_crime": ["steal", "return"],
    "universe_reach": ["any", "one"],
    "audience": ["sow", "spectator"],
    "target_score": [17, 1, 100],
    "rounds": [None, 1, 3],
}  # fmt: skip
ALONE: list[dict[str, Any]] = [
    {"mode": "teams", "players": 4},
    {"mode": "solitaire", "players": 1},
    {"mode": "solitaire", "players": 1, "luminaries": ["maiden", "river", "union", "newborn"]},
    {"mode": "solitaire", "players": 1, "luminaries": "core", "rounds": 2},
    {"mode": "solo_fields", "players": 1, "luminaries": "all", "rounds": 5, "target_score": 30},
    {"mode": "beginner", "luminaries": ["rake"]},
    {"luminaries": list(LUMINARIES), "stars": "always"},
    {"luminaries": list(LUMINARIES), "players": 4},
]
IMPOSSIBLE: list[tuple[dict[str, Any], str]] = [
    *[({"mode": "teams", "players": number}, "players") for number in (1, 2, 3)],
    *[({"mode": "solitaire", "players": number}, "players") for number in (2, 3, 4)],
    *[({"mode": "solo_fields", "players": number}, "players") for number in (2, 3, 4)],
    *[({"mode": mode, "players": 1}, "players") for mode in ("standard", "beginner")],
    *[({"players": number}, "players") for number in (-1, 0, 5, 1.5, "2", None)],
    *[({"luminaries": list(LUMINARIES[:number])}, "luminaries") for number in (1, 2, 3)],
    ({"luminaries": ["maiden"] * 4}, "luminaries"),
    ({"luminaries": ["maiden", "river", "union", "crow"]}, "luminaries/3"),
    ({"luminaries": "most"}, "luminaries"),
    ({"luminaries": list(LUMINARIES)}, "luminaries"),
    ({"luminaries": ["astronomer", "river", "union", "rake"], "players": 3}, "luminaries"),
    *[
        ({"mode": "solitaire", "players": 1, "luminaries": chosen}, "luminaries")
        for chosen in (
            "none",
            "all",
            "crane_wife",
            [],
            list(LUMINARIES[5:9]),
            list(LUMINARIES[4:8]),
        )
    ],
    ({"mode": "duel"}, "mode"),
    *[({"target_score": number}, "target_score") for number in (0, -3, 1.5, "17", None, True)],
    *[({"rounds": number}, "rounds") for number in (0, -1, 2.5, "3", True)],
    *[
        ({name: value}, name)
        for name, chosen in CHOICES.items()
        if name not in {"players", "mode", "luminaries", "target_score", "rounds"}
        for value in ("x", 1, None)
    ],
]


@pytest.mark.slow
@pytest.mark.parametrize(
    "options",
    [{name: value} for name, values in CHOICES.items() for value in values] + ALONE,
    ids=json.dumps,
)
def test_a_game_with_each_value_of_an_option_is_played(db: None, options: dict[str, Any]) -> None:
    """It is dealt, and the first player may act."""
    players = options.get("players", 2)
    table = ApiGame([Person() for _ in range(players)], options={"mode": "standard", **options})
    assert table.game.state == "running"
    assert table.game.options | json.loads(json.dumps(options)) == table.game.options
    table.play()


@pytest.mark.parametrize(("options", "member"), IMPOSSIBLE, ids=json.dumps)
def test_options_that_cannot_be_combined_are_refused_with_a_pointer(
    ada: Person, options: dict[str, Any], member: str
) -> None:
    refused = ada.post(GAMES, {"options": options})
    assert problem(refused) == (422, "invalid")
    (error,) = refused.json()["errors"]
    assert error["pointer"] == f"#/options/{member}"
    assert error["detail"]
    assert not Game.objects.filter(creator=ada.user).exists()


def test_a_table_with_too_few_for_its_mode_is_not_started(ada: Person, bob: Person) -> None:
    table = ApiGame([ada, bob], seats=4, options={"mode": "teams", "players": 4})
    refused = ada.post(f"{table.path}/start")
    assert problem(refused) == (409, "too_few_players")
    assert refused.json()["detail"] == "Mode teams is played by 4 players."
