"""Reports to the moderators: what can be reported, by whom, and what is kept of it."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.core.management import call_command
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import HeldHandle
from accounts.services import accounts_erase
from config.server.clearing import clear_all
from leagues.models import League, Organiser
from moderation.kinds import KINDS
from moderation.models import Complaint, Report
from moderation.reporting import KEPT
from tests.support.api_games import ApiGame
from tests.support.api_seasons import ApiSeason
from tests.support.people import Person, problem, staff

pytestmark = pytest.mark.django_db
REPORTS = "/api/v1/reports"
QUEUE = "/admin/moderation/report/"


def report(person: Person, kind: str, id: Any, key: str | None = None, **members: Any) -> Any:
    body = {"about": {"kind": kind, "id": str(id)}, "reason": "insulting", **members}
    return person.post(REPORTS, body, key)


def handle(person: Person, path: str, note: str) -> Any:
    """Send the form of a report's page in the queue."""
    return person.client.post(path, {"note": note}, format="multipart")


def moderator(*rights: str) -> Person:
    """Return staff who may see and handle reports."""
    person = staff("chief", superuser=False)
    person.user.user_permissions.set(Permission.objects.filter(codename__in=rights))
    return person


@pytest.fixture
def chief(db: None) -> Person:
    return moderator("view_report", "change_report")


def test_a_report_copies_what_the_thing_says_and_who_wrote_it(ada: Person, bob: Person) -> None:
    answer = report(ada, "person", "BOB", comment="He threatens people.")
    assert answer.status_code == 201
    said = answer.json()
    assert (said["kind"], said["text"], said["reason"]) == ("person", "bob", "insulting")
    assert said["comment"] == "He threatens people."
    row = Report.objects.get()
    assert (row.text, row.author, row.place) == ("bob", bob.user, "/people/bob")


def test_each_text_of_a_season_can_be_reported_by_those_who_see_it(
    season: ApiSeason, bob: Person, eve: Person
) -> None:
    (entrant,) = season.enter(bob)
    entry = season.row.entrants.get(pk=entrant)
    entry.team, entry.move_reason = "Rooks", "You are too good."
    entry.save()
    sent = season.organiser.post(f"{season.path}/messages", {"text": "Play on, fools!"}).json()
    League.objects.update(about="No fools.")
    reported = {
        "league": (season.league, "Cups\n\nNo fools."),
        "season": (season.id, "Spring"),
        "team": (entrant, "Rooks"),
        "move": (entrant, "You are too good."),
    }
    for kind, (id, text) in reported.items():
        assert report(eve, kind, id).json()["text"] == text
        assert eve.get(Report.objects.get(kind=kind).place).status_code == 200
    assert problem(report(eve, "message", sent["id"]))[0] == 404  # who does not take part
    assert report(bob, "message", sent["id"]).json()["text"] == "Play on, fools!"
    authors = dict(Report.objects.values_list("kind", "author__handle"))
    assert authors == dict.fromkeys([*reported, "message"], "ada") | {"team": "bob"}


def test_questions_rulings_and_corrections_can_be_reported(
    season: ApiSeason, bob: Person, eve: Person
) -> None:
    season.enter(bob, eve)
    season.start()
    (fixture,) = season.fixtures()
    rulings = f"{season.path}/rulings"
    asked = bob.post(rulings, {"fixture": fixture["id"], "question": "Is Eve a fool?"}).json()
    assert report(eve, "question", asked["id"]).json()["text"] == "Is Eve a fool?"
    assert problem(report(eve, "ruling", asked["id"]))[0] == 404  # not answered yet
    body = {"reasons": "Yes, she is.", "effect": "void"}
    answer = season.organiser.post(f"{rulings}/{asked['id']}/answer", body)
    assert answer.status_code == 201, answer.content
    assert report(eve, "ruling", asked["id"]).json()["text"] == "Yes, she is."
    for kind, id in (("correction", fixture["id"]), ("game", fixture["game"])):
        assert report(eve, kind, id).json()["text"] == "Yes, she is."
    assert problem(report(Person(), "question", asked["id"]))[0] == 404


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("id", ["", "nobody", "-1", "9" * 36, "a\0b", "٣", "x" * 37])
def test_what_does_not_exist_cannot_be_reported(ada: Person, kind: str, id: str) -> None:
    assert report(ada, kind, id).status_code in {400, 404, 422}
    assert not Report.objects.exists()


def test_a_private_league_cannot_be_reported_by_a_stranger(ada: Person, eve: Person) -> None:
    made = ada.post("/api/v1/leagues", {"name": "Secret", "access": "invitation"}).json()
    assert problem(report(eve, "league", made["id"])) == (404, "not_found")


def test_nobody_reports_themselves(season: ApiSeason) -> None:
    for kind, id in (("person", "ada"), ("league", season.league), ("season", season.id)):
        assert problem(report(season.organiser, kind, id)) == (422, "invalid")


@pytest.mark.parametrize(
    "members",
    [
        {"reason": "boring"},
        {"comment": "x" * 301},
        {"comment": "\x1b"},
        {"about": "bob"},
        {"by": 1},
    ],
)
def test_a_report_has_a_reason_and_a_short_comment(
    ada: Person, bob: Person, members: dict[str, Any]
) -> None:
    assert problem(report(ada, "person", "bob", **members)) == (422, "invalid")


def test_the_same_report_again_changes_ones_own(ada: Person, bob: Person, eve: Person) -> None:
    report(ada, "person", "bob")
    report(eve, "person", "bob", reason="spam")
    report(ada, "person", "bob", reason="other", comment="He cheats.")
    assert Report.objects.count() == 1
    said = Complaint.objects.order_by("by__handle").values_list("by__handle", "reason", "comment")
    assert list(said) == [("ada", "other", "He cheats."), ("eve", "spam", "")]


def test_a_later_report_has_what_the_thing_says_by_then(season: ApiSeason, bob: Person) -> None:
    report(bob, "league", season.league)
    League.objects.update(name="Mugs")
    assert report(Person(), "league", season.league).json()["text"] == "Mugs"
    assert Report.objects.get().text == "Cups"
    assert list(Complaint.objects.order_by("pk").values_list("text", flat=True)) == ["", "Mugs"]


def test_reports_are_limited_by_day(
    ada: Person, bob: Person, eve: Person, settings: Settings
) -> None:
    settings.QUOTAS = settings.QUOTAS | {"reports_a_day": 1}
    assert report(ada, "person", "bob", "a-key").status_code == 201
    assert report(ada, "person", "bob", "a-key").status_code == 201  # repeated, and counted once
    assert report(ada, "person", "eve").json()["quota"] == "reports_a_day"
    assert Complaint.objects.count() == 1


def test_the_queue_has_one_row_for_each_thing_and_never_says_who_reported_it(
    bob: Person, chief: Person
) -> None:
    report(Person("magpie"), "person", "bob", comment="He <b>threatens</b> people.")
    report(Person("jackdaw"), "person", "bob", reason="cheating")
    listed = chief.client.get(QUEUE).content.decode()
    assert listed.count('class="field-number">2<') == 1
    (row,) = Report.objects.all()
    page = chief.client.get(f"{QUEUE}{row.pk}/change/").content.decode()
    assert "He &lt;b&gt;threatens&lt;/b&gt; people." in page
    assert "It is about cheating" in page
    assert f'href="/admin/accounts/user/{bob.user.pk}/change/"' in page
    for text in (listed, page, *LogEntry.objects.values_list("object_repr", flat=True)):
        assert "magpie" not in text
        assert "jackdaw" not in text


def test_open_reports_come_first_and_the_oldest_of_them(
    ada: Person, chief: Person, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(30):
        Person(f"crow{number:02}")
        Report.objects.create(kind="person", about=str(number), text=f"crow{number:02}")
    Report.objects.filter(text="crow00").update(state=Report.State.HANDLED)
    with django_assert_max_num_queries(14):
        page = chief.client.get(QUEUE).content.decode()
    found = [number for number in range(30) if f"crow{number:02}<" in page]
    assert found == list(range(1, 26))


def test_a_moderator_handles_a_report_with_a_note_and_the_reporter_is_forgotten(
    ada: Person, bob: Person, chief: Person
) -> None:
    report(ada, "person", "bob")
    row = Report.objects.get()
    path = f"{QUEUE}{row.pk}/change/"
    assert handle(chief, path, "").status_code == 200  # asked for a note
    row.refresh_from_db()
    assert row.state == Report.State.OPEN
    assert handle(chief, path, "Warned him.").status_code == 302
    row.refresh_from_db()
    assert (row.state, row.note, row.handled_by) == ("handled", "Warned him.", chief.user)
    assert Complaint.objects.get().by is None
    assert LogEntry.objects.filter(user=chief.user, object_id=str(row.pk), action_flag=2).exists()
    assert "The report is handled." in chief.client.get(QUEUE).content.decode()
    handle(chief, path, "Banned <b>him</b>.")
    shown = chief.client.get(path).content.decode()
    assert "handled already, by you. You had written: Banned &lt;b&gt;him" in shown
    row.refresh_from_db()
    assert row.note == "Warned him."
    report(ada, "person", "bob")  # which is another report
    assert Report.objects.filter(state="open").count() == 1


def remove(by: Person, kind: str) -> Any:
    path = f"{QUEUE}{Report.objects.get(kind=kind).pk}/remove/"
    return by.client.post(path, {"confirmed": "on"}, format="multipart")


def test_a_moderator_removes_texts_which_nobody_reads_any_more(
    season: ApiSeason, bob: Person, eve: Person, chief: Person
) -> None:
    season.enter(bob, eve)
    season.row.entrants.filter(players__user=bob.user).update(team="Rooks")
    entrant = season.row.entrants.get(team="Rooks")
    sent = season.organiser.post(f"{season.path}/messages", {"text": "Fools!"}).json()
    season.start()
    (fixture,) = season.fixtures()
    rulings = f"{season.path}/rulings"
    asked = bob.post(rulings, {"fixture": fixture["id"], "question": "Fool?"}).json()["id"]
    body = {"reasons": "Fool.", "effect": "none"}
    assert season.organiser.post(f"{rulings}/{asked}/answer", body).status_code == 201
    League.objects.update(about="No fools.")
    ids = {"league": season.league, "team": entrant.pk, "message": sent["id"]}
    ids |= {"question": asked, "ruling": asked}
    for kind, id in ids.items():
        before = report(eve, kind, id).json()["text"]
        assert remove(chief, kind).status_code == 302
        again = report(eve, kind, id)
        assert kind == "team" or again.json()["text"] != before
        assert remove(chief, kind).status_code == 302  # which changes nothing
    entrant.refresh_from_db()
    assert not entrant.team
    assert LogEntry.objects.filter(change_message="Text removed.").count() == len(ids)
    report(eve, "season", season.id)
    remove(chief, "season")
    shown = chief.client.get(f"{QUEUE}{Report.objects.get(kind='season').pk}/change/")
    assert "A text that must not be kept" in shown.content.decode()
    assert "../remove/" not in shown.content.decode()


def test_a_handle_that_was_removed_is_nobody_s(ada: Person, bob: Person, chief: Person) -> None:
    report(ada, "person", "bob")
    assert remove(chief, "person").status_code == 302
    bob.user.refresh_from_db()
    assert bob.user.handle.startswith("player-")
    assert not HeldHandle.objects.is_free("bob", bob.user)
    assert not HeldHandle.objects.is_free("bob")


def test_moderators_do_not_rename_staff(ada: Person, chief: Person) -> None:
    report(ada, "person", staff("clerk").user.handle)
    assert remove(chief, "person").status_code == 403


def test_nobody_handles_reports_of_what_they_wrote(
    season: ApiSeason, bob: Person, chief: Person
) -> None:
    table = ApiGame([ada := Person(), Person()])
    call_command("moderator", chief.user.handle)
    form = {"confirmed": "on", "reasons": "Fools."}
    path = f"/admin/games/game/{table.id}/call-off/"
    chief.client.post(path, form, format="multipart")
    report(ada, "game", table.id)
    assert Report.objects.get().author == chief.user
    other = staff("other")
    assert remove(other, "game").status_code == 302
    assert "Fools" not in ada.get(table.path).content.decode()
    Organiser.objects.create(league_id=season.league, user=chief.user)
    report(bob, "league", season.league)
    own = Report.objects.get(kind="league")
    shown = chief.client.get(f"{QUEUE}{own.pk}/change/").content.decode()
    assert "somebody else handles it" in shown
    assert handle(chief, f"{QUEUE}{own.pk}/change/", "Fine.").status_code == 403
    assert remove(chief, "league").status_code == 403


def test_a_report_links_to_its_place_only_if_the_moderator_sees_it_and_to_other_reports(
    ada: Person, bob: Person, chief: Person
) -> None:
    made = ada.post("/api/v1/leagues", {"name": "Secret", "access": "invitation"}).json()
    place = f"/leagues/{made['id']}"
    row = Report.objects.create(
        kind="league", about=made["id"], text="x", place=place, author=ada.user
    )
    report(bob, "person", "ada")
    shown = chief.client.get(f"{QUEUE}{row.pk}/change/").content.decode()
    assert f"{place} (you cannot see this page)" in shown
    assert f'href="{place}"' not in shown
    assert f'href="{QUEUE}?q=ada">1 of the same author' in shown
    Report.objects.create(kind="team", about=made["id"], text="x", place=place)
    assert f'href="{QUEUE}?q=league%20{made["id"]}">0 of the same<' in shown
    (same,) = chief.client.get(f"{QUEUE}?q=league+{made['id']}").context["cl"].result_list
    assert same == row
    listed = chief.client.get(f"{QUEUE}?q=ADA").context["cl"].result_list
    assert {each.kind for each in listed} == {"league", "person"}


def test_only_moderators_see_reports_and_none_sees_those_about_themselves(
    ada: Person, bob: Person
) -> None:
    report(ada, "person", "bob")
    row = Report.objects.get()
    viewer = moderator("view_report")
    path = f"{QUEUE}{row.pk}/change/"
    assert viewer.client.get(path).status_code == 200
    assert handle(viewer, path, "Fine.").status_code == 403
    viewer.user.user_permissions.clear()
    assert viewer.client.get(QUEUE).status_code == 403
    accused = staff("accused")
    Report.objects.update(author=accused.user)
    assert accused.client.get(path).status_code == 302
    assert f"{row.pk}/change" not in accused.client.get(QUEUE).content.decode()


def test_reports_go_with_the_account_of_who_is_reported_but_not_of_who_reports(
    season: ApiSeason, bob: Person, eve: Person
) -> None:
    report(eve, "person", "ada")
    report(eve, "league", season.league)
    report(eve, "person", "bob")
    for person in (eve, season.organiser):
        type(person.user).objects.filter(pk=person.user.pk).update(
            closed_at=timezone.now() - timedelta(days=8)
        )
    assert accounts_erase() == 2
    assert set(Report.objects.values_list("kind", "author__handle")) == {
        ("league", None),
        ("person", "bob"),
    }
    assert list(Complaint.objects.values_list("by", flat=True)) == [None, None]


def test_handled_reports_are_deleted_in_time_and_open_ones_are_kept(
    ada: Person, bob: Person, eve: Person
) -> None:
    report(ada, "person", "bob")
    report(ada, "person", "eve")
    long_ago = timezone.now() - KEPT - timedelta(days=1)
    Report.objects.update(opened_at=long_ago)
    handled = Report.objects.filter(text="bob")
    handled.update(state=Report.State.HANDLED, handled_at=long_ago)
    clear_all()
    assert list(Report.objects.values_list("text", flat=True)) == ["eve"]
    assert Complaint.objects.count() == 1
