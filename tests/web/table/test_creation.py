"""Making a table, practising against the house, and finding a table, by forms only."""

import re
import uuid
from html import unescape
from typing import Any
from urllib.parse import quote

import pytest
from django.http import QueryDict
from django.test import Client
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.blocks import block_make
from accounts.models import User
from games.actors import CommandSource
from games.clocks import controls
from games.clocks.controls import Bank, NoClock, PerDecision, preset_of
from games.inputs.tables import TableSerializer
from games.making.services import NewTable, game_create, seat_take
from games.models import Game, Invitation, SeatAssignment, StoredEvent
from games.time.circumstances import control_of
from illimat_core.modes import MODES
from illimat_core.options import Options
from illimat_core.players.levels import LEVELS
from ratings.models import Rating
from tests.support.pages import browser_of, words
from tests.web.forms import send
from web.frame.strengths import LEVEL_NAMES
from web.table import table_offers as offers
from web.table.table_form import HOUSE, TableForm, table_fields
from web.table.table_presets import ALONE, PRESETS

pytestmark = pytest.mark.django_db
GERMAN = {"Accept-Language": "de"}
BEGINNER: dict[str, Any] = {"mode": "beginner", "players": 2}


def test_practice_begins_at_once_and_leads_to_the_game(people: list[User]) -> None:
    ada = browser_of(people[0])
    assert "Looks one step ahead" in words(ada.get("/games/practice"))
    began = send(ada, "/games/practice", level="steady", opponents="2", luminaries="yes")
    game = Game.objects.get()
    assert began.status_code == 302
    assert began.url == f"/games/{game.pk}"
    assert (game.state, game.practice, game.mode, game.seats) == ("running", True, "standard", 3)
    assert [each.level for each in game.assignments.exclude(level="")] == ["steady", "steady"]
    send(ada, "/games/practice", level="random", opponents="1")
    assert Game.objects.filter(mode="beginner", seats=2, practice=True).count() == 1


@pytest.mark.parametrize("source", ["web", "api"])
def test_a_game_that_begins_when_it_is_made_says_where_that_was(
    people: list[User], source: str
) -> None:
    browser = browser_of(people[0])
    if source == "web":
        send(browser, "/games/practice", level="random", opponents="1")
    else:
        wanted = {"options": BEGINNER, "house": ["random"]}
        browser.post("/api/v1/games", wanted, content_type="application/json")
    assert StoredEvent.objects.get(sequence=1).source == source


def test_the_page_for_practice_shows_how_strong_the_house_is(people: list[User]) -> None:
    ada = browser_of(people[0])
    assert "How strong the house is" not in ada.get("/games/practice").content.decode()
    for level, games in (("steady", 6), ("random", 2)):
        Rating.objects.create(level=level, mode="beginner", house=True, games=games)
    page = words(ada.get("/games/practice"))
    told = page.partition("How strong the house is")[2]
    assert "Steady 1000 to 3000 6" in told
    assert "Careless – 2" in told  # noqa: RUF001 - as shown


def test_practice_is_refused_beyond_the_quota_and_at_an_unknown_level(
    people: list[User], settings: Settings
) -> None:
    ada = browser_of(people[0])
    refused = send(ada, "/games/practice", level="divine")
    assert refused.status_code == 422
    assert "Choose among random, beginner, steady, strong." in words(refused)
    settings.QUOTAS = settings.QUOTAS | {"practice_games": 0}
    refused = send(ada, "/games/practice", level="steady", luminaries="yes")
    assert refused.status_code == 429
    assert "of your practice games are still going on" in words(refused)
    assert 'name="luminaries" value="yes" checked' in refused.content.decode()
    assert not Game.objects.exists()


def test_a_form_sent_twice_makes_one_table(people: list[User]) -> None:
    ada, key = browser_of(people[0]), str(uuid.uuid4())
    first = send(ada, "/games/new", key, mode="beginner")
    again = send(ada, "/games/new", key, mode="beginner")
    assert first.url == again.url == f"/games/{Game.objects.get().pk}"
    other = send(ada, "/games/new", key, mode="standard")
    assert other.status_code == 422
    assert "sent before, with something else in it" in words(other)
    lost = ada.post("/games/new", {"mode": "beginner"})
    assert lost.status_code == 422
    assert "The form was incomplete. Load the page again." in words(lost)
    assert Game.objects.count() == 1


def test_a_table_has_the_usual_options_unless_others_are_chosen(people: list[User]) -> None:
    send(browser_of(people[0]), "/games/new")
    usual = game_create(
        user=people[0], wanted=NewTable(options={"mode": "standard"}), source=CommandSource.API
    )
    names = ("options", "visibility", "seating", "start", "leavers", "excuses", "pauses", "rated")
    made = Game.objects.exclude(pk=usual.pk).get()
    assert [getattr(made, name) for name in names] == [getattr(usual, name) for name in names]
    assert made.control == usual.control


def test_every_option_can_be_chosen(people: list[User]) -> None:
    chosen: dict[str, Any] = {
        "mode": "standard",
        "players": "3",
        "clock": "own",
        "clock_kind": "bank",
        "clock_time": "48",
        "clock_increment": "0",
        "clock_cap": "72",
        "luminaries": "own",
        "luminary": ["rake", "river", "union", "island"],
        "visibility": "private",
        "invited": "bob, @cy",
        "house1": "steady",
        "rounds": "3",
        "target_score": "21",
        "seating": "chosen",
        "seat": "2",
        "start": "by_hand",
        "rated": "no",
        "min_reliability": "80",
        "leavers": "forfeit",
        "excuses": "0",
        "pauses": "no",
        "no_repeats": "yes",
        "stars": "yes",
        "harmonic_convergence": "pass_hands",
    }
    made = send(browser_of(people[0]), "/games/new", **chosen)
    assert made.status_code == 302, words(made)
    game = Game.objects.get()
    assert control_of(game) == Bank(48 * 3_600_000_000, 0, 72 * 3_600_000_000)
    assert (game.visibility, game.seating, game.start) == ("private", "chosen", "by_hand")
    assert (game.leavers, game.excuses, game.pauses, game.rated) == ("forfeit", 0, False, False)
    assert (game.min_reliability, game.seats) == (80, 3)
    expected = {
        "luminaries": chosen["luminary"],
        "rounds": 3,
        "target_score": 21,
        "no_repeats": True,
        "stars": "always",
        "harmonic_convergence": "pass_hands",
        "harvest": "all_sets",
    }
    assert expected.items() <= game.options.items()
    assert {each.user.handle for each in Invitation.objects.all()} == {"bob", "cy"}
    assert game.assignments.get(user=people[0]).number == 2
    assert game.assignments.filter(level="steady").count() == 1


@pytest.mark.parametrize("players", ["2", "3", "4"])
@pytest.mark.parametrize("preset", sorted(PRESETS.keys() - set(ALONE)))
def test_one_touch_on_a_preset_makes_a_table(people: list[User], preset: str, players: str) -> None:
    ada = browser_of(people[0])
    assert f'name="preset" value="{preset}"' in ada.get("/games/new").content.decode()
    made = send(ada, "/games/new", preset=preset, players=players)
    game = Game.objects.get()
    assert made.url == f"/games/{game.pk}"
    assert (game.mode, game.seats) == ("standard", int(players))
    alone = preset == "house"
    assert (game.state, game.practice) == (("running", True) if alone else ("open", False))
    assert game.visibility == ("link" if preset in {"house", "friends"} else "public")


@pytest.mark.parametrize("mode", ALONE)
@pytest.mark.parametrize("page", ["/games/new", "/games/practice"])
def test_one_touch_begins_a_game_alone(people: list[User], mode: str, page: str) -> None:
    ada = browser_of(people[0])
    shown = ada.get(page)
    assert f'name="preset" value="{mode}"' in shown.content.decode()
    assert str(offers.ABOUT_MODES[mode]) in words(shown)
    send(ada, "/games/new", preset=mode, players="3")
    game = Game.objects.get()
    assert (game.mode, game.seats, game.state) == (mode, 1, "running")


def test_presets_say_what_they_preset(people: list[User]) -> None:
    page = words(browser_of(people[0]).get("/games/new"))
    assert (
        "A quick evening One round. If it takes longer: 2 days, and 6 hours more for every decision"
        in page
    )
    assert (
        "A few days a move Anyone looking for a table can find it. 3 days for every decision."
        in page
    )
    send(browser_of(people[0]), "/games/new", preset="evening", players="3")
    game = Game.objects.get()
    assert (game.options["rounds"], preset_of(control_of(game))) == (1, "brisk")


def test_the_whole_form_is_folded_until_it_is_filled_in(
    people: list[User], settings: Settings
) -> None:
    ada = browser_of(people[0])
    folded, open_ = '<details class="fold">', '<details class="fold" open>'
    assert folded in ada.get("/games/new").content.decode()
    assert open_ in ada.get("/games/new?players=3").content.decode()
    assert send(ada, "/games/new", preset="chess").status_code == 404
    assert send(ada, "/games/new", preset="house", players="9").status_code == 422
    settings.QUOTAS = settings.QUOTAS | {"practice_games": 0}
    refused = send(ada, "/games/new", preset="house", players="3")
    assert refused.status_code == 429
    assert "of your practice games are still going on" in words(refused)
    assert open_ in refused.content.decode()
    assert not Game.objects.exists()


def test_the_form_has_a_field_for_everything_that_the_api_takes() -> None:
    fields = list(table_fields())
    paths = {path for field in fields for path in field.paths or [field.name]}
    options = {path.removeprefix("options.") for path in paths if path.startswith("options.")}
    assert options == set(Options.__struct_fields__)
    members = set(TableSerializer().fields) - {"entropy"}  # filled in by a script
    of_forms = {"luminary", *HOUSE[1:]}  # more of what other fields say
    assert {path.partition(".")[0] for path in paths} - of_forms == members


def test_a_table_may_be_made_with_an_empty_list_of_luminaries(
    people: list[User], client: Client
) -> None:
    game = game_create(
        user=people[0],
        wanted=NewTable(options={"mode": "standard", "luminaries": []}),
        source=CommandSource.API,
    )
    assert client.get("/games/").status_code == 200
    assert "Luminaries None" in words(client.get(f"/games/{game.pk}"))


def test_everything_that_can_be_chosen_is_explained() -> None:
    assert set(offers.ABOUT_MODES) == set(MODES)
    assert set(offers.CLOCK_NAMES) == {preset.name for preset in controls.PRESETS}
    assert set(LEVEL_NAMES) == set(LEVELS)


@pytest.mark.parametrize("mode", MODES)
def test_every_mode_can_be_made_whatever_number_is_chosen(people: list[User], mode: str) -> None:
    assert send(browser_of(people[0]), "/games/new", mode=mode, players="3").status_code == 302
    alone = max(MODES[mode].players) == 1
    game = Game.objects.get(mode=mode)
    assert game.seats == {"teams": 4}.get(mode, 1 if alone else 3)
    assert isinstance(control_of(game), NoClock) == alone
    assert game.visibility == ("link" if alone else "public")


def test_what_is_wrong_is_said_at_its_field_and_the_rest_is_kept(people: list[User]) -> None:
    filled = {
        "mode": "beginner",
        "players": "3",
        "visibility": "private",
        "invited": "bob nobody-here",
        "excuses": "many",
        "clock": "three_days",
        "no_repeats": "yes",
    }
    refused = send(browser_of(people[0]), "/games/new", **filled)
    assert refused.status_code == 422
    page = unescape(refused.content.decode())
    assert re.search(r'id="excuses-wrong">This must be a whole number\.', page)
    assert re.search(r'name="excuses" value="many"[^>]* aria-invalid="true"', page)
    for chosen in ("mode:beginner", "players:3", "visibility:private", "clock:three_days"):
        name, value = chosen.split(":")
        assert f'name="{name}" value="{value}" checked' in page
    assert 'name="no_repeats" value="yes" checked' in page
    assert 'value="bob nobody-here"' in page
    unknown = send(browser_of(people[0]), "/games/new", **filled | {"excuses": "1"})
    assert 'id="invited-wrong">Nobody is called nobody-here here.' in unknown.content.decode()
    assert not Game.objects.exists()


@pytest.mark.parametrize(
    ("filled", "field", "sentence"),
    [
        ({"clock": "own", "clock_time": "0"}, "clock_time", "must be more than zero"),
        ({"clock": "own", "clock_time": "1.5"}, "clock_time", "Enter a whole number of hours."),
        ({"clock": "own", "clock_time": "9999"}, "clock_time", "at most 366 days"),
        (
            {"clock": "own", "clock_kind": "bank", "clock_time": "9", "clock_cap": "8"},
            "clock_cap",
            "at least the initial time",
        ),
        ({"clock": "own", "clock_kind": "sand"}, "clock_kind", "is one of per_decision"),
        ({"clock": "sand"}, "clock", "There is no clock “sand”."),
        ({"luminaries": "own", "luminary": ["rake"]}, "luminaries", "four"),
        ({"luminaries": "own"}, "luminaries", "four"),
        ({"rounds": "33"}, "rounds", "32"),
        ({"mode": "chess"}, "mode", "standard"),
        ({"house1": "strong", "house2": "strong"}, "house1", "at most 1"),
        ({"house1": "divine"}, "house1", "Choose among"),
        ({"house1": "strong", "visibility": "public"}, "visibility", "not in the public list"),
        ({"house1": "strong", "rated": "yes"}, "rated", "are not rated"),
        ({"min_reliability": "101"}, "min_reliability", "at most 100"),
        ({"seat": "1"}, "", "seats of this table are drawn"),
    ],
)
def test_each_refusal_is_shown_where_it_belongs(
    people: list[User], filled: dict[str, Any], field: str, sentence: str
) -> None:
    refused = send(browser_of(people[0]), "/games/new", **filled)
    assert refused.status_code in {409, 422}
    page = unescape(refused.content.decode())
    found = re.findall(r'class="wrong" id="(\w+)-wrong">([^<]+)<', page)
    if field:
        assert [name for name, said in found if sentence in said] == [field]
    else:
        assert sentence in page.partition("<form method")[0]


def test_refusals_name_fields_by_their_labels(people: list[User]) -> None:
    ada = browser_of(people[0])
    rated = send(ada, "/games/new", house1="strong", rated="yes")
    assert "Leave out “Another seat” or “Rating”." in words(rated)
    public = send(ada, "/games/new", house1="strong", visibility="public")
    said = "Choose “Anyone who has the address” or “Only people you invite”."
    assert said in words(public)
    german = ada.post(
        "/games/new", {"key": str(uuid.uuid4()), "clock": "own", "clock_time": "0"}, headers=GERMAN
    )
    assert "Die Zeit „Stunden“ muss größer als null sein." in words(german)


def test_the_address_of_the_form_can_fill_it_in(people: list[User]) -> None:
    query = "?mode=beginner&players=4&clock=relaxed&invited=bob+cy&no_repeats=yes"
    page = browser_of(people[0]).get(f"/games/new{query}").content.decode()
    for name, value in (("mode", "beginner"), ("players", "4"), ("clock", "relaxed")):
        assert f'name="{name}" value="{value}" checked' in page
    assert 'value="bob cy"' in page
    assert 'name="pauses" value="yes" checked' in page


def test_a_field_takes_only_so_much() -> None:
    long = QueryDict(mutable=True)
    long.update({"invited": "x " * 9_000, "excuses": "9" * 9_000, "mode": "m" * 9_000})
    form = TableForm(long, sent=True)
    assert not form.is_valid()
    assert max(len(each.text) for each in form.shown()) == 200


@pytest.mark.parametrize("path", ["/games/new?players=3", "/games/practice"])
def test_who_is_not_logged_in_logs_in_first(db: None, client: Client, path: str) -> None:
    asked, sent = client.get(path), send(client, path)
    assert asked.headers["Location"] == f"/accounts/login/?next={quote(path)}"
    assert sent.headers["Location"] == f"/accounts/login/?next={path.partition('?')[0]}"


def test_tables_with_a_free_seat_are_found_by_mode_and_players(
    people: list[User], client: Client
) -> None:
    ada, bob, _ = people
    two = game_create(user=ada, wanted=NewTable(options=BEGINNER), source=CommandSource.API)
    three = game_create(
        user=bob, wanted=NewTable(options=BEGINNER | {"players": 3}), source=CommandSource.API
    )
    full = game_create(
        user=ada, wanted=NewTable(options=BEGINNER, start="by_hand"), source=CommandSource.API
    )
    seat_take(user=bob, game_id=full.pk, source=CommandSource.API)
    game_create(
        user=ada, wanted=NewTable(options=BEGINNER, visibility="link"), source=CommandSource.API
    )
    game_create(user=ada, wanted=NewTable(options={"mode": "standard"}), source=CommandSource.API)

    def found(query: str = "") -> set[str]:
        page = client.get(f"/games/{query}").content.decode()
        return set(re.findall(r'href="/games/([0-9a-f-]{36})"', page))

    assert len(found()) == 3
    assert found("?mode=beginner") == {str(two.pk), str(three.pk)}
    assert found("?mode=beginner&players=3") == {str(three.pk)}
    assert found("?mode=chess&players=9") == found()
    assert found("?mode=teams") == set()
    text = words(client.get("/games/?players=3"))
    assert "for 3 players" in text
    assert "5 days, and 12 hours more for every decision" in text


def test_the_list_has_pages(people: list[User], settings: Settings, client: Client) -> None:
    settings.QUOTAS = settings.QUOTAS | {"open_tables": 50}
    for _ in range(21):
        game_create(user=people[0], wanted=NewTable(options=BEGINNER), source=CommandSource.API)
    first = client.get("/games/?mode=beginner").content.decode()
    assert first.count("1 of 2") == 20
    (older,) = re.findall(r'href="([^"]+)" rel="next"', unescape(first))
    second = client.get(older).content.decode()
    assert second.count("1 of 2") == 1
    assert 'rel="next"' not in second
    assert client.get("/games/?cursor=nonsense").headers["Location"] == "/games/"


def test_the_list_leaves_out_the_tables_of_who_blocked_the_visitor(people: list[User]) -> None:
    ada, bob, _ = people
    game = game_create(user=ada, wanted=NewTable(options=BEGINNER), source=CommandSource.API)
    assert str(game.pk) in browser_of(bob).get("/games/").content.decode()
    block_make(user=ada, blocked=bob)
    assert str(game.pk) not in browser_of(bob).get("/games/").content.decode()


def test_a_page_of_the_list_takes_a_fixed_number_of_queries(
    people: list[User], settings: Settings, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    settings.QUOTAS = settings.QUOTAS | {"open_tables": 50}
    for _ in range(15):
        game_create(user=people[0], wanted=NewTable(options=BEGINNER), source=CommandSource.API)
    browser = browser_of(people[1])
    browser.get("/games/")
    with django_assert_max_num_queries(14):
        browser.get("/games/")


def test_no_time_is_taken_for_a_decision_unless_it_is_chosen(people: list[User]) -> None:
    send(browser_of(people[0]), "/games/new", clock="three_days")
    assert control_of(Game.objects.get()) == PerDecision()
    assert SeatAssignment.objects.get().user == people[0]
