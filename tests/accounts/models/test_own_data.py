"""The file of one's own data: what is in it, what is not, who gets it, and how it is made."""

import json
import re
from collections.abc import Iterator
from datetime import timedelta
from typing import Any, cast

import pytest
from django.apps import apps
from django.db import OperationalError, connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings

from accounts.blocks import block_make
from accounts.log_in.changes import change_record, change_undo
from accounts.models import User
from accounts.models.own_data import DataFile, DataPart
from accounts.own_data import services as own_data
from accounts.own_data.held import HELD, HIDDEN
from accounts.services import account_close
from config.tasks import make_data_files
from games.models import Game
from games.outputs import own_data as own_games
from games.seeds import GameSeed
from games.stream import store as game_store
from illimat_core import evolve, fold
from illimat_core.cards import Card
from leagues.models import League, Organiser, Season
from leagues.season import lookup
from leagues.stream import store
from leagues.stream.events import RegistrationOpened, SeasonCalledOff
from moderation.reporting import report_make
from notifications.models import Notice
from notifications.models.webhooks import Webhook
from tests.support.apps import PASSWORD, App, SignUp
from tests.support.service_games import ServiceGame
from tests.support.tampering import rewritten
from trials.dice import dice
from trials.noninterference.exchange import (
    Viewer,
    cards_in_sight,
    exchange_unseen,
    rename_event,
    seen_after,
)

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
NAMES = ("mail", "address", "handle", "subject")


@pytest.fixture
def people() -> list[User]:
    return [User.objects.create_user(name, f"{name}@example.org") for name in ("ada", "bob", "cy")]


def fields_about_people() -> Iterator[str]:
    """Yield each column of the project that names a person, or may hold an address or name."""
    for model in apps.get_models(include_auto_created=True):
        for each in model._meta.get_fields():
            if each.auto_created or model is User or not hasattr(each, "attname"):
                continue
            named = not each.is_relation and any(word in each.name for word in NAMES)
            if each.related_model is User or named:
                yield f"{model._meta.label}.{each.name}"


def own_file(user: User) -> dict[str, Any]:
    made = own_data.data_ask(user=user)
    while own_data.make_next_slice():
        pass
    made.refresh_from_db()
    assert made.ready_at is not None
    text = b"".join(own_data.data_answer(made))
    assert len(text) == made.size
    found: dict[str, Any] = json.loads(text)
    return found


def test_each_column_about_people_is_in_the_file_or_left_out_for_a_reason() -> None:
    shown = {held.person for held in HELD}
    within = {f"{held.model._meta.label}.{name}" for held in HELD for name in held.shown}
    told = shown | within | HIDDEN.keys()
    hidden = {f"{held.model._meta.label}.{name}" for held in HELD for name in held.hidden}
    assert [name for name in fields_about_people() if name not in told | hidden] == []


@pytest.mark.parametrize("held", HELD, ids=lambda held: held.name)
def test_each_column_of_a_section_is_shown_or_left_out_for_a_reason(held: Any) -> None:
    columns = {each.name for each in held.model._meta.concrete_fields}
    told = {name.partition("__")[0] for name in (*held.shown, held.path)} | held.hidden.keys()
    assert "*" in held.hidden or columns - told <= {"id"}
    assert held.hidden.keys() <= columns | {"*"}
    assert all(held.hidden.values())


def test_no_two_sections_have_one_name() -> None:
    names = [held.name for held in HELD]
    assert len(names) == len({*names, "about", "read_me", own_data.END}) - 3


def test_the_file_has_a_section_for_each_kind_of_thing_and_says_what_it_lacks(
    people: list[User],
) -> None:
    ada, bob, _ = people
    block_make(user=ada, blocked=bob)
    hook = Webhook.objects.create(user=ada, url="https://bot.example.org/")
    found = own_file(ada)
    assert [*found] == ["read_me", "about", *(held.name for held in HELD)]
    assert found["account"][0]["email"] == "ada@example.org"
    assert [each["blocked"] for each in found["blocks"]] == ["bob"]
    assert [each["url"] for each in found["webhooks"]] == [hook.url]
    reasons = {each["what"]: each["sections"] for each in found["about"]["held_and_not_shown"]}
    assert "webhooks" in next(names for what, names in reasons.items() if "Secrets" in what)
    assert len(reasons) < 10
    assert hook.secret not in json.dumps(found)
    others = own_file(bob)
    assert [others[name] for name in ("blocks", "webhooks")] == [[], []]
    assert "ada" not in json.dumps(others)


@pytest.mark.parametrize(("language", "says"), [("en", "leaves out"), ("de", "weglässt")])
def test_it_begins_with_sentences_that_name_all_sections_in_the_language_of_the_account(
    people: list[User], language: str, says: str
) -> None:
    ada, *_ = people
    User.objects.update(language=language)
    own_data.data_ask(user=ada)
    while own_data.make_next_slice():
        pass
    text = "".join(part.text for part in DataPart.objects.order_by("pk"))
    assert text.startswith('{\n "read_me": [\n  "')
    read_me = " ".join(json.loads(text)["read_me"])
    assert says in read_me
    assert {held.name for held in HELD} <= set(re.findall(r"\w+", read_me))


def test_what_one_wrote_as_an_organiser_is_in_the_file(people: list[User]) -> None:
    ada, *_ = people
    league = League.objects.create(name="Autumn", about="We play slowly.")
    Organiser.objects.create(league=league, user=ada)
    season = Season.objects.create(league=league, number=1, name="2026")
    store.append(lookup.season_lock(season.pk), [SeasonCalledOff(reason="Nobody came.")], ada)
    found = own_file(ada)
    (organised,), (act,) = found["leagues_organised"], found["season_acts"]
    assert organised["league_about"] == "We play slowly."
    assert (act["type"], act["reason"], act["at"] > "2") == (
        "SeasonCalledOff",
        "Nobody came.",
        True,
    )


def test_a_report_that_one_made_says_where_and_no_internal_number(people: list[User]) -> None:
    ada, bob, cy = people
    report_make(user=ada, kind="person", id="bob", reason="spam")
    (made,) = own_file(ada)["reports_made"]
    assert (made["report_place"], made["report_text"]) == ("/people/bob", "bob")
    assert "report_about" not in made
    assert "spam" not in json.dumps([own_file(bob), own_file(cy)])


def test_a_game_is_shown_as_the_api_shows_it_to_its_player(people: list[User]) -> None:
    table = ServiceGame(people)
    table.play()
    user = table.person(1)
    (seat,) = own_file(user)["games"]
    client = Client()
    client.force_login(user)
    assert seat["view"] == client.get(f"/api/v1/games/{table.id}").json()
    assert seat["log"] == client.get(f"/api/v1/games/{table.id}/events").json()["results"]


def test_the_file_is_the_same_whatever_is_hidden_in_a_running_game(people: list[User]) -> None:
    table = ServiceGame(people)
    for _ in range(5):
        table.play()
    before = without_hashes(own_file(table.person(0))["games"])
    first, *others = [event for _, event in game_store.read(table.game)]
    state = fold([first])
    seen: dict[Viewer, frozenset[Card]] = {0: cards_in_sight(state, 0)}
    for event in others:
        seen = seen_after(seen, state, [event])
        state = evolve(state, event)
    swap = exchange_unseen(state, seen[0], dice("own data"))
    rewritten(cast("Any", table), lambda event: rename_event(event, swap))
    assert table.state.players[1].hand != state.players[1].hand
    assert without_hashes(own_file(table.person(0))["games"]) == before


def without_hashes(found: Any) -> Any:
    """Return JSON without the hashes that commit the server to what is hidden."""
    if isinstance(found, dict):
        kept = found.keys() - {"hash", "head", "private"}
        return {name: without_hashes(found[name]) for name in kept}
    return [without_hashes(each) for each in found] if isinstance(found, list) else found


def test_the_file_has_no_seed(people: list[User]) -> None:
    table = ServiceGame(people)
    table.finish()
    text = json.dumps(own_file(table.person(0)))
    (seed,) = GameSeed.objects.filter(game=table.id).values_list("seed", flat=True)
    assert bytes(seed).hex() not in text


def test_a_frozen_game_holds_nothing_up(people: list[User]) -> None:
    table = ServiceGame(people)
    Game.objects.update(damage="An event is missing.")
    (seat,) = own_file(people[0])["games"]
    assert seat["frozen"]
    assert "view" not in seat
    assert seat["game"] == str(table.id)


def test_the_newest_games_are_shown_in_full(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_games, "FULL", 1)
    games = [ServiceGame(people), ServiceGame(people)]
    Game.objects.update(creator=people[0])
    found = own_file(people[0])
    newest, other = found["games"]
    assert "newest 200" in found["about"]["notes"]["games"]
    assert [newest["game"], other["game"]] == [str(games[1].id), str(games[0].id)]
    assert ["view" in newest, "view" in other] == [True, False]
    assert {each["id"] for each in found["games_made"]} == {newest["game"], other["game"]}


def test_it_is_made_in_slices_whatever_a_slice_ends_with(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    for _ in range(3):
        ServiceGame(people)
    whole = own_file(people[0])
    for name, value in (("services.SLICE", 0), ("services.PART", 1), ("held.PAGE", 2)):
        monkeypatch.setattr(f"accounts.own_data.{name}", value)
    again = own_file(people[0])
    assert DataPart.objects.count() > len(HELD)
    for each in (whole, again):
        del each["about"], each["data_file"], each["quotas"], each["notices"], each["deliveries"]
    assert again == whole


def test_a_section_has_its_newest_rows(people: list[User], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("accounts.own_data.held.MOST", 2)
    for number in range(3):
        Webhook.objects.create(user=people[0], url=f"https://bot.example.org/{number}")
    found = own_file(people[0])
    assert len(found["webhooks"]) == 2


def test_a_section_whose_rows_have_two_keys_goes_on_where_it_ended(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    season = Season.objects.create(league=League.objects.create(name="Autumn"), number=1)
    with transaction.atomic():
        store.append(lookup.season_lock(season.pk), [RegistrationOpened()] * 3, people[0])
    monkeypatch.setattr(own_data, "SLICE", 0)
    monkeypatch.setattr("accounts.own_data.held.PAGE", 1)
    acts = own_file(people[0])["season_acts"]
    assert [each["sequence"] for each in acts] == [3, 2, 1]


def test_a_slice_reads_as_many_statements_as_it_has_games(people: list[User]) -> None:
    for _ in range(4):
        ServiceGame(people)
    own_data.data_ask(user=people[0])
    with CaptureQueriesContext(connection) as queries:
        while own_data.make_next_slice():
            pass
    assert len(queries) <= 2 * len(HELD) + 15 * 4 + 20
    assert max(len(part.text) for part in DataPart.objects.all()) < 2 * own_data.PART


def test_a_slice_of_a_worker_that_was_killed_is_made_again(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(own_data, "SLICE", 0)
    own_data.data_ask(user=people[0])
    own_data.make_next_slice()
    with monkeypatch.context() as broken:
        broken.setattr(own_data, "_make_slice", lambda _: None)  # it takes the row, and dies
        own_data.make_next_slice()
    assert not own_data.make_next_slice()
    DataFile.objects.update(lease_until=timezone.now() - timedelta(1))
    while own_data.make_next_slice():
        pass
    assert DataFile.objects.get().ready_at is not None


def test_a_request_that_fails_can_be_made_again(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    own_data.data_ask(user=people[0])
    with monkeypatch.context() as broken:
        broken.setattr(own_data, "_make_slice", _fail)
        with pytest.raises(OSError, match="disk full"):
            own_data.make_next_slice()
    assert own_file(people[0])


def _fail(_: DataFile) -> None:
    raise OSError("disk full")


def test_a_request_outlives_a_database_that_has_no_time(
    people: list[User], monkeypatch: pytest.MonkeyPatch
) -> None:
    def wait(_: DataFile) -> None:
        raise OperationalError("canceling statement due to lock timeout")

    own_data.data_ask(user=people[0])
    with monkeypatch.context() as busy:
        busy.setattr(own_data, "_make_slice", wait)
        with pytest.raises(OperationalError):
            own_data.make_next_slice()
    assert DataFile.objects.exists()


def test_it_goes_with_the_account_and_when_a_change_is_undone(people: list[User]) -> None:
    ada, bob, _ = people
    own_file(ada)
    account_close(user=ada)
    own_data.data_ask(user=bob)
    token = change_record(user=bob, kind="password_changed", address=bob.email)
    change_undo(token=token)
    assert not DataFile.objects.exists()
    assert not DataPart.objects.exists()


@pytest.fixture
def ada(signed_up: SignUp) -> App:
    """Return the app of a person who has just given their password."""
    app = signed_up("ada")
    assert app.auth("reauthenticate", password=PASSWORD).status_code == 200
    return app


def test_an_app_asks_for_it_waits_and_downloads_it(ada: App) -> None:
    assert ada.request("GET", "/api/v1/me/data").json()["state"] == "none"
    assert ada.request("GET", "/api/v1/me/data/file").status_code == 404
    asked = ada.request("POST", "/api/v1/me/data")
    assert (asked.status_code, asked.json()["state"]) == (202, "waiting")
    make_data_files()
    while own_data.make_next_slice():
        pass
    found = ada.request("GET", "/api/v1/me/data").json()
    assert (found["state"], found["progress"]) == ("ready", 100)
    answer = ada.client.get("/api/v1/me/data/file", headers={"X-Session-Token": ada.token})
    assert answer.headers["Cache-Control"] == "no-store"
    assert "attachment" in answer.headers["Content-Disposition"]
    text = b"".join(answer.streaming_content)  # type: ignore[attr-defined]
    assert len(text) == found["size"] == int(answer.headers["Content-Length"])
    assert json.loads(text)["account"][0]["handle"] == "ada"
    notice = Notice.objects.get(kind="data_ready")
    assert "/settings/data" in notice.body_text
    deleted = ada.request("DELETE", "/api/v1/me/data")
    assert (deleted.status_code, "Content-Type" in deleted.headers) == (204, False)
    assert ada.request("GET", "/api/v1/me/data").json()["state"] == "none"


def test_it_takes_a_recent_log_in(ada: App, settings: Settings) -> None:
    settings.ACCOUNT_REAUTHENTICATION_TIMEOUT = 0
    for method, path in (("POST", "/api/v1/me/data"), ("GET", "/api/v1/me/data/file")):
        refused = ada.request(method, path)
        assert (refused.status_code, refused.json()["code"]) == (403, "log_in_again")
        assert refused.json()["title"] == "Log in again first"


def test_a_sign_up_is_no_log_in(signed_up: SignUp) -> None:
    asked = signed_up("ada").request("POST", "/api/v1/me/data")
    assert asked.json()["code"] == "log_in_again"


def test_a_new_file_replaces_the_old_and_can_be_asked_for_twice_a_day(ada: App) -> None:
    for _ in range(2):
        ada.request("POST", "/api/v1/me/data")
        assert ada.request("POST", "/api/v1/me/data").status_code == 202
        while own_data.make_next_slice():
            pass
    refused = ada.request("POST", "/api/v1/me/data")
    assert (refused.status_code, refused.json()["quota"]) == (429, "data_files_a_day")
    assert DataFile.objects.count() == 1


def test_nobody_waits_for_the_file_of_an_account_that_is_suspended(people: list[User]) -> None:
    own_data.data_ask(user=people[0])
    User.objects.update(is_active=False)
    assert not own_data.make_next_slice()
