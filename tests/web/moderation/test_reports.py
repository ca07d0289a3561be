"""People report persons, names and texts from where these stand, by a plain form."""

from typing import Any

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from leagues.models import SeasonMessage
from moderation.models import Complaint, Report
from moderation.reporting import report_handle
from tests.support.api_seasons import ApiSeason
from tests.support.pages import body, browser_of
from tests.support.people import Person
from tests.web.drawn_forms import form_of, send

pytestmark = pytest.mark.django_db
FORM = "/report/person/bob"


@pytest.fixture
def ada(people: list[User]) -> Client:
    return browser_of(people[0])


def test_a_person_is_reported_from_their_page(ada: Client) -> None:
    assert f'href="{FORM}"' in body(ada.get("/people/bob"))
    assert "/report/" not in body(ada.get("/people/ada"))
    page = body(ada.get(FORM))
    assert "<script" not in page.partition("<main")[2].partition("</main>")[0]
    assert 'type="radio" name="reason" value="spam"' in page
    sent = send(ada, FORM, "report", reason="cheating", comment="He\r\ncounts cards.")
    assert (sent.status_code, sent.headers["Location"]) == (303, f"{FORM}?sent=1")
    row = Complaint.objects.get()
    assert (row.report.text, row.reason, row.comment) == ("bob", "cheating", "He\ncounts cards.")


def test_afterwards_the_page_says_what_happens_and_leads_to_blocking(ada: Client) -> None:
    page = body(ada.get(f"{FORM}?sent=1"))
    assert "nobody is told who reported it" in page
    assert '<a href="/people/bob">block them</a>' in page
    assert "<form" not in page.partition("<main")[2].partition("</main>")[0]


def test_the_form_says_that_one_has_reported_it_already_until_it_is_handled(
    ada: Client, people: list[User]
) -> None:
    says = "You have reported this already."
    assert says not in body(ada.get(FORM))
    send(ada, FORM, "report", reason="spam")
    assert says in body(ada.get(FORM))
    report_handle(report=Report.objects.get(), by=people[2], note="Read.")
    assert says not in body(ada.get(FORM))


def test_a_report_without_a_reason_is_asked_for_one_and_keeps_the_comment(ada: Client) -> None:
    refused = send(ada, FORM, "report", status=422, comment="He counts cards.")
    page = refused.content.decode()
    assert 'aria-invalid="true"' in page
    assert "He counts cards.</textarea>" in page
    assert not Report.objects.exists()


def test_a_form_that_is_sent_twice_reports_once(ada: Client, settings: Settings) -> None:
    settings.QUOTAS = settings.QUOTAS | {"reports_a_day": 1}
    form = form_of(ada, FORM, "report") | {"reason": "spam"}
    assert [ada.post(FORM, form).status_code for _ in range(2)] == [303, 303]
    refused = send(ada, FORM, "report", status=429, reason="other")
    assert "You may report something 1 time a day." in refused.content.decode()


def test_a_stranger_logs_in_first_and_nobody_reports_what_they_cannot_see(
    client: Client, ada: Client
) -> None:
    assert client.get(FORM).headers["Location"].startswith("/accounts/login/")
    for path in ("/report/person/nobody", "/report/tree/bob", "/report/message/1"):
        assert ada.get(path).status_code == 404
    assert "You cannot report yourself" in body(ada.get("/report/person/ada"))


def test_names_and_messages_of_a_season_are_reported_from_their_pages(people: list[User]) -> None:
    organiser, player = (Person.__new__(Person) for _ in range(2))
    for person, user in zip((organiser, player), people, strict=False):
        person.__init__(f"{user.handle}-2")  # type: ignore[misc]
    season = ApiSeason(organiser)
    (entrant,) = season.enter(player)
    season.row.entrants.update(team="Rooks")
    organiser.post(f"{season.path}/messages", {"text": "Hello."})
    message = SeasonMessage.objects.get().pk
    shown: dict[str, Any] = {
        f"/leagues/{season.league}": f"/report/league/{season.league}",
        f"/seasons/{season.id}": f"/report/season/{season.id}",
        f"/seasons/{season.id}/messages": f"/report/message/{message}",
    }
    own, other = browser_of(organiser.user), browser_of(player.user)
    for page, form in shown.items():
        assert f'href="{form}"' in body(other.get(page))
        assert send(other, form, "report", reason="insulting").status_code == 303
        assert "/report/" not in body(own.get(page))
    entry = f"/seasons/{season.id}/entrants/{entrant}"
    assert f'href="/report/team/{entrant}"' in body(own.get(entry))
    assert "/report/" not in body(other.get(entry))


def test_the_form_is_in_german_too(ada: Client) -> None:
    page = body(ada.get(FORM, headers={"Accept-Language": "de"}))
    assert "Was stimmt nicht?" in page
