"""Suspending people with a reason and an end, and what they are told."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Permission
from django.core.exceptions import ValidationError
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoAssertNumQueries, Settings

from accounts.models import Session, Suspension, User
from accounts.services import account_close
from accounts.staff.suspensions import account_suspend, suspension_lift, suspensions_lift_due
from notifications.models import Delivery
from notifications.sending.dispatch import reason_to_drop
from tests.support.api_games import ApiGame
from tests.support.apps import PASSWORD, App
from tests.support.people import Person, staff

pytestmark = pytest.mark.django_db
REASON = "You <b>insulted</b> people."


def page(person: Person, act: str) -> str:
    """Return the address at which staff do something to a person."""
    return f"/admin/accounts/user/{person.user.pk}/{act}/"


def send(by: Person, person: Person, act: str, **form: str) -> Any:
    """Send the confirmed form of an act."""
    return by.client.post(page(person, act), {"confirmed": "on", **form}, format="multipart")


def moderator(handle: str = "clerk") -> Person:
    """Return staff who may suspend people and lift that."""
    clerk = staff(handle, superuser=False)
    names = ("view_user", "add_suspension", "change_suspension")
    clerk.user.user_permissions.set(Permission.objects.filter(codename__in=names))
    return clerk


def mailed() -> Mapping[str, str]:
    """Return the texts of the mails about suspensions by their subjects, which are all to leave."""
    found = Delivery.objects.filter(notice__kind="account_change").select_related("notice")
    assert not any(reason_to_drop(delivery) for delivery in found)
    return {each.notice.subject: each.notice.body_text for each in found}


@pytest.fixture
def clerk() -> Person:
    """Staff who may suspend people."""
    return moderator()


def test_a_suspended_person_is_out_and_reads_why_and_until_when(
    clerk: Person, settings: Settings
) -> None:
    settings.CONTACT_URL = "mailto:help@example.org"
    table = ApiGame([Person("ada"), Person("bob")])
    ada = table.people[0]
    end = timezone.now() + timedelta(days=3)
    assert send(clerk, ada, "suspend", reason=REASON, ends_at=f"{end:%Y-%m-%dT%H:%M}")
    ada.user.refresh_from_db()
    assert not ada.user.is_active
    assert not Session.objects.filter(user=ada.user).exists()
    assert "SeatLeft" in set(table.game.events.values_list("type", flat=True))
    ((subject, text),) = mailed().items()
    assert subject.endswith("your account is suspended")
    for told in (REASON, f"{end:%H:%M} (UTC)", "help@example.org"):
        assert told in text
    entry = LogEntry.objects.get(action_flag=CHANGE)
    assert (entry.user, entry.object_id) == (clerk.user, str(ada.user.pk))
    shown = clerk.get(page(ada, "change")).content.decode()
    assert "You &lt;b&gt;insulted" in shown
    assert "../lift/" in shown


def test_nobody_is_suspended_without_reason_and_confirmation(clerk: Person) -> None:
    ada = Person("ada")
    past = "2020-01-01T00:00"
    for form in ({"reason": ""}, {"reason": "x", "confirmed": ""}, {"reason": "x" * 1001}):
        assert send(clerk, ada, "suspend", **form).status_code == 200
    assert send(clerk, ada, "suspend", reason="x", ends_at=past).status_code == 200
    far = f"{timezone.now() + timedelta(days=4000):%Y-%m-%dT%H:%M}"
    assert send(clerk, ada, "suspend", reason="x", ends_at=far).status_code == 200
    assert not Suspension.objects.exists()


def test_somebody_who_suspends_twice_reads_that_it_is_done_and_gets_their_words_back(
    clerk: Person,
) -> None:
    ada, end = Person("ada"), timezone.now() + timedelta(days=3)
    form = {"reason": REASON, "ends_at": f"{end:%Y-%m-%dT%H:%M}"}
    send(clerk, ada, "suspend", **form)
    assert "The account is suspended, and a" in clerk.get(page(ada, "change")).content.decode()
    assert send(clerk, ada, "suspend", **form).status_code == 302
    assert Suspension.objects.count() == 1
    shown = clerk.get(page(ada, "change")).content.decode()
    assert f"suspended, by you, until {end:%Y-%m-%d %H:%M}" in shown
    assert "You had written: You &lt;b&gt;insulted" in shown


def test_only_superusers_suspend_staff_and_nobody_themselves(clerk: Person) -> None:
    chief = staff()
    for by, person in ((clerk, chief), (clerk, clerk), (chief, chief)):
        assert send(by, person, "suspend", reason="x").status_code == 403
        with pytest.raises(ValidationError):
            account_suspend(by=by.user, user=person.user, reason="x")
    assert send(chief, clerk, "suspend", reason="x").status_code == 302
    other = moderator("other")
    assert send(other, clerk, "lift").status_code == 403


def test_staff_without_the_permission_neither_suspend_nor_lift(clerk: Person) -> None:
    reader, ada, bob = staff("reader", superuser=False), Person("ada"), Person("bob")
    reader.user.user_permissions.set(Permission.objects.filter(codename="view_user"))
    account_suspend(by=clerk.user, user=bob.user, reason="x")
    assert send(reader, ada, "suspend", reason="x").status_code == 403
    assert send(reader, bob, "lift").status_code == 403


def test_a_suspension_is_lifted_by_hand_and_noted(clerk: Person) -> None:
    ada = Person("ada")
    account_suspend(by=clerk.user, user=ada.user, reason="x")
    assert send(clerk, ada, "lift").status_code == 302
    ada.user.refresh_from_db()
    assert ada.user.is_active
    suspension = Suspension.objects.get()
    assert (suspension.by, suspension.lifted_by) == (clerk.user, clerk.user)
    assert any("no longer suspended" in subject for subject in mailed())
    send(clerk, ada, "lift")
    assert "The account is not suspended." in clerk.get(page(ada, "change")).content.decode()
    with pytest.raises(ValidationError):
        suspension_lift(user=ada.user, by=clerk.user)


def test_a_suspension_ends_by_itself_once_it_is_due(clerk: Person) -> None:
    ada, bob, eve = (Person(handle) for handle in ("ada", "bob", "eve"))
    end = timezone.now() + timedelta(days=1)
    for person, ends_at in ((ada, end), (bob, end), (eve, None)):
        account_suspend(by=clerk.user, user=person.user, reason="x", ends_at=ends_at)
    assert suspensions_lift_due() == 0
    Suspension.objects.filter(user=ada.user).update(ends_at=timezone.now())
    assert suspensions_lift_due() == 1
    active = User.objects.filter(is_active=True, pk__in=[ada.user.pk, bob.user.pk, eve.user.pk])
    assert list(active) == [ada.user]
    assert Suspension.objects.get(user=ada.user).lifted_by is None


def test_somebody_who_logs_in_after_the_end_need_not_wait_for_the_worker(clerk: Person) -> None:
    ada = Person("ada")
    ada.user.set_password(PASSWORD)
    ada.user.save()
    end = timezone.now() + timedelta(days=1)
    account_suspend(by=clerk.user, user=ada.user, reason="x", ends_at=end)
    login = {"login": ada.user.email, "password": PASSWORD}
    Client().post("/accounts/login/", login)
    assert Suspension.objects.filter(lifted_at=None).exists()
    Suspension.objects.update(ends_at=timezone.now())
    Client().post("/accounts/login/", login)
    assert not Suspension.objects.filter(lifted_at=None).exists()
    ada.user.refresh_from_db()
    assert ada.user.is_active


def test_a_closed_account_stays_closed_when_its_suspension_ends(clerk: Person) -> None:
    ada = Person("ada")
    account_suspend(by=clerk.user, user=ada.user, reason="x")
    account_close(user=ada.user)
    suspension_lift(user=ada.user)
    ada.user.refresh_from_db()
    assert not ada.user.is_present
    assert not any("no longer" in subject for subject in mailed())


def test_somebody_who_logs_in_with_the_right_password_alone_reads_why(clerk: Person) -> None:
    ada = Person("ada")
    ada.user.set_password(PASSWORD)
    ada.user.save()
    account_suspend(by=clerk.user, user=ada.user, reason=REASON)
    for password, is_told in ((PASSWORD, True), ("another horse battery", False)):
        login = {"login": ada.user.email, "password": password}
        shown = Client().post("/accounts/login/", login).content.decode()
        assert ("You &lt;b&gt;insulted" in shown) == is_told
        answer = App().auth("login", email=ada.user.email, password=password)
        (error,) = answer.json()["errors"]
        assert (answer.status_code, REASON in error["message"]) == (400, is_told)
        assert (error["code"] == "account_suspended") == is_told


def test_a_person_s_page_takes_no_more_statements_with_more_suspensions(
    clerk: Person, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    ada = Person("ada")
    for _ in range(30):
        account_suspend(by=clerk.user, user=ada.user, reason="a reason")
        suspension_lift(user=ada.user, by=clerk.user)
    with django_assert_max_num_queries(20):
        shown = clerk.get(page(ada, "change")).content.decode()
    assert shown.count("a reason") == 20
