"""Games of every mode, played to the end through the API, and every option that one may choose."""

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from games import store
from games.models import Game, StoredEvent
from illimat_core.cards import LUMINARIES
from tests.games.asked import hidden_from
from tests.games.conftest import GAMES, Person, Table, problem
from tests.games.test_hidden import cards_in

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

ALL = {"luminaries": "all", "stars": "always", "audience": "spectator", "rounds": 1}
MODES: dict[str, dict[str, Any]] = {
    "two": {"mode": "standard", "players": 2, **ALL},
    "three": {"mode": "standard", "players": 3, **ALL, "audience": "sow"},
    "four": {"mode": "standard", "players": 4, **ALL, "luminaries_persist": True},
    "beginner": {"mode": "beginner", "players": 2, "rounds": 1},
    "teams": {"mode": "teams", "players": 4, **ALL},
    "solitaire": {"mode": "solitaire", "players": 1},
    "solo_fields": {"mode": "solo_fields", "players": 1, **ALL},
}
PARTNERS = {"teams": ((0, 2), (1, 3))}
MOST_ACTIONS = 400
LOOK_EVERY = 7  # actions


def words_of(value: Any) -> Iterator[str]:
    """All texts in a JSON value, but for the names of members."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from words_of(each)


class Watched(Table):
    """A game that is played at random, under everybody's eyes."""

    def __init__(self, options: dict[str, Any], dice: Random) -> None:
        super().__init__([Person() for _ in range(options["players"])], options=options)
        self.watcher = Person()
        self.dice = dice

    def on_seat(self, seat: int | None) -> Person:
        """Who answers for a seat; None is whoever watches."""
        return self.watcher if seat is None else super().on_seat(seat)

    @property
    def viewers(self) -> Iterator[tuple[int | None, Person]]:
        """Everybody who looks, by seat."""
        yield None, self.watcher
        for seat in range(len(self.people)):
            yield seat, self.on_seat(seat)

    def step(self) -> None:
        """Let somebody who is awaited do something that the API lists."""
        person = self.on_seat(self.dice.choice(self.game.awaited))
        listed = person.get(f"{self.path}/legal-actions?limit=100").json()["results"]
        answer = self.act(person, self.dice.choice(listed))
        assert answer.status_code == 200, answer.content

    def check_nothing_hidden_shows(self) -> None:
        """Hold what everybody is shown against all there is."""
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
        after = max(0, self.game.version - 100)
        rows = StoredEvent.objects.filter(game=self.id, sequence__gt=after).order_by("sequence")
        log = person.get(f"{self.path}/events?after={after}").json()["results"]
        assert [entry["sequence"] for entry in log] == [row.sequence for row in rows]
        for row, entry in zip(rows, log, strict=True):
            for secret in json.loads(row.private):
                for name in secret["part"]:
                    assert (name in entry["event"]) == (seat in secret["seen_by"]), row.type


@pytest.mark.parametrize("mode", MODES)
def test_a_whole_game_is_played_and_nobody_sees_too_much(mode: str) -> None:
    table = Watched(MODES[mode], Random(mode))  # noqa: S311 - nobody gains by guessing
    for number in range(MOST_ACTIONS):
        if not number % LOOK_EVERY:
            table.check_nothing_hidden_shows()
        table.step()
        if table.game.over:
            break
    game = table.watcher.get(table.path).json()
    assert game["state"] == "finished"
    assert game["winners"] is not None
    assert game["awaited"] == game["decisions"] == []
    assert {player["score"] for player in game["players"]} == set(game["view"]["scores"].values())
    assert table.state == store.state_at(table.id)
    for seat, partner in PARTNERS.get(mode, ()):
        assert table.game.scores[seat] == table.game.scores[partner]


@pytest.mark.parametrize("seating", Game.Seating.values)
@pytest.mark.parametrize("mode", ["solitaire", "solo_fields"])
def test_who_plays_alone_begins_at_once(ada: Person, mode: str, seating: str) -> None:
    body = {"options": {"mode": mode, "players": 1}, "seating": seating}
    wish = {"seat": 0} if seating == "chosen" else {}
    game = ada.post(GAMES, body | wish).json()
    assert game["state"] == "running"
    assert game["you"] == {"seated": True, "seat": 0, "creator": True, "awaited": True}
    assert game["menu"]["decision"] == "turn"
    assert game["seats"] == 1
    assert ada.get("/api/v1/me/games?state=my_turn").json()["waiting_count"] == 1


def test_who_plays_alone_may_still_begin_by_hand(ada: Person) -> None:
    body = {"options": {"mode": "solitaire", "players": 1}, "start": "by_hand"}
    game = ada.post(GAMES, body).json()
    assert game["state"] == "open"
    assert ada.post(f"{GAMES}/{game['id']}/start").json()["state"] == "running"


def test_who_plays_alone_calls_the_game_off_alone(ada: Person) -> None:
    for mode in ("solitaire", "solo_fields"):
        made = ada.post(GAMES, {"options": {"mode": mode, "players": 1}}).json()
        assert ada.post(f"{GAMES}/{made['id']}/call-off").json()["state"] == "called_off"


def test_who_forfeits_alone_has_not_won(ada: Person) -> None:
    table = Table([ada], options={"mode": "solo_fields"})
    assert table.act(ada, {"type": "forfeit"}).json()["over"] is True
    assert ada.get(table.path).json()["winners"] == []


def test_the_fields_have_a_seat_and_nobody_on_it(ada: Person, eve: Person) -> None:
    table = Table([ada], options={"mode": "solo_fields"}, visibility="public")
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
    ({"luminaries": ["maiden", "river", "union", "crow"]}, "luminaries"),
    ({"luminaries": "most"}, "luminaries"),
    ({"luminaries": list(LUMINARIES)}, "luminaries"),
    ({"luminaries": ["astronomer", "river", "union", "rake"], "players": 3}, "luminaries"),
    *[
        ({"mode": "solitaire", "players": 1, "luminaries": chosen}, "luminaries")
        for chosen in ("none", "all", "crane_wife", [], list(LUMINARIES[5:9]), list(LUMINARIES[4:8]))
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


@pytest.mark.parametrize(
    "options",
    [{name: value} for name, values in CHOICES.items() for value in values] + ALONE,
    ids=json.dumps,
)
def test_whatever_may_be_chosen_is_played(db: None, options: dict[str, Any]) -> None:
    """It is dealt, and whoever is first may act."""
    players = options.get("players", 2)
    table = Table([Person() for _ in range(players)], options={"mode": "standard", **options})
    assert table.game.state == "running"
    assert table.game.options | json.loads(json.dumps(options)) == table.game.options
    table.play()


@pytest.mark.parametrize(("options", "member"), IMPOSSIBLE, ids=json.dumps)
def test_what_cannot_go_together_is_refused_by_its_member(
    ada: Person, options: dict[str, Any], member: str
) -> None:
    refused = ada.post(GAMES, {"options": options})
    assert problem(refused) == (422, "invalid")
    (error,) = refused.json()["errors"]
    assert error["pointer"] == f"#/options/{member}"
    assert error["detail"]
    assert not Game.objects.filter(creator=ada.user).exists()


def test_a_table_with_too_few_for_its_mode_is_not_started(ada: Person, bob: Person) -> None:
    table = Table([ada, bob], seats=4, options={"mode": "teams", "players": 4})
    refused = ada.post(f"{table.path}/start")
    assert problem(refused) == (409, "too_few_players")
    assert refused.json()["detail"] == "Mode teams is played by 4."
