"""Account mail is sent from the outbox: no mail server delays a request or reveals anything."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.db import IntegrityError
from django.http import HttpResponseBase
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from notifications.models import Delivery, Notice
from notifications.tasks import send
from tests.support.apps import App
from tests.support.mail_sink import Sink
from trials.programs import free_port

pytestmark = pytest.mark.django_db
CODE = re.compile(r"^[A-Z0-9]{4}-[A-Z0-9]{4}\r?$", re.MULTILINE)


def ask(path: str, **body: Any) -> HttpResponseBase:
    """Send a request as an app does."""
    return Client().post(f"/_allauth/app/v1/auth/{path}", body, content_type="application/json")


def sign_up(handle: str) -> HttpResponseBase:
    email = f"{handle}@example.org"
    return ask("signup", email=email, username=handle, password="wheat-and-rye-7")


def test_a_sign_up_queues_its_mail_and_sends_nothing(mailoutbox: list[object]) -> None:
    assert sign_up("ada").status_code == 401  # until the address is verified
    notice = Notice.objects.get()
    assert (notice.kind, notice.address, notice.person, notice.game) == (
        "account",
        "ada@example.org",
        None,
        None,
    )
    assert not mailoutbox


def test_the_mail_arrives(sink: Sink) -> None:
    sign_up("ada")
    mail = Delivery.objects.get()
    send(mail.pk)
    (message,) = sink.taken
    assert message["To"] == "ada@example.org"
    assert message["Subject"] == "Illimat: your code to sign up"
    assert message["References"] is None
    assert CODE.search(message.get_content())


def test_a_mail_server_that_is_away_does_not_stop_a_sign_up(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "notifications.channels.smtp.EmailBackend"
    settings.EMAIL_PORT = free_port()
    assert sign_up("ada").status_code == 401
    assert Delivery.objects.waiting().count() == 1


def sign_up_on_the_page(handle: str) -> HttpResponseBase:
    form = {"email": f"{handle}@example.org", "username": handle, "password1": "wheat-and-rye-7"}
    return Client().post("/accounts/signup/", form)


@pytest.mark.parametrize("way", [sign_up, sign_up_on_the_page])
def test_no_account_is_created_without_its_mail(
    monkeypatch: pytest.MonkeyPatch, way: Callable[[str], HttpResponseBase]
) -> None:
    def refuse(**_: object) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as broken:
        broken.setattr("notifications.adapter.account_notice_write", refuse)
        with pytest.raises(OSError, match="disk full"):
            way("ada")
    assert not User.objects.exists()

    assert way("ada").status_code < 500
    assert User.objects.count() == Delivery.objects.count() == 1


def test_a_sign_up_that_collides_with_itself_is_a_bug_and_no_matter_of_waiting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def clash(**_: object) -> None:
        raise IntegrityError

    monkeypatch.setattr("notifications.adapter.account_notice_write", clash)
    with pytest.raises(IntegrityError):
        sign_up("ada")
    assert not User.objects.exists()


def test_a_code_typed_wrongly_is_counted_though_it_changes_nothing() -> None:
    app = App()
    app.auth("signup", email="ada@example.org", username="ada", password="wheat-and-rye-7")
    answers = [app.auth("email/verify", key="AAAA-AAAA").status_code for _ in range(4)]
    assert answers[0] == 400
    assert answers[-1] in {401, 409}


def test_asking_to_reset_a_password_tells_nobody_who_is_registered(ada: User) -> None:
    answers = [ask("password/request", email=f"{name}@example.org") for name in ("ada", "nobody")]
    assert answers[0].status_code == answers[1].status_code
    mails = Delivery.objects.order_by("pk").values_list("address", flat=True)
    assert list(mails) == ["ada@example.org"]


def test_an_address_that_nobody_has_proven_gets_the_code_of_its_sign_up_alone() -> None:
    sign_up("ada")
    ask("password/request", email="ada@example.org")
    assert Notice.objects.get().subject == "Illimat: your code to sign up"


def test_each_request_queues_its_own_mail(ada: User) -> None:
    for _ in range(2):
        ask("password/request", email="ada@example.org")
    assert Delivery.objects.count() == 2


@pytest.fixture
def ada() -> User:
    """Return Ada, whose address is proven."""
    ada = User.objects.create_user("ada", "ada@example.org", "wheat-and-rye-7")
    EmailAddress.objects.create(user=ada, email=ada.email, verified=True, primary=True)
    return ada


@pytest.fixture
def told(settings: Settings) -> Callable[[], tuple[str, str]]:
    """Return subject and text of the newest mail of a server with another host name."""
    settings.BASE_URL = "https://play.example.org"

    def newest() -> tuple[str, str]:
        mail = Delivery.objects.latest("pk")
        assert mail.notice.body_text.endswith(
            "\nIllimat by correspondence, https://play.example.org"
        )
        assert "testserver" not in mail.notice.body_text
        return mail.notice.subject, mail.notice.body_text

    return newest


def test_the_mail_at_sign_up_has_the_code_and_its_validity(
    told: Callable[[], tuple[str, str]],
) -> None:
    sign_up("ada")
    subject, text = told()
    assert subject == "Illimat: your code to sign up"
    assert text.startswith("Hello ada,")
    assert CODE.search(text)
    assert "in the app or on the page" in text
    assert "15 minutes" in text


def test_the_mail_to_a_new_address_has_the_code(
    ada: User, told: Callable[[], tuple[str, str]]
) -> None:
    browser = Client()
    browser.post("/accounts/login/", {"login": ada.email, "password": "wheat-and-rye-7"})
    browser.post("/accounts/email/", {"action_add": "", "email": "new@example.org"})
    subject, text = told()
    assert Delivery.objects.latest("pk").address == "new@example.org"
    assert subject == "Illimat: your code"
    assert CODE.search(text)


def test_the_mail_for_a_new_password_has_the_code(
    ada: User, told: Callable[[], tuple[str, str]]
) -> None:
    ask("password/request", email="ada@example.org")
    subject, text = told()
    assert subject == "Illimat: your code for a new password"
    assert CODE.search(text)
    assert "15 minutes" in text


def test_signing_up_twice_mails_how_to_log_in(
    ada: User, told: Callable[[], tuple[str, str]]
) -> None:
    ask("signup", email="ada@example.org", username="ada-2", password="wheat-and-rye-7")
    subject, text = told()
    assert subject == "Illimat: you have an account already"
    assert "\nhttps://play.example.org/accounts/password/reset/\n" in text
    assert not CODE.search(text)
