"""The admin site's page about deliveries."""

import pytest
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.auth.models import Permission
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoAssertNumQueries

from notifications.models import Delivery
from notifications.sending.deliveries import delivery_lease
from notifications.sending.outbox import account_notice_write
from tests.support.api_games import ApiGame
from tests.support.people import Person, staff

pytestmark = pytest.mark.django_db

LIST = "/admin/notifications/delivery/"
STATEMENTS = 15  # of a list, whatever it shows


@pytest.fixture
def dead_letter() -> Delivery:
    """A mail about a turn that was given up."""
    table = ApiGame([Person("ada"), Person("bob")])
    delivery = Delivery.objects.waiting().filter(notice__game=table.id).latest("pk")
    Delivery.objects.filter(pk=delivery.pk).update(
        state="failed", attempts=8, error="SMTPDataError: (451, 'later')", address="who@example.org"
    )
    return delivery


def resend(chief: Person, *deliveries: Delivery) -> str:
    """Choose the action for some deliveries, and return the page that follows."""
    chosen = {"action": "resend", "_selected_action": [each.pk for each in deliveries]}
    answer = chief.client.post(LIST, chosen, format="multipart", follow=True)
    return str(answer.content.decode())


def test_staff_see_why_a_delivery_failed_but_neither_text_nor_address(
    dead_letter: Delivery,
) -> None:
    shown = staff().get(f"{LIST}{dead_letter.pk}/change/").content.decode()
    for seen in (dead_letter.notice.kind, "Failed", "451", str(dead_letter.notice.game_id)):
        assert seen in shown
    assert "who@example.org" not in shown


def test_a_dead_letter_is_sent_again_and_that_is_logged(dead_letter: Delivery) -> None:
    chief = staff()
    assert "1 dead letter waits to be sent again." in resend(chief, dead_letter)
    assert delivery_lease(delivery_id=dead_letter.pk)
    entry = LogEntry.objects.get()
    assert (entry.user, entry.object_id, entry.action_flag, entry.change_message) == (
        *(chief.user, str(dead_letter.pk)),
        *(CHANGE, "Resent."),
    )


def test_only_dead_letters_that_kept_their_text_are_sent_again(
    dead_letter: Delivery,
) -> None:
    Delivery.objects.filter(pk=dead_letter.pk).update(state="sent")
    account_notice_write(to="ada@example.org", subject="Code", body_text="1234", key="one")
    code = Delivery.objects.latest("pk")
    Delivery.objects.filter(pk=code.pk).update(state="failed")
    assert "0 dead letters wait" in resend(staff(), dead_letter, code)
    assert not LogEntry.objects.exists()
    assert set(Delivery.objects.filter(pk__in=[dead_letter.pk, code.pk]).values_list("state")) == {
        ("sent",),
        ("failed",),
    }


def test_staff_who_may_only_look_send_nothing_again(dead_letter: Delivery) -> None:
    clerk = staff("clerk", superuser=False)
    clerk.user.user_permissions.add(Permission.objects.get(codename="view_delivery"))
    assert clerk.get(LIST).status_code == 200
    resend(clerk, dead_letter)
    dead_letter.refresh_from_db()
    assert dead_letter.state == "failed"


def test_a_list_takes_as_many_statements_whatever_it_shows(
    dead_letter: Delivery, django_assert_max_num_queries: DjangoAssertNumQueries
) -> None:
    chief = staff()
    for number in range(30):
        account_notice_write(
            to=f"ada{number}@example.org", subject="Hi", body_text="Hi.", key=str(number)
        )
    found: CaptureQueriesContext
    with django_assert_max_num_queries(STATEMENTS) as found:
        chief.get(LIST)
    assert any("LIMIT 10000" in query["sql"] for query in found.captured_queries)
