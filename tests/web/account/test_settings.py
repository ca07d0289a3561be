"""One's settings as forms, which do what the API does and refuse what it refuses."""

import re
from datetime import timedelta
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries

from accounts.blocks import block_make, blocks_of
from accounts.calendars import routine_of
from accounts.models import User
from notifications.choosing.choices import choices_of
from notifications.models import Choice
from notifications.models.push import PushSubscription
from notifications.wishes.preferences import preferences_change, preferences_of
from tests.support.pages import Outline, browser_of
from tests.support.service_games import ServiceGame
from web.account.settings import PAGES

pytestmark = pytest.mark.django_db
INDEX = "/settings"
ACCOUNT = {"part": "account", "handle": "ada", "language": "en", "on_leaderboards": "on"}


def page_of(part: str) -> str:
    """Return the address of the page with a form."""
    (page,) = (name for name, each in PAGES.items() if part in each.parts)
    return f"{INDEX}/{page}"


def send(person: User, **filled: Any) -> Any:
    return browser_of(person).post(page_of(filled["part"]), filled)


def shown(person: User, part: str) -> str:
    page: str = browser_of(person).get(page_of(part)).content.decode()
    return page


def refused(response: Any, status: int) -> str:
    """Return the text of a page that refuses a form."""
    assert response.status_code == status
    page = unescape(response.content.decode())
    assert 'role="alert"' in page
    return page


def test_settings_need_a_log_in_and_lead_back(client: Client) -> None:
    pages = [f"/settings/{page}" for page in PAGES]
    for path in (INDEX, *pages, "/settings/notifications", "/people/ada"):
        led: Any = client.get(path)
        assert led.headers["Location"] == f"/accounts/login/?next={path}"


@pytest.mark.parametrize("page", PAGES)
def test_each_page_is_well_formed_and_every_input_has_a_label(
    people: list[User], page: str
) -> None:
    send(people[0], part="block", handle="bob")
    html = browser_of(people[0]).get(f"{INDEX}/{page}").content.decode()
    outline = Outline()
    outline.feed(html.replace("<option", "<b").replace("</option", "</b"))
    assert outline.open == []
    assert len(outline.ids) == len(set(outline.ids))
    for control in re.findall(r"<(?:input|select) [^>]*>", html):
        if 'type="hidden"' not in control and 'type="checkbox"' not in control:
            (name,) = re.findall(r'\bid="([^"]+)"', control)
            assert f'<label for="{name}">' in html
    assert f'href="{INDEX}"' in html


def test_the_index_leads_to_every_page_also_from_the_addresses_of_its_former_parts(
    people: list[User],
) -> None:
    index = browser_of(people[0]).get(INDEX).content.decode()
    for page in (*PAGES, "notifications", "calendar", "webhooks", "close"):
        assert f'href="{INDEX}/{page}"' in index
    for part in ("account", "hours", "vacation", "telling", "push", "blocks"):
        assert f'id="{part}"' in index


@pytest.mark.parametrize("page", PAGES)
def test_a_page_takes_few_queries_whatever_its_person_has(
    people: list[User], page: str, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    for number in range(9):
        block_make(
            user=people[0],
            blocked=User.objects.create_user(f"dan{number}", f"{number}@example.org"),
        )
        PushSubscription.objects.create(
            user=people[0], endpoint=f"https://push.example.org/{number}", digest=str(number)
        )
    browser = browser_of(people[0])
    browser.get(f"{INDEX}/{page}")
    with django_assert_max_num_queries(10):
        browser.get(f"{INDEX}/{page}")


def test_the_account_is_changed(people: list[User]) -> None:
    person = people[0]
    changed = ACCOUNT | {"handle": "Ada2", "language": "de"}
    del changed["on_leaderboards"]
    answer = send(person, **changed)
    assert answer.headers["Location"] == "/settings/profile"
    send(person, part="zone", time_zone="Asia/Tokyo")
    person.refresh_from_db()
    assert (person.handle, person.language, person.time_zone) == ("Ada2", "de", "Asia/Tokyo")
    assert (person.game_mails, person.on_leaderboards) == (True, False)
    for mails in ({}, {"game_mails": "on"}):
        send(person, part="mails", **mails)
        person.refresh_from_db()
        assert person.game_mails == bool(mails)
    assert (person.handle, person.time_zone) == ("Ada2", "Asia/Tokyo")


def test_the_page_says_which_handles_are_allowed_before_one_is_chosen(people: list[User]) -> None:
    assert "A handle has 3 to 20 characters" in shown(people[0], "account")


def test_a_refused_form_keeps_what_was_typed_and_changes_nothing(people: list[User]) -> None:
    page = refused(send(people[0], **(ACCOUNT | {"handle": "bob", "language": "de"})), 422)
    assert 'name="handle" value="bob"' in page
    assert '<option value="de" selected' in page
    people[0].refresh_from_db()
    assert (people[0].handle, people[0].language) == ("ada", "en")


def test_days_off_and_sleeping_hours_are_set_and_removed(people: list[User]) -> None:
    person = people[0]
    sleep = {"sleep_start": "22:30", "sleep_end": "07:00"}
    send(person, part="hours", weekend=["saturday", "sunday"], **sleep)
    routine = routine_of(person)
    assert (routine.weekend, routine.sleep_start, routine.sleep_end) == ([5, 6], 1350, 420)
    page = shown(person, "hours")
    assert 'value="22:30"' in page
    assert 'value="saturday" checked' in page
    send(person, part="hours", sleep_start="", sleep_end="")
    assert (routine_of(person).weekend, routine_of(person).sleep_start) == ([], None)


def test_too_many_days_off_are_refused_and_kept_ticked(people: list[User]) -> None:
    answer = send(people[0], part="hours", weekend=["monday", "tuesday", "sunday"])
    assert refused(answer, 422).count(" checked><span>") >= 3
    assert "At most two days a week may be off." in unescape(answer.content.decode())


def test_a_vacation_is_taken_moved_and_ended(people: list[User]) -> None:
    person, today = people[0], timezone.now().date()
    send(person, part="vacation", start=str(today), end=str(today + timedelta(days=5)))
    vacation = person.vacations.get()
    assert vacation.start <= timezone.now() < vacation.end
    moved = str(today + timedelta(days=3))
    send(person, part="vacation-move", vacation=vacation.pk, end=moved)
    assert person.vacations.get().end.date() == today + timedelta(days=3)
    assert "back on" in shown(person, "vacation")
    send(person, part="vacation-end", vacation=vacation.pk)
    assert person.vacations.get().end <= timezone.now()


def test_a_vacation_sent_twice_is_taken_once(people: list[User]) -> None:
    today = timezone.now().date()
    start, end = str(today + timedelta(days=2)), str(today + timedelta(days=5))
    send(people[0], part="vacation", start=start, end=end)
    page = refused(send(people[0], part="vacation", start=start, end=end), 422)
    assert people[0].vacations.count() == 1
    assert f'name="end" required min="{today}" value="{end}"' in page


def test_nonsense_is_refused_in_words(people: list[User]) -> None:
    refused(send(people[0], part="vacation", start="soon", end="later"), 422)
    refused(send(people[0], part="telling", digest_at="noon"), 422)
    refused(send(people[0], part="telling", reminders="1,x"), 422)
    refused(send(people[0], part="block", handle="nobody-here"), 422)
    refused(send(people[0], part="telling", reminders="9" * 5000), 422)
    ada = browser_of(people[0])
    assert ada.post("/settings/time", {"part": "nothing"}).status_code == 404
    assert ada.post("/settings/time", {"part": "block", "handle": "bob"}).status_code == 404
    assert send(people[0], part="vacation-end", vacation="9" * 40).status_code == 302


def reminders_of(person: User) -> list[int] | None:
    stored: list[int] | None = User.objects.get(pk=person.pk).reminders
    return stored


def test_quiet_hours_digest_and_reminders_are_set(people: list[User]) -> None:
    person = people[0]
    quiet = {"quiet_hours_start": "22:00", "quiet_hours_end": "08:00"}
    send(person, part="telling", digest_at="18:00", reminders="172800,43200", **quiet)
    chosen = preferences_of(person)
    assert (chosen.quiet_start, chosen.quiet_end, chosen.digest_at) == (1320, 480, 1080)
    assert reminders_of(person) == [172800, 43200]
    assert '<option value="172800,43200" selected>' in shown(person, "telling")
    assert 'name="combined" checked' in shown(person, "telling")
    send(person, part="telling", digest_at="", reminders="server")
    chosen = preferences_of(person)
    assert (chosen.quiet_start, chosen.digest_at, chosen.combined) == (None, None, False)
    assert reminders_of(person) is None


@pytest.mark.parametrize("hours", ["48 2 0.25", "48   2 0,25"])
def test_reminders_come_at_times_of_ones_own(people: list[User], hours: str) -> None:
    person = people[0]
    send(person, part="telling", reminders="own", reminder_hours=hours)
    assert reminders_of(person) == [172800, 7200, 900]
    page = shown(person, "telling")
    assert '<option value="own" selected>' in page
    assert 'name="reminder_hours" value="48 2 0.25"' in page


def test_reminders_set_by_a_program_are_shown_and_kept(people: list[User]) -> None:
    preferences_change(person=people[0], reminders=[1000, 86401])
    (typed,) = re.findall(r'name="reminder_hours" value="([^"]+)"', shown(people[0], "telling"))
    send(people[0], part="telling", reminders="own", reminder_hours=typed)
    assert reminders_of(people[0]) == [86401, 1000]


@pytest.mark.parametrize("hours", ["", "soon", "0.2", "169", "1 2 3 4 5 6", "9" * 50, "1e3", "-2"])
def test_impossible_times_are_refused_with_what_is_possible(people: list[User], hours: str) -> None:
    answer = send(people[0], part="telling", reminders="own", reminder_hours=hours)
    page = refused(answer, 422)
    assert page.count("5 times at most, from 0.25 to 168 hours before the deadline.") == 2
    assert f'name="reminder_hours" value="{hours}"' in page
    assert reminders_of(people[0]) is None


def test_people_are_blocked_and_unblocked(people: list[User]) -> None:
    send(people[0], part="block", handle="bob")
    assert [each.blocked.handle for each in blocks_of(user=people[0])] == ["bob"]
    assert "Unblock bob" in shown(people[0], "block")
    send(people[0], part="unblock", handle="bob")
    assert not blocks_of(user=people[0]).exists()


def test_notices_are_chosen_by_kind_and_channel(people: list[User]) -> None:
    person, browser = people[0], browser_of(people[0])
    page = browser.get("/settings/notifications").content.decode()
    assert 'name="your_turn.email"' in page
    assert "csrfmiddlewaretoken" in page
    answer: Any = browser.post("/settings/notifications", {"reminder.email": "on"})
    assert answer.headers["Location"] == "/settings/notifications"
    choices = choices_of(person=person)
    assert (choices["your_turn"]["email"], choices["reminder"]["email"]) == (False, True)
    assert "Your choices are saved." in browser.get(INDEX).content.decode()


@pytest.mark.parametrize(
    ("amount", "wanted", "unwanted"),
    [
        ("all", {"table_news.push", "your_turn.email", "season_over.webhook"}, set()),
        ("usual", {"table_news.email", "your_turn.push"}, {"table_news.push"}),
        ("turns", {"your_turn.email", "reminder.push"}, {"game_over.email", "invited.push"}),
        ("least", {"reminder.email", "lost_on_time.push"}, {"your_turn.email", "game_over.push"}),
    ],
)
def test_how_much_one_is_told_is_chosen_with_one_touch(
    people: list[User], amount: str, wanted: set[str], unwanted: set[str]
) -> None:
    browser, address = browser_of(people[0]), "/settings/notifications"
    assert 'value="usual" aria-pressed="true"' in browser.get(address).content.decode()
    browser.post(address, {"amount": amount})
    page = browser.get(address).content.decode()
    assert re.findall(r'value="(\w+)" aria-pressed="true"', page) == [amount]
    assert '<details class="fold">' in page
    ticked = set(re.findall(r'name="([a-z_]+\.[a-z]+)"[^>]* checked', page))
    assert wanted <= ticked
    assert not unwanted & ticked
    assert browser.post(address, {"amount": "some"}).status_code == 404


def test_choices_that_are_no_amount_are_shown_one_by_one(people: list[User]) -> None:
    browser, address = browser_of(people[0]), "/settings/notifications"
    browser.post(address, {"round_scored.push": "on"})
    page = browser.get(address).content.decode()
    assert 'aria-pressed="true"' not in page
    assert '<details class="fold" open>' in page


def test_a_game_follows_the_choices_for_all_games_until_it_has_an_amount_of_its_own(
    people: list[User],
) -> None:
    address = f"/games/{ServiceGame(people[:2]).id}/notifications"
    browser = browser_of(people[0])

    def chosen() -> list[str]:
        return re.findall(r'value="(\w+)" aria-pressed="true"', browser.get(address).text)

    assert chosen() == ["usual"]
    browser.post(address, {"of_game": "", "amount": "least"})
    assert chosen() == ["least"]
    assert choices_of(person=people[0])["your_turn"]["email"]
    browser.post(address, {"of_game": "", "amount": "usual"})
    assert chosen() == ["usual"]
    assert not Choice.objects.exists()


def test_people_are_blocked_on_their_profile_and_unblocked(people: list[User]) -> None:
    browser = browser_of(people[0])
    page = browser.post("/people/bob", {"block": "yes"}, follow=True).content.decode()
    assert "You have blocked this person" in page
    assert [each.blocked.handle for each in blocks_of(user=people[0])] == ["bob"]
    assert (
        "You have blocked this person"
        not in browser_of(people[1]).get("/people/ada").content.decode()
    )
    browser.post("/people/bob", {"unblock": "yes"})
    assert not blocks_of(user=people[0]).exists()
    refused(browser.post("/people/ada", {"block": "yes"}), 422)


@pytest.mark.slow
def test_games_and_tables_lead_to_the_profiles_of_the_others(people: list[User]) -> None:
    running, waiting = ServiceGame(people[:2]), ServiceGame(people[:1], players=2)
    browser = browser_of(people[1])
    for address in (f"/games/{running.id}", f"/games/{running.id}/table", f"/games/{waiting.id}"):
        assert 'href="/people/ada"' in browser.get(address).content.decode()
    running.finish()
    page = browser.get(f"/games/{running.id}").content.decode()
    assert "Profile of ada" in page
    assert "Profile of bob" not in page


def test_no_page_leads_to_the_profile_of_somebody_who_is_suspended(people: list[User]) -> None:
    over, waiting = ServiceGame(people[:2], rounds=1), ServiceGame(people[:1], players=2)
    over.finish()
    User.objects.filter(handle="ada").update(is_active=False)
    browser = browser_of(people[1])
    for address in (f"/games/{over.id}", f"/games/{waiting.id}"):
        page = browser.get(address).content.decode()
        assert "ada" in page
        assert 'href="/people/ada"' not in page


def test_a_game_has_choices_of_its_own(people: list[User]) -> None:
    table = ServiceGame(people[:2])
    address = f"/games/{table.id}/notifications"
    browser = browser_of(people[0])
    assert f'href="{address}"' in browser.get(f"/games/{table.id}/table").content.decode()
    assert "In your game" in browser.get(address).content.decode()
    answer: Any = browser.post(address, {"of_game": "", "reminder.email": "on"})
    assert answer.headers["Location"] == address
    assert not choices_of(person=people[0], game=table.game)["your_turn"]["email"]
    assert choices_of(person=people[0])["your_turn"]["email"]


def test_others_have_no_choices_about_a_game(people: list[User]) -> None:
    table = ServiceGame(people[:2])
    assert browser_of(people[2]).get(f"/games/{table.id}/notifications").status_code == 404


def test_a_profile_says_how_punctual_and_strong_somebody_is(people: list[User]) -> None:
    rating = people[1].ratings.create(mode="beginner", mean=30, deviation=2, games=6)
    rating.strength = rating.strength
    rating.save()
    page = browser_of(people[0]).get("/people/bob").content.decode()
    assert f"{rating.value} to {rating.strength.ceiling}" in page
    assert "It is shown after ten decisions." in page
    people[1].ratings.update(games=2)
    page = browser_of(people[0]).get("/people/bob").content.decode()
    assert "2 rated games; the rating is shown after five." in page


@pytest.mark.slow
def test_a_profile_leads_to_all_results(people: list[User]) -> None:
    table = ServiceGame(people[:2], rounds=1)
    for number in range(6):  # or it would not count: nobody else has decided anything
        table.play(number)
    table.finish()
    browser = browser_of(people[2])
    address = "/people/ada/results/beginner"
    assert f'href="{address}"' in browser.get("/people/ada").content.decode()
    page = browser.get(address).content.decode()
    assert f'href="/games/{table.id}"' in page
    assert re.search(r"[12] of 2</td><td>[^<0-9]</td>", page)
    assert browser.get("/people/ada/results/solitaire").status_code == 404
    assert browser.get("/people/nobody/results/beginner").status_code == 404
    led: Any = browser.get(f"{address}?cursor=nonsense")
    assert led.headers["Location"] == address


def test_there_is_no_profile_of_nobody_or_of_a_person_who_left(people: list[User]) -> None:
    browser = browser_of(people[0])
    assert browser.get("/people/nobody").status_code == 404
    User.objects.filter(pk=people[1].pk).update(closed_at=timezone.now())
    assert browser.get("/people/bob").status_code == 404
