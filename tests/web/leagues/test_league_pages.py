"""Leagues and seasons run by their pages alone, from creation to the end."""

import re
from html import unescape
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction
from django.test import Client

from accounts.models import User
from games.actors import CommandSource
from games.clocks.controls import DEFAULT, Bank
from games.clocks.spans import HOUR
from games.making.arrangement import game_arrange
from games.models import Game
from games.play.commands import Command, play
from games.stream.store import state_of
from illimat_core import as_json, legal_actions
from leagues.models import Entrant, EntrantPlayer, Fixture, League, Organiser, Result, Season
from leagues.models.rulings import Ruling
from leagues.running import lifecycle
from leagues.season import lookup
from leagues.season.declared_rules import rules_of
from leagues.stream import store
from leagues.stream.events import EntrantRegistered, GamesArranged, SeasonArchived, SeasonFinished
from tests.support.api_seasons import DAY, in_days
from tests.support.mails import mails, text
from tests.support.pages import Outline, body, browser_of
from tests.support.played_seasons import PlayedSeason, crowd, people_named
from tests.support.times import Time
from tests.support.wordless import words_of
from tests.web.drawn_forms import form_of, send

pytestmark = pytest.mark.django_db

RULES: dict[str, Any] = {"at_table": 2, "format": "round_robin"}
SMALL: dict[str, Any] = {
    "rules__format": "round_robin",
    "rules__at_table": 2,
    "rules__options.mode": "beginner",
    "rules__options.rounds": 1,
}
MESSAGE = "Welcome all.\nPlay fair."


def browsers(*handles: str) -> list[Client]:
    return [browser_of(each) for each in people_named(*handles)]


def played_out(game: Game) -> None:
    """Let the seats of a game take legal actions to its end."""
    while True:
        game.refresh_from_db()
        if game.state != Game.State.RUNNING:
            return
        state = state_of(game)
        seat = state.awaited[0]
        assert seat is not None
        user = game.assignments.get(number=seat).user
        assert user is not None
        action = as_json(next(iter(legal_actions(state, seat))))
        play(Command(game.pk, user, CommandSource.API, str(uuid4()), (action,)))


def new_season(organiser: Client, **rules: Any) -> Season:
    """Create a league and a season by the pages, and open its registration."""
    league = send(organiser, "/leagues/new", "create", name="Crows").headers["Location"]
    path = f"{league}/seasons/new"
    page = send(organiser, path, "declare", name="Spring", **SMALL | rules).headers["Location"]
    send(organiser, page, "open")
    lifecycle.sweep()
    return Season.objects.get()


def enter(season: Season, people: list[User]) -> None:
    """Register people as the services do, but all at once."""
    keys = [uuid4() for _ in people]
    with transaction.atomic():
        locked = lookup.season_lock(season.pk)
        store.append(locked, [EntrantRegistered(entrant=key) for key in keys])
    EntrantPlayer.objects.bulk_create(
        EntrantPlayer(season=season, entrant_id=key, user=person)
        for key, person in zip(keys, people, strict=True)
    )


def check_words(browser: Client, paths: list[str], language: str) -> None:
    """Check that pages have no words but names, in a language that has none."""
    browser.get("/")  # shows what was told after the last form, in English
    for path in paths:
        words = set(words_of(browser, path, language))
        assert words <= {"Spring", "Crows", "Season", "UTC", "AM", "PM"}, (path, words)


def start(organiser: Client, season: Season) -> None:
    send(organiser, f"/seasons/{season.pk}/organise?plan=1", "start")
    lifecycle.sweep()


@pytest.mark.slow
def test_a_season_runs_by_the_pages_from_its_creation_to_the_end(time: Time) -> None:
    ada, bob, cy, dee, eve = browsers("ada", "bob", "cy", "dee", "eve")
    season = new_season(ada)
    path = f"/seasons/{season.pk}"
    assert "As things are, it could not start: The season needs" in body(
        ada.get(f"{path}/organise")
    )
    for browser in (bob, cy, dee):
        send(browser, path, "register")
    assert "You are registered." in body(bob.get(path))
    send(dee, path, "withdraw")
    send(dee, path, "register")
    plan = body(ada.get(f"{path}/organise?plan=1"))
    assert re.search(r"Withdraw somebody\.</span>[^§]*bob, cy, dee", plan)
    assert "As things are, that is with 3 entrants." in body(ada.get(f"{path}/organise"))
    start(ada, season)
    assert "As things are, these are 3 games." in body(ada.get(f"{path}/organise"))
    assert Fixture.objects.exclude(game=None).count() == 3

    send(eve, path, "substitute")
    send(dee, path, "withdraw")
    gone = Entrant.objects.get(state=Entrant.State.WITHDRAWN)
    send(ada, f"{path}/entrants/{gone.pk}", "substitute")
    lifecycle.sweep()
    assert "You play for somebody who withdrew." in body(eve.get(path))

    send(ada, f"{path}/organise", "message", text=MESSAGE)
    assert "Welcome all.<br>Play fair." in body(bob.get(f"{path}/messages"))

    ruled = Fixture.objects.filter(game__assignments__user__handle="bob").first()
    assert ruled is not None
    table = f"{path}/tables/{ruled.pk}"
    send(bob, table, "ask", question="Who has won?")
    ruling = f"{path}/rulings/{Ruling.objects.get().pk}"
    assert ruling in body(ada.get(f"{path}/rulings?open=1"))
    send(ada, ruling, "answer", reasons="The second seat.", effect="places", places="2 1")
    assert "The second seat." in body(bob.get(ruling))
    send(ada, table, "correct", reason="The first seat had more.", **{"0__place": 1, "1__place": 2})
    assert "Why: The first seat had more." in body(Client().get(table))
    assert Result.objects.filter(fixture=ruled).count() == 2

    for fixture in Fixture.objects.filter(settled=False).select_related("game"):
        assert fixture.game is not None
        played_out(fixture.game)
    lifecycle.sweep()
    assert "The season ended on" in body(Client().get(path))
    over = body(ada.get(f"{path}/organise"))
    assert "The page of a table lets you correct its result." in over
    assert not re.search("half a day|Withdraw somebody", over)
    assert path in body(cy.get("/people/bob/seasons"))

    league = f"/leagues/{season.league_id}"
    send(ada, f"{league}/organise", "offer", handle="bob")
    send(bob, league, "accept-offer")
    send(ada, f"{league}/organise", "leave")
    assert [each.user.handle for each in Organiser.objects.all()] == ["bob"]
    time.jump(31 * DAY)
    lifecycle.sweep()
    send(bob, f"{league}/organise", "close")
    assert "This league is closed." in body(Client().get(league))


def test_entrants_confirm_on_the_page_that_they_will_play(people: list[User]) -> None:
    organiser, guest, waits = browsers("organiser", "guest", "waits")
    season = new_season(organiser, rules__confirm_days=3, rules__capacity=len(people) + 2)
    enter(season, people)
    path = f"/seasons/{season.pk}"
    send(guest, path, "register")
    assert "Will you play?" not in body(guest.get(path))
    Season.objects.update(asks_at=season.registration_opens_at)
    lifecycle.sweep()
    assert "Please confirm that you will play." in body(guest.get(path))
    send(guest, path, "confirm")
    page = body(guest.get(path))
    assert "You have confirmed that you will play." in page
    assert "Will you play?" not in page
    assert "entered, will play" in body(guest.get(f"{path}/entrants"))
    send(organiser, path, "register")
    send(waits, path, "register")
    assert "waits for a place, will play" in body(organiser.get(f"{path}/entrants"))
    plan = body(organiser.get(f"{path}/organise?plan=1"))
    absent = ", ".join(each.handle for each in people)
    assert f"have not confirmed that they will play, and would not: {absent}" in plan


def test_an_organiser_moves_entrants_by_the_pages_and_they_agree_there(people: list[User]) -> None:
    organiser, guest = browsers("organiser", "guest")
    season = new_season(organiser, rules__division_size=2)
    path = f"/seasons/{season.pk}"
    send(guest, path, "register")
    enter(season, people)
    entrant = EntrantPlayer.objects.get(user__handle="guest").entrant_id
    page = f"{path}/entrants/{entrant}"
    now = "there are divisions 1 to 2. Without a move, they would play in division 1."
    assert now in body(organiser.get(page))
    send(organiser, path, "register")
    own = EntrantPlayer.objects.get(user__handle="organiser").entrant_id
    assert "Move to another division" not in body(organiser.get(f"{path}/entrants/{own}"))
    send(organiser, path, "withdraw")
    refused = send(organiser, page, "move", status=409, division=9, reason="Asked for it.")
    assert "Divisions are numbered from 1 to" in refused.content.decode()
    send(organiser, page, "move", division=2, reason="Asked for it.")
    assert "Asked to agree to division 2: Asked for it." in body(organiser.get(page))
    assert "asks you to play in division 2" in body(guest.get(path))
    send(guest, path, "decline")
    assert "Asked for it." not in body(guest.get(path))
    send(organiser, page, "move", division=2, reason="Asked for it.")
    send(guest, path, "agree")
    assert "has moved you to division 2: Asked for it." in body(guest.get(path))
    for place in ("entrants", "organise?plan=1"):
        assert "moved to division 2: Asked for it." in body(organiser.get(f"{path}/{place}"))
    send(organiser, page, "move-back")
    assert "Asked for it." not in body(organiser.get(page))


@pytest.mark.slow
def test_the_page_of_a_table_says_whose_own_game_was_corrected() -> None:
    ada, bob, cy = browsers("ada", "bob", "cy")
    season = new_season(ada)
    path = f"/seasons/{season.pk}"
    for browser in (ada, bob, cy):
        send(browser, path, "register")
    start(ada, season)
    own = Fixture.objects.filter(game__assignments__user__handle="ada").first()
    assert own is not None
    assert own.game is not None
    table = f"{path}/tables/{own.pk}"
    assert "No organiser of this league can rule" in body(ada.get(table))
    played_out(own.game)
    lifecycle.sweep()
    other = Organiser.objects.create(
        league_id=season.league_id, user=User.objects.create(handle="una", email="una@example.org")
    )
    assert "another organiser has to correct its result" in body(ada.get(table))
    assert "No organiser of this league can rule" not in body(ada.get(table))
    other.delete()
    send(ada, table, "correct", reason="A mistake.", kind="void")
    assert "The organiser who corrected it plays in this game" in body(Client().get(table))


def test_a_frozen_game_leaves_the_page_of_its_season_readable(people: list[User]) -> None:
    season = PlayedSeason([people], **RULES)
    ada, bob, _ = season.divisions[0]
    (fixture,) = season.pair((ada, bob))
    game = game_arrange(players=people[:2], options={"mode": "beginner"}, control=DEFAULT)
    season.append(GamesArranged(games={fixture: game.pk}))
    browser, path = browser_of(people[0]), f"/seasons/{season.season.pk}"
    assert "<svg" in body(browser.get(path))
    Game.objects.filter(pk=game.pk).update(damage="Event 3 is missing.")
    for page in (path, "/"):
        assert f"/games/{game.pk}" in body(browser.get(page))


def test_what_withdrawing_an_entrant_would_do_is_shown_when_asked(people: list[User]) -> None:
    season = PlayedSeason([people], **RULES)
    Organiser.objects.create(league=season.league, user=people[0])
    browser = browser_of(people[0])
    path = f"/seasons/{season.season.pk}/entrants/{season.divisions[0][1]}"
    asked = f"{path}?withdraw=1"
    assert 'href="?withdraw=1#act-remove"' in body(browser.get(path))
    assert "This is for good." not in body(browser.get(path))
    assert "This is for good." in body(browser.get(asked))
    assert "withdraw=1" not in body(browser_of(people[1]).get(path))
    assert "Withdraw them" not in body(browser_of(people[1]).get(asked))
    send(browser, asked, "remove")
    assert "withdraw=1#" not in body(browser.get(path))


def test_a_form_that_is_sent_twice_acts_once() -> None:
    (ada,) = browsers("ada")
    filled = form_of(ada, "/leagues/new", "create") | {"name": "Crows"}
    first, second = (ada.post("/leagues/new", filled) for _ in range(2))
    assert first.headers["Location"] == second.headers["Location"]
    assert League.objects.count() == 1
    again = ada.post("/leagues/new", filled | {"name": "Owls"})
    assert again.status_code == 422
    assert 'value="Owls"' in again.content.decode()
    assert League.objects.count() == 1


def test_a_form_that_is_sent_twice_says_what_it_did_each_time() -> None:
    (ada,) = browsers("ada")
    page = f"{send(ada, '/leagues/new', 'create', name='Crows').headers['Location']}/organise"
    filled = form_of(ada, page, "change") | {"about": "Slow."}
    for _ in range(2):
        assert ada.post(page, filled).status_code == 303
        assert "The league has been changed." in body(ada.get(page))


def test_bad_input_is_told_at_its_field_and_everything_is_kept() -> None:
    (ada,) = browsers("ada")
    league = send(ada, "/leagues/new", "create", name="Crows").headers["Location"]
    page = send(
        ada,
        f"{league}/seasons/new",
        "declare",
        status=422,
        name="Spring",
        rules__at_table=4,
        rules__rounds=3,
        rules__capacity="many",
        rules__pauses="on",
        ends_at="",
    ).content.decode()
    told = dict(re.findall(r'<p class="wrong" id="act-declare-([\w-]+)-error">([^<]+)</p>', page))
    assert set(told) == {"ends_at", "rules-capacity"}
    assert re.search(r'name="rules\.capacity"[^>]* value="many"[^>]* aria-invalid="true"', page)
    assert re.search(r'name="rules\.pauses"[^>]* checked', page)
    assert re.search(r'name="rules\.rounds"[^>]* value="3"', page)
    page = send(
        ada, f"{league}/seasons/new", "declare", status=422, name="Spring", rules__games=7
    ).content.decode()
    told = dict(re.findall(r'<p class="wrong" id="act-declare-([\w-]+)-error">([^<]+)</p>', page))
    assert list(told) == ["rules-games"]
    page = send(
        ada,
        f"{league}/seasons/new",
        "declare",
        status=422,
        rules__options__mode="beginner",
        rules__options__target_score=0,
    ).content.decode()
    told = dict(re.findall(r'<p class="wrong" id="act-declare-([\w-]+)-error">([^<]+)</p>', page))
    assert list(told) == ["rules-options-target_score"]
    assert '<option value="beginner" selected>' in page
    assert not Season.objects.exists()


@pytest.mark.parametrize(
    ("filled", "field"),
    [
        ({"rules__clock": "own", "rules__own_clock__time": "three"}, "rules-own_clock-time"),
        ({"rules__clock": "own", "rules__own_clock__time": "0"}, "rules-own_clock-time"),
        ({"rules__options__luminaries": "own"}, "rules-options-luminaries"),
    ],
)
def test_what_is_wrong_with_an_own_clock_or_set_is_told_at_its_field(
    filled: dict[str, str], field: str
) -> None:
    (ada,) = browsers("ada")
    league = send(ada, "/leagues/new", "create", name="Crows").headers["Location"]
    page = f"{league}/seasons/new"
    answer = send(ada, page, "declare", status=422, name="Spring", **SMALL | filled)
    assert f'id="act-declare-{field}-error"' in answer.content.decode()


def test_refusals_name_fields_by_their_labels() -> None:
    (ada,) = browsers("ada")
    league = send(ada, "/leagues/new", "create", name="Crows").headers["Location"]
    filled = {"rules__format": "round_robin", "rules__at_table": 2, "rules__games": 4}
    answer = send(ada, f"{league}/seasons/new", "declare", status=422, name="Spring", **filled)
    page = unescape(answer.content.decode())
    assert "in the format “Groups: everybody plays" in page
    assert "Leave out “Games of each, in groups”." in page


def test_a_draft_is_changed_unless_somebody_else_did_meanwhile() -> None:
    (ada,) = browsers("ada")
    league = send(ada, "/leagues/new", "create", name="Crows").headers["Location"]
    send(ada, f"{league}/seasons/new", "declare", name="Spring", **SMALL)
    season = Season.objects.get()
    path = f"/seasons/{season.pk}/change"
    old = form_of(ada, path, "change")
    send(ada, path, "change", name="Autumn", rules__excuses=2)
    season.refresh_from_db()
    assert (season.name, season.rules["excuses"]) == ("Autumn", 2)
    assert season.rules["options"]["rounds"] == 1
    stale = ada.post(path, old | {"name": "Winter"})
    assert stale.status_code == 409
    page = stale.content.decode()
    assert "What you entered is kept" in page
    assert 'value="Winter"' in page
    season.refresh_from_db()
    assert season.name == "Autumn"


def test_organisers_move_the_dates_and_the_rules_say_from_when_by_whom_and_why(
    people: list[User],
) -> None:
    organiser, guest = browsers("organiser", "guest")
    season = new_season(organiser)
    enter(season, people)
    path = f"/seasons/{season.pk}"
    ends = in_days(150)[:16]
    send(organiser, f"{path}/organise", "dates", ends_at=ends, reason="Holidays.")
    moved = Season.objects.get()
    assert moved.starts_at == season.starts_at
    assert moved.ends_at is not None
    assert moved.ends_at.isoformat().startswith(ends)
    rules = body(guest.get(f"{path}/rules"))
    assert "organiser moved dates on" in rules
    assert "End at the latest:" in rules
    assert "Start:" not in rules
    assert f"<code>{moved.head[:16]}…</code>" in rules
    send(guest, path, "register")
    assert "You keep your place in a division." not in body(guest.get(path))  # the first season
    assert "Holidays." in rules


def test_who_withdraws_after_dates_moved_reads_that_they_keep_their_place() -> None:
    ada, bob, cy = browsers("ada", "bob", "cy")
    first = new_season(ada)
    send(ada, f"/seasons/{first.pk}", "register")
    send(bob, f"/seasons/{first.pk}", "register")
    start(ada, first)
    for fixture in Fixture.objects.select_related("game"):
        assert fixture.game is not None
        played_out(fixture.game)
    lifecycle.sweep()
    send(ada, f"/leagues/{first.league_id}/seasons/new", "declare", name="Summer", **SMALL)
    second = Season.objects.get(name="Summer")
    path = f"/seasons/{second.pk}"
    send(ada, f"{path}/organise", "open")
    send(ada, f"{path}/organise", "dates", ends_at=in_days(150)[:16])
    keeps = "You keep your place in a division."
    for browser, kept in ((bob, True), (cy, False)):
        send(browser, path, "register")
        assert (keeps in body(browser.get(path))) is kept


def test_who_would_withdraw_from_a_running_season_reads_what_follows(people: list[User]) -> None:
    organiser, waits = browsers("organiser", "waits")
    season = new_season(organiser)
    enter(season, people)
    start(organiser, season)
    path = f"/seasons/{season.pk}"
    send(waits, path, "substitute")
    follows = "If fewer than half of your games are finished by then, you come last"
    assert follows in body(browser_of(people[0]).get(path))
    page = body(waits.get(path))
    assert follows not in page
    assert "you cannot take part in this season any more" in page


def test_organisers_move_a_round_to_come_on_the_page(people: list[User]) -> None:
    organiser, guest = browsers("organiser", "guest")
    season = new_season(organiser, rules__days_per_round=5)
    enter(season, people)
    start(organiser, season)
    path = f"/seasons/{season.pk}"
    begins = in_days(60)[:16]
    assert '<option value="1"' not in body(organiser.get(f"{path}/organise"))
    send(organiser, f"{path}/organise", "dates", round=2, round_starts_at=begins)
    moved = Season.objects.get().round_dates
    assert moved is not None
    second, third = moved[1:]
    assert second.startswith(begins)
    assert third > second
    assert "Round 2 and those after it:" in body(guest.get(f"{path}/rules"))
    send(organiser, f"{path}/organise", "dates", round=3, round_starts_at=in_days(70)[:16])
    assert "<li>Round 3: " in body(guest.get(f"{path}/rules"))
    mail = mails("season_moved", people[0])[-1]
    assert "the rounds after it" not in text(mail)


def test_a_draft_keeps_what_the_form_cannot_say() -> None:
    (ada,) = browsers("ada")
    send(ada, "/leagues/new", "create", name="Crows")
    league = League.objects.get()
    given = {
        "name": "Own",
        "starts_at": in_days(30),
        "ends_at": in_days(90),
        "registration_opens_at": in_days(9),
        "rules": {
            "format": "swiss",
            "rounds": 3,
            "days_per_round": 5,
            "late_entry_until": in_days(60),
            "clock": {"kind": "per_decision", "time": 5400},
        },
    }
    path = f"/api/v1/leagues/{league.pk}/seasons"
    made = ada.post(path, given, content_type="application/json")
    own = Season.objects.get(pk=made.json()["id"])
    before = Season.objects.get(pk=own.pk)
    send(ada, f"/seasons/{own.pk}/change", "change", name="Renamed")
    own.refresh_from_db()
    assert (own.name, own.rules["clock"]) == ("Renamed", before.rules["clock"])
    assert own.rules["late_entry_until"] == before.rules["late_entry_until"]
    for moment in ("registration_opens_at", "starts_at", "ends_at"):  # which have seconds
        assert getattr(own, moment) == getattr(before, moment), moment


def test_a_time_that_clocks_skip_is_refused_at_its_field() -> None:
    (ada,) = browsers("ada")
    User.objects.update(time_zone="Europe/Berlin")
    league = send(ada, "/leagues/new", "create", name="Crows").headers["Location"]
    filled = SMALL | {"starts_at": "2026-03-29T02:30"}
    page = send(ada, f"{league}/seasons/new", "declare", status=422, name="Spring", **filled)
    refused = unescape(page.content.decode()).partition('id="act-declare-starts_at-error">')[2]
    assert refused.startswith("This time does not exist in Europe/Berlin: clocks are put forward")
    assert not Season.objects.exists()


def test_a_season_may_have_a_clock_and_luminaries_of_its_own() -> None:
    (ada,) = browsers("ada")
    league = send(ada, "/leagues/new", "create", name="Crows").headers["Location"]
    path = f"{league}/seasons/new"
    own = form_of(ada, path, "declare") | {
        "name": "Own",
        "registration_opens_at": in_days(9)[:16],
        "rules.clock": "own",
        "rules.own_clock.kind": "bank",
        "rules.own_clock.time": "48",
        "rules.own_clock.increment": "0",
        "rules.own_clock.cap": "24",
        "rules.options.luminaries": "own",
        "rules.own_luminaries": ["rake", "river", "union", "island"],
    }
    refused = ada.post(path, own)
    assert refused.status_code == 422
    at_cap = refused.content.decode().partition('name="rules.own_clock.cap"')[2]
    assert "The cap must be at least the initial time." in at_cap.partition("</div>")[0]
    assert 'value="rake" checked' in refused.content.decode()
    assert ada.post(path, own | {"rules.own_clock.cap": "72"}).status_code == 303
    season = Season.objects.get()
    clock, chosen = season.rules["clock"], season.rules["options"]["luminaries"]
    assert rules_of(season).clock == Bank(48 * HOUR, 0, 72 * HOUR)
    assert set(chosen) == {"rake", "river", "union", "island"}
    told = body(ada.get(f"/seasons/{season.pk}/rules"))
    assert "the Rake" in told
    assert "As declared before" not in told
    change = f"/seasons/{season.pk}/change"
    assert form_of(ada, change, "change")["rules.own_clock.cap"] == "72"
    again = form_of(ada, change, "change") | {"name": "Renamed", "rules.own_luminaries": chosen}
    assert ada.post(change, again).status_code == 303
    season.refresh_from_db()
    assert (season.name, season.rules["clock"]) == ("Renamed", clock)
    assert season.rules["options"]["luminaries"] == chosen


@pytest.mark.slow
def test_a_plan_that_has_changed_is_shown_anew_before_it_is_carried_out() -> None:
    ada, bob, cy, dee = browsers("ada", "bob", "cy", "dee")
    season = new_season(ada)
    path = f"/seasons/{season.pk}"
    send(bob, path, "register")
    assert "at least 2 entrants" in body(ada.get(f"{path}/organise?plan=1"))
    send(cy, path, "register")
    old = form_of(ada, f"{path}/organise?plan=1", "start")
    send(dee, path, "register")
    refused = ada.post(f"{path}/organise?plan=1", old)
    assert refused.status_code == 409
    assert "bob, cy, dee" in refused.content.decode()
    assert "Above is the new plan: look at it, then start" in refused.content.decode()
    start(ada, season)
    season.refresh_from_db()
    assert season.state == Season.State.RUNNING


@pytest.mark.slow
def test_a_team_enters_once_both_have_named_each_other() -> None:
    ada, bob, cy = browsers("ada", "bob", "cy")
    season = new_season(
        ada, rules__partners="on", **{"rules__options.mode": "teams", "rules__format": "groups"}
    )
    path = f"/seasons/{season.pk}"
    send(bob, path, "register", status=422, partner="nobody", team="Owls")
    send(bob, path, "register", partner="cy", team="Owls")
    assert "You have named cy as your partner." in body(bob.get(path))
    send(cy, path, "register", partner="bob")
    assert "You are registered." in body(bob.get(path))
    assert "Owls" in body(Client().get(path))


def test_the_form_of_a_further_season_has_the_rules_of_the_last_one() -> None:
    (ada,) = browsers("ada")
    season = new_season(
        ada,
        rules__format="swiss",
        rules__rounds=3,
        rules__days_per_round=5,
        rules__late_entry_until=in_days(20)[:16],
        rules__bye="win",
        rules__division_size=5,
    )
    path = f"/leagues/{season.league_id}/seasons/new"
    assert "the rules of the season <bdi>Spring</bdi>; the dates are new" in body(ada.get(path))
    form = form_of(ada, path, "declare")
    wanted = {"format": "swiss", "rounds": "3", "bye": "win", "late_entry_until": ""}
    assert {name: form[f"rules.{name}"] for name in wanted} == wanted
    assert form["name"] == "Season 2"
    send(ada, path, "declare", starts_at=in_days(200)[:16], ends_at=in_days(290)[:16])
    assert rules_of(Season.objects.get(number=2)).division_size == 5
    send(ada, f"/seasons/{Season.objects.get(number=2).pk}/organise", "call-off")
    send(ada, f"/seasons/{season.pk}/organise", "call-off")
    assert "suit most leagues" in body(ada.get(path))


def test_a_full_season_says_so_before_one_enters() -> None:
    ada, bob, cy = browsers("ada", "bob", "cy")
    season = new_season(ada, rules__capacity=2)
    path = f"/seasons/{season.pk}"
    send(ada, path, "register")
    page = body(cy.get(path))
    assert "Places taken: 1 of 2." in page
    assert "Join the waiting list" not in page
    send(bob, path, "register")
    assert "Join the waiting list" in body(cy.get(path))
    send(cy, path, "register")
    assert "Places taken: 2 of 2. On the waiting list: 1." in body(Client().get(path))
    shown = cy.get(f"/api/v1{path}").json()
    assert (shown["taken"], shown["waiting"]) == (2, 1)
    send(bob, path, "withdraw")
    assert "All places are taken." in body(bob.get(path))


def test_everybody_reads_why_a_season_was_called_off() -> None:
    ada, bob = browsers("ada", "bob")
    season = new_season(ada)
    send(ada, f"/seasons/{season.pk}/organise", "call-off", reason="Too hot.")
    path = f"/seasons/{season.pk}"
    for page in (path, f"{path}/rules", f"/leagues/{season.league_id}"):
        assert "Too hot." in body(Client().get(page)), page
    assert bob.get(f"/api/v1{path}").json()["called_off_reason"] == "Too hot."


def test_refusals_are_told_beside_the_form_with_the_status_of_the_api() -> None:
    ada, bob = browsers("ada", "bob")
    season = new_season(ada)
    path = f"/seasons/{season.pk}"
    filled = form_of(bob, path, "register")
    send(ada, f"{path}/organise", "call-off", reason="Too hot.")
    refused = bob.post(path, filled)
    assert refused.status_code == 409
    assert "Registration is not open." in refused.content.decode()
    assert 'role="alert"' in refused.content.decode()


@pytest.mark.slow
def test_pages_of_organisers_are_hidden_from_others(people: list[User]) -> None:
    ada = browser_of(people[0])
    season = new_season(ada)
    pages = [
        f"/leagues/{season.league_id}/organise",
        f"/leagues/{season.league_id}/seasons/new",
        f"/seasons/{season.pk}/organise",
        f"/seasons/{season.pk}/change",
        f"/seasons/{season.pk}/messages",
    ]
    for path in pages:
        assert ada.get(path).status_code == 200, path
        assert browser_of(people[1]).get(path).status_code == 404, path
        assert browser_of(people[1]).post(path, {"act": "close"}).status_code == 404, path
        anonymous = Client().get(path)
        assert anonymous.status_code == 302, path
        assert "login" in anonymous.headers["Location"]


def test_an_invitation_is_found_and_declined_on_the_list(people: list[User]) -> None:
    ada, bob = (browser_of(each) for each in people[:2])
    path = send(ada, "/leagues/new", "create", name="Crows", access="invitation").headers[
        "Location"
    ]
    assert bob.get(path).status_code == 404
    send(ada, f"{path}/organise", "invite", handle="bob")
    assert "Ada invites you." in body(bob.get("/leagues/"))
    assert bob.get(path).status_code == 200
    send(bob, path, "decline-invitation")
    assert bob.get(path).status_code == 404
    assert "Ada invites you." not in body(bob.get("/leagues/"))


def test_the_home_page_leads_to_leagues_and_seasons_that_concern_its_visitor(
    people: list[User],
) -> None:
    ada, bob, stranger = (browser_of(each) for each in people[:3])
    season = new_season(ada)
    path = f"/seasons/{season.pk}"
    assert path in body(ada.get("/"))
    assert path not in body(bob.get("/"))
    send(ada, f"/leagues/{season.league_id}/organise", "invite", handle="bob")
    page = body(bob.get("/"))
    assert "Ada invites you." in page
    assert f'href="/leagues/{season.league_id}"' in page
    assert re.search(rf'Registration is open</h2>\s.*\s.*href="{path}"', page)
    send(bob, path, "register")
    page = body(bob.get("/"))
    assert "Ada invites you." not in page
    assert "Registration is open</h2>" not in page
    assert re.search(rf'Your seasons</h2>\s.*\s.*href="{path}".*not begun yet', page)
    assert path not in body(stranger.get("/"))


def test_the_home_page_shows_a_season_that_is_over_until_it_is_archived(
    people: list[User],
) -> None:
    season = PlayedSeason([people], **RULES)
    browser = browser_of(people[0])
    season.append(SeasonFinished(order=(tuple(season.divisions[0]),)))
    assert re.search(r"Your seasons</h2>.*, over</span>", body(browser.get("/")), re.DOTALL)
    season.append(SeasonArchived())
    assert "Your seasons" not in body(browser.get("/"))


def test_an_invitation_is_accepted_by_registering(people: list[User]) -> None:
    ada, bob = (browser_of(each) for each in people[:2])
    season = new_season(ada)
    path = f"/leagues/{season.league_id}"
    send(ada, f"{path}/organise", "invite", handle="bob")
    assert "Decline the invitation" in body(bob.get(path))
    send(bob, f"/seasons/{season.pk}", "register")
    assert "Ada invites you." not in body(bob.get("/leagues/"))
    assert "Decline the invitation" not in body(bob.get(path))


def test_rulings_are_read_by_the_table_only(people: list[User]) -> None:
    season = PlayedSeason([people[:2], people[2:]], division_size=2, **RULES)
    Organiser.objects.create(league=season.league, user=people_named("org")[0])
    (fixture,) = season.pair(season.divisions[0])
    row = Fixture.objects.get(pk=fixture)
    ruling = Ruling.objects.create(
        season=season.season, fixture=row, asked_by=people[0], question="Whose card?"
    )
    path = f"/seasons/{season.season.pk}/rulings"
    for reader in (people[0], people[1], User.objects.get(handle="org")):
        assert "Whose card?" in body(browser_of(reader).get(path))
        assert "Whose card?" in body(browser_of(reader).get(f"{path}/{ruling.pk}"))
    assert "Whose card?" not in body(browser_of(people[2]).get(path))
    assert browser_of(people[2]).get(f"{path}/{ruling.pk}").status_code == 404
    assert Client().get(path).status_code == 302


@pytest.mark.slow
def test_all_pages_are_well_formed_and_hidden_ones_of_a_private_league(
    people: list[User], client: Client
) -> None:
    season = PlayedSeason([people], access="invitation", **RULES)
    Organiser.objects.create(league=season.league, user=people[0])
    ada, bob, cy = season.divisions[0]
    over, _ = season.pair((ada, bob), (bob, cy))
    season.finish((over, (31, 24)))
    key, stranger = season.season.pk, browser_of(people_named("owl")[0])
    pages = [
        "/leagues/",
        "/leagues/new",
        "/people/bob/seasons",
        f"/leagues/{season.league.pk}",
        f"/leagues/{season.league.pk}/organise",
        f"/leagues/{season.league.pk}/seasons/new",
        f"/seasons/{key}",
        f"/seasons/{key}/rules",
        f"/seasons/{key}/organise",
        f"/seasons/{key}/entrants",
        f"/seasons/{key}/entrants/{bob}",
        f"/seasons/{key}/tables/{over}",
        f"/seasons/{key}/rulings",
        f"/seasons/{key}/messages",
    ]
    for path in pages:
        response = browser_of(people[0]).get(path)
        outline = Outline()
        outline.feed(body(response))
        assert outline.open == [], path
        assert len(outline.ids) == len(set(outline.ids)), path
        assert "unsafe" not in response.headers["Content-Security-Policy"]
        if str(key) in path or str(season.league.pk) in path:
            assert stranger.get(path).status_code == 404, path
            assert client.get(path).status_code == 302, path


@pytest.mark.slow
def test_the_pages_have_no_words_of_another_language(people: list[User], wordless: str) -> None:
    ada = browser_of(people[0])
    season = new_season(ada)
    for each in people[1:]:
        send(browser_of(each), f"/seasons/{season.pk}", "register")
    key, league = season.pk, season.league_id
    early = ["/leagues/new", f"/leagues/{league}/organise", f"/leagues/{league}/seasons/new"]
    early += [f"/seasons/{key}", f"/seasons/{key}/organise?plan=1", f"/seasons/{key}/rules"]
    check_words(ada, early, wordless)
    start(ada, season)
    fixture = Fixture.objects.get()
    check_words(
        ada,
        [
            "/leagues/",
            "/people/bob/seasons",
            f"/leagues/{league}",
            f"/seasons/{key}/organise",
            f"/seasons/{key}/entrants",
            f"/seasons/{key}/entrants/{fixture.entrants[0]}",
            f"/seasons/{key}/tables/{fixture.pk}",
            f"/seasons/{key}/rulings",
            f"/seasons/{key}/messages",
        ],
        wordless,
    )


@pytest.mark.thorough
def test_pages_of_a_large_season_take_few_queries_and_bytes(
    django_assert_max_num_queries: Any,
) -> None:
    people = crowd(1000)
    rules: dict[str, Any] = {"at_table": 4, "format": "swiss", "rounds": 3, "days_per_round": 10}
    season = PlayedSeason([people], **rules)
    Organiser.objects.create(league=season.league, user=people[0])
    entrants = season.divisions[0]
    paired = season.pair(*(entrants[4 * n : 4 * n + 4] for n in range(250)))
    season.finish(*((each, (9, 7, 5, 3)) for each in paired))
    key, browser = season.season.pk, browser_of(people[0])
    bounds = {
        f"/seasons/{key}": (28, 70_000),
        f"/seasons/{key}/rules": (10, 20_000),
        f"/seasons/{key}/organise": (15, 20_000),
        f"/seasons/{key}/entrants": (10, 25_000),
        f"/seasons/{key}/entrants/{entrants[0]}": (19, 20_000),
        f"/seasons/{key}/entrants/{entrants[0]}?withdraw=1": (30, 20_000),
        f"/seasons/{key}/tables/{paired[0]}": (17, 20_000),
        f"/seasons/{key}/rulings": (10, 20_000),
        f"/seasons/{key}/messages": (10, 20_000),
        f"/people/{people[0].handle}/seasons": (10, 20_000),
        f"/leagues/{season.league.pk}": (10, 20_000),
    }
    for path, (queries, size) in bounds.items():
        with django_assert_max_num_queries(queries):
            page = body(browser.get(path))
        assert len(page) < size, (path, len(page))


@pytest.mark.thorough
def test_the_plan_of_a_large_season_takes_few_queries_and_bytes(
    django_assert_max_num_queries: Any,
) -> None:
    (ada,) = browsers("ada")
    swiss = {"rules__format": "swiss", "rules__rounds": 3, "rules__days_per_round": 5}
    season = new_season(ada, **swiss)
    enter(season, crowd(1000))
    with django_assert_max_num_queries(30):
        page = body(ada.get(f"/seasons/{season.pk}/organise?plan=1"))
    assert len(page) < 60_000
    assert "crow-999" in page


def test_the_list_of_many_leagues_takes_few_queries_and_bytes(
    people: list[User], django_assert_max_num_queries: Any
) -> None:
    about = "A league of crows. " * 50
    leagues = League.objects.bulk_create(
        League(name=f"Crows {number}", about=about) for number in range(200)
    )
    Organiser.objects.bulk_create(Organiser(league=each, user=people[0]) for each in leagues[:100])
    browser = browser_of(people[0])
    with django_assert_max_num_queries(6):
        page = body(browser.get("/leagues/"))
    assert len(page) < 30_000
    assert 'href="?page=2"' in page
    assert "Crows 199" not in body(Client().get("/leagues/?page=2"))


def test_the_order_of_ties_and_the_worth_of_a_bye_are_declared_and_said_in_the_rules() -> None:
    (ada,) = browsers("ada")
    swiss = {"rules__format": "swiss", "rules__rounds": 3, "rules__days_per_round": 3}
    season = new_season(ada, **swiss, rules__ties="opponents", rules__bye="win")
    declared = rules_of(season)
    assert (declared.ties, declared.bye) == ("opponents", "win")
    told = body(ada.get(f"/seasons/{season.pk}/rules"))
    assert "<dd>The points of those whom they met, the points that they took from each" in told
    decides = ["the points of those whom they met", "the points that they took from each other"]
    assert re.findall("<li>([^<]+)</li>", told.partition("reckoned</h2>")[2])[:2] == decides
    assert "A bye, which is a round without a game, gives points: 3." in told
    assert "An entrant whose opponent drops out gets no less than that." in told
    assert "tables of three and four" not in told
    assert "<dt>What a bye is worth</dt><dd>The points for the first place</dd>" in told


def test_the_rules_of_groups_say_nothing_of_byes_which_they_do_not_have() -> None:
    (ada,) = browsers("ada")
    season = new_season(ada, rules__format="groups")
    told = body(ada.get(f"/seasons/{season.pk}/rules"))
    assert "<dd>The points that they took from each other, their share of the winners" in told
    assert "bye" not in told


def test_the_rules_of_a_round_robin_say_above_which_size_a_division_is_split() -> None:
    (ada,) = browsers("ada")
    season = new_season(ada, rules__format="round_robin", rules__at_table=2, rules__group_size=6)
    told = body(ada.get(f"/seasons/{season.pk}/rules"))
    assert "<dt>Largest group</dt><dd>6</dd>" in told


def test_what_the_sizes_of_tables_decide_is_said_where_they_can_be_mixed() -> None:
    (ada,) = browsers("ada")
    season = new_season(ada, rules__format="single_tables", rules__at_table=4)
    told = body(ada.get(f"/seasons/{season.pk}/rules"))
    assert "If tables of three and four are mixed" in told
    assert "gives points: 5." in told
    assert "drops out" not in told
