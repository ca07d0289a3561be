"""The id of a request follows what it caused: into the worker's log, and into mails."""

import logging

import pytest
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from api.traces.current import REQUEST, on_behalf_of
from config.logs import TextFormatter
from notifications.models import Delivery, Notice
from notifications.sending.outbox import PersonNews, news_write
from notifications.tasks import send
from tests.support.mail_sink import LATER, Sink
from tests.support.service_games import ServiceGame

pytestmark = pytest.mark.django_db
ID = "4f2a-0001.b"


@pytest.fixture
def mail(client: Client, settings: Settings) -> Delivery:
    """Ask for a code by a request with an id, through a proxy, and return the mail with it."""
    settings.ALLAUTH_TRUSTED_PROXY_COUNT = 1
    form = {"email": "ada@example.org", "username": "ada", "password1": "correct horse battery"}
    answer = client.post("/accounts/signup/", form, headers={"X-Request-ID": ID})
    assert answer["X-Request-ID"] == ID
    return Delivery.objects.select_related("notice").get()


def test_a_mail_names_the_request_that_caused_it(sink: Sink, mail: Delivery) -> None:
    send(mail.pk)
    (message,) = sink.taken
    assert message["X-Request-ID"] == ID


@pytest.mark.parametrize("answers", [[], [LATER]])
def test_the_workers_lines_about_a_mail_name_the_request_that_caused_it(
    sink: Sink, mail: Delivery, answers: list[str], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "notifications")
    caplog.handler.setFormatter(TextFormatter())
    sink.answers = answers
    send(mail.pk)
    assert caplog.text.splitlines()
    assert all(f"request={ID}" in line for line in caplog.text.splitlines())
    assert not REQUEST.get()


def test_news_of_a_game_and_of_anything_else_name_the_request_that_caused_them(
    people: list[User],
) -> None:
    with on_behalf_of(ID):
        ServiceGame(people)
        news_write(about="1", news=[PersonNews(people[0].pk, "season_opens", 1)])
    assert set(Notice.objects.values_list("request", flat=True)) == {ID}


def test_what_no_request_caused_names_none(sink: Sink, account_mail: Delivery) -> None:
    send(account_mail.pk)
    (message,) = sink.taken
    assert "X-Request-ID" not in message
