"""All acts of people and of the server upon leagues and their seasons, each ready to be done.

A new route that changes something, and a new step of the sweep, have to be named here.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.db import transaction

from accounts.blocks import block_make
from accounts.services import account_close
from games.play.adjudication import game_adjudicate
from leagues.api.urls import urlpatterns
from leagues.models import Entrant, Season
from leagues.results import fixture_results
from leagues.running import lifecycle
from leagues.season import lookup
from tests.support.api_games import GAMES
from tests.support.api_seasons import LEAGUES, SEASONS, ApiSeason, declaration, end_games, in_days
from tests.support.people import Person

CHANGING: Final = ("post", "put", "patch", "delete")
PLAYERS: Final = 10
SWISS: Final[Any] = {"format": "swiss", "rounds": 3, "days_per_round": 20}
SECOND_WINS: Final = [{"place": 2, "score": 1}, {"place": 1, "score": 2}]


class Scene:
    """Leagues in which every act can be done.

    `boss` and `mate` organise all of them. The first has a season `past` that is over, one whose
    registration is `open`, and a `draft`; the second one that is `running`; the third, `empty`, has
    none. `mate` played in the first season and plays in the running one, as others of `players` do.
    There, `gone` has withdrawn, `waits` would substitute, one game is `over`, and about another the
    question `ruling` was asked. `entered` has entered the open one. `offered` may organise the
    first league, and `invited` was invited.
    """

    def __init__(self) -> None:
        names = ("boss", "mate", "offered", "invited", "waits", "new")
        self.boss, self.mate, self.offered, self.invited, self.waits, self.new = map(Person, names)
        self.players = [self.mate, *(Person(f"player{each}") for each in range(1, PLAYERS))]
        self.league, self.empty = self._league("First"), self._league("Empty")
        self._make_seasons()
        self._make_running()

    def _league(self, name: str) -> str:
        """Make a league that two organise, and return its path."""
        path = f"{LEAGUES}/{_made(self.boss.post(LEAGUES, {'name': name}))['id']}"
        _made(self.boss.post(f"{path}/organisers", {"handle": "mate"}))
        _made(self.mate.post(f"{path}/organisers/me"))
        return path

    def _make_seasons(self) -> None:
        past = ApiSeason(self.boss, self.league.removeprefix(f"{LEAGUES}/"))
        past.enter(*self.players[:2])
        past.start()
        end_games(past)
        lifecycle.sweep()
        self.past = past.path
        _made(self.boss.post(f"{self.league}/organisers", {"handle": "offered"}))
        _made(self.boss.post(f"{self.league}/invitations", {"handle": "invited"}))
        opening = declared(100)
        opening["rules"]["division_size"] = 2
        self.open = self._declare(opening)
        self.draft = self._declare(declared(200, registration_opens_at=in_days(150)))
        lifecycle.sweep()
        entered = [_made(each.post(f"{self.open}/entrants")) for each in self.players[2:6]]
        self.registered, self.entered = entered[-1]["entrant"]["id"], self.players[5]

    def _declare(self, wish: Any) -> str:
        """Declare a season of the first league, and return its path."""
        return f"{SEASONS}/{_made(self.boss.post(f'{self.league}/seasons', wish))['id']}"

    def _make_running(self) -> None:
        league = self._league("Second").removeprefix(f"{LEAGUES}/")
        season = ApiSeason(self.boss, league, **SWISS, late_entry_until=in_days(20))
        entrants = season.enter(*self.players)
        season.start()
        self.running = season.path
        fixtures = season.fixtures()
        fixtures.sort(key=lambda each: entrants[0] not in [one["id"] for one in each["entrants"]])
        self.own, self.over, ended, asked, left = fixtures
        _end_game(self.over["game"])
        lifecycle.sweep()
        _end_game(ended["game"])
        people = dict(zip(entrants, self.players, strict=True))
        question = {"fixture": asked["id"], "question": "Who won?"}
        asks = people[asked["entrants"][0]["id"]]
        self.ruling = _made(asks.post(f"{self.running}/rulings", question))["id"]
        leaving = [each["id"] for each in left["entrants"]]
        self.gone, self.removed = sorted(leaving, key=lambda each: people[each] is self.entered)
        people[self.gone].delete(f"{self.running}/entrants/me")
        wish = {"substitute": True}
        waiting = _made(self.waits.post(f"{self.running}/entrants", wish))
        self.substitute = waiting["entrant"]["id"]

    def end_games(self) -> None:
        """End all games of the running season, and record their results."""
        season = Season.objects.get(pk=_id(self.running))
        for fixture in season.fixtures.filter(game__state="running"):
            _end_game(str(fixture.game_id))
        with transaction.atomic():
            while fixture_results.record_results(lookup.season_lock(season.pk)):
                pass


def _end_game(game: str) -> None:
    game_adjudicate(game_id=UUID(game), basis="ruling", places=[1, 2])


def _made(answer: Any) -> Any:
    assert answer.status_code in {200, 201}, answer.content
    return answer.json()


def declared(starts: int, **members: Any) -> dict[str, Any]:
    """Return a season that starts in that many days, and lasts sixty."""
    dates = {"starts_at": in_days(starts), "ends_at": in_days(starts + 60)}
    return declaration(**SWISS) | dates | members


def _nothing(_: Scene) -> None:
    """Change nothing."""


class Act(NamedTuple):
    """What `do` does in a scene, for the person on the scene that `by` names.

    `operation` is the name of a route with its method, or says what the server does. `before` makes
    it possible.
    """

    operation: str
    do: Callable[[Scene, Person], Any]
    by: str = "mate"
    before: Callable[[Scene], object] = _nothing

    @property
    def needs_more(self) -> bool:
        """Whether it can only be done after something else."""
        return self.before is not _nothing

    def __str__(self) -> str:
        return self.operation


def _start(scene: Scene, who: Person) -> Any:
    plan = who.post(f"{scene.open}/start", {"dry_run": True})
    return who.post(f"{scene.open}/start", {"token": plan.json().get("plan", {}).get("token", "")})


LONG_AGO: Final = datetime(2020, 1, 1, tzinfo=UTC)
OF_LEAGUES: Final = (
    Act("leagues post", lambda _, who: who.post(LEAGUES, {"name": "New"})),
    Act(
        "league patch",
        lambda scene, who: who.client.patch(scene.league, {"about": "Slow.", "access": "link"}),
    ),
    Act("league-close post", lambda scene, who: who.post(f"{scene.empty}/close")),
    Act(
        "league-organisers post",
        lambda scene, who: who.post(f"{scene.league}/organisers", {"handle": "new"}),
    ),
    Act(
        "league-own-offer post",
        lambda scene, who: who.post(f"{scene.league}/organisers/me"),
        "offered",
    ),
    Act(
        "league-own-offer delete",
        lambda scene, who: who.delete(f"{scene.league}/organisers/me"),
        "offered",
    ),
    Act(
        "league-organiser delete",
        lambda scene, who: who.delete(f"{scene.league}/organisers/boss"),
    ),
    Act(
        "league-invitations post",
        lambda scene, who: who.post(f"{scene.league}/invitations", {"handle": "new"}),
    ),
    Act(
        "league-invitation delete",
        lambda scene, who: who.delete(f"{scene.league}/invitations/invited"),
    ),
    Act(
        "league-own-invitation delete",
        lambda scene, who: who.delete(f"{scene.league}/invitations/me"),
        "invited",
    ),
    Act(
        "league-seasons post",
        lambda scene, who: who.post(f"{scene.league}/seasons", declared(300)),
    ),
)
OF_ORGANISERS: Final = (
    Act("season put", lambda scene, who: who.client.put(scene.draft, declared(400))),
    Act("season patch", lambda scene, who: who.client.patch(scene.open, {"ends_at": in_days(170)})),
    Act(
        "season patch, while it runs",
        lambda scene, who: who.client.patch(scene.running, {"ends_at": in_days(170)}),
        "boss",
    ),
    Act("season-open post", lambda scene, who: who.post(f"{scene.draft}/open")),
    Act("season-call-off post", lambda scene, who: who.post(f"{scene.open}/call-off")),
    Act(
        "season-start post, without effect",
        lambda scene, who: who.post(f"{scene.open}/start", {"dry_run": True}),
    ),
    Act("season-start post", _start),
    Act(
        "season-entrant-removal post, before the start",
        lambda scene, who: who.post(f"{scene.open}/entrants/{scene.registered}/removal"),
    ),
    Act(
        "season-entrant-removal post",
        lambda scene, who: who.post(f"{scene.running}/entrants/{scene.removed}/removal"),
    ),
    Act(
        "season-entrant-division put",
        lambda scene, who: who.client.put(
            f"{scene.open}/entrants/{scene.registered}/division",
            {"division": 1, "reason": "Strong."},
        ),
    ),
    Act(
        "season-entrant-division delete",
        lambda scene, who: who.delete(f"{scene.open}/entrants/{scene.registered}/division"),
    ),
    Act(
        "season-substitutes post",
        lambda scene, who: who.post(
            f"{scene.running}/substitutes",
            {"entrant": scene.gone, "substitute": scene.substitute},
        ),
    ),
    Act(
        "season-messages post",
        lambda scene, who: who.post(f"{scene.running}/messages", {"text": "Hello."}),
    ),
    Act(
        "results post",
        lambda scene, who: who.post(
            f"{scene.running}/fixtures/{scene.over['id']}/results",
            {"seats": SECOND_WINS, "reason": "Mistaken."},
        ),
    ),
    Act(
        "season-ruling-answer post",
        lambda scene, who: who.post(
            f"{scene.running}/rulings/{scene.ruling}/answer",
            {"effect": "places", "places": [2, 1], "reasons": "Seen."},
        ),
    ),
)
OF_ENTRANTS: Final = (
    Act("season-entrants post", lambda scene, who: who.post(f"{scene.open}/entrants")),
    Act(
        "season-entrants post, late",
        lambda scene, who: who.post(f"{scene.running}/entrants"),
        "new",
    ),
    Act(
        "season-entrants post, as a substitute",
        lambda scene, who: who.post(f"{scene.running}/entrants", {"substitute": True}),
        "new",
    ),
    Act(
        "season-attendance post",
        lambda scene, who: who.post(f"{scene.open}/attendance"),
        "entered",
        before=lambda scene: _change(scene.open, asked_at=LONG_AGO),
    ),
    Act(
        "season-division-consent post",
        lambda scene, who: who.post(
            f"{scene.open}/division-consent", {"agree": True, "division": 2}
        ),
        "entered",
        before=lambda scene: Entrant.objects.filter(pk=scene.registered).update(
            moved_to=1, move_agreed=False
        ),
    ),
    Act("season-hiatus post", lambda scene, who: who.post(f"{scene.open}/hiatus")),
    Act(
        "season-own-entrant delete, before the start",
        lambda scene, who: who.delete(f"{scene.open}/entrants/me"),
    ),
    Act(
        "season-own-entrant delete",
        lambda scene, who: who.delete(f"{scene.running}/entrants/me"),
    ),
    Act(
        "season-rulings post",
        lambda scene, who: who.post(
            f"{scene.running}/rulings", {"fixture": scene.own["id"], "question": "Who won?"}
        ),
    ),
    Act("leaving a game", lambda scene, who: who.post(f"{GAMES}/{scene.own['game']}/leave")),
    Act(
        "blocking somebody",
        lambda scene, who: block_make(user=who.user, blocked=scene.offered.user),
    ),
    Act("closing an account", lambda _, who: account_close(user=who.user)),
)


def _change(path: str, **columns: Any) -> None:
    Season.objects.filter(pk=_id(path)).update(**columns)


def _id(path: str) -> str:
    return path.removeprefix(f"{SEASONS}/")


def _end(scene: Scene) -> None:
    scene.end_games()
    _change(scene.running, ends_at=LONG_AGO)


def _started(scene: Scene) -> None:
    assert _start(scene, scene.boss).status_code == 200


def _desert(scene: Scene) -> None:
    """Let both who were paired withdraw, and nobody wait."""
    gone = Entrant.objects.filter(pk__in=[scene.removed, scene.substitute])
    gone.update(state=Entrant.State.WITHDRAWN)


STEPS: Final[Mapping[str, tuple[str, Callable[[Scene], object]]]] = {
    "open_registration_if_due": (
        "draft",
        lambda scene: _change(scene.draft, registration_opens_at=LONG_AGO),
    ),
    "call_off_if_late": ("open", lambda scene: _change(scene.open, ends_at=LONG_AGO)),
    "ask_if_due": ("open", lambda scene: _change(scene.open, asks_at=LONG_AGO)),
    "start_if_due": ("open", lambda scene: _change(scene.open, starts_at=LONG_AGO)),
    "archive_if_old": ("past", lambda scene: _change(scene.past, finished_at=LONG_AGO)),
    "void_unplayed_games": ("running", lambda scene: _change(scene.running, ends_at=LONG_AGO)),
    "arrange_games": ("open", _started),
    "name_next_substitute": ("running", _nothing),
    "void_deserted_game": ("running", _desert),
    "follow_withdrawals": ("running", _nothing),
    "adjudicate_open_game": ("running", lambda scene: _change(scene.running, ends_at=LONG_AGO)),
    "record_results": ("running", _nothing),
    "pair_next_round": ("running", Scene.end_games),
    "finish_if_over": ("running", _end),
}
"""Of each step of the sweep, the season on a scene that it is taken of, and what makes it due."""


def _step(step: Callable[[Season], object]) -> Act:
    name = step.__name__
    path, before = STEPS[name]

    def take(scene: Scene, _: Person) -> None:
        step(lookup.season_lock(UUID(_id(getattr(scene, path)))))

    return Act(f"the sweep: {name}", take, before=before)


OF_THE_SERVER: Final = tuple(map(_step, dict.fromkeys(step.take for step in lifecycle.LIFE)))
ACTS: Final = (*OF_LEAGUES, *OF_ORGANISERS, *OF_ENTRANTS, *OF_THE_SERVER)


def routes() -> Iterator[str]:
    """Yield all routes of leagues that change something, as `Act.operation` names them."""
    for route in urlpatterns:
        view = getattr(route.callback, "view_class", None) or getattr(route.callback, "cls", None)
        yield from (f"{route.name} {method}" for method in CHANGING if hasattr(view, method))
