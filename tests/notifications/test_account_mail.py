"""Account mail goes by way of the outbox: no mail server slows a request, or tells by failing."""

from collections.abc import Callable
from typing import Any

import pytest
from django.http import HttpResponseBase
from django.test import Client
from pytest_django import Settings

from accounts.models import User
from notifications.models import OutboxMail
from notifications.tasks import send
from tests.accounts.conftest import App
from tests.notifications.conftest import Sink
from tests.servers import free_port

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def ask(path: str, **body: Any) -> HttpResponseBase:
    """Ask as an app does."""
    return Client().post(f"/_allauth/app/v1/auth/{path}", body, content_type="application/json")


def sign_up(handle: str) -> HttpResponseBase:
    """Sign somebody up."""
    email = f"{handle}@example.org"
    return ask("signup", email=email, username=handle, password="wheat-and-rye-7")


def test_a_sign_up_owes_its_mail_and_sends_nothing(mailoutbox: list[object]) -> None:
    assert sign_up("ada").status_code == 401  # until the address is verified
    mail = OutboxMail.objects.get()
    assert (mail.kind, mail.address, mail.user, mail.game) == (
        "account",
        "ada@example.org",
        None,
        None,
    )
    assert not mailoutbox


def test_the_mail_arrives(sink: Sink) -> None:
    sign_up("ada")
    mail = OutboxMail.objects.get()
    send(mail.pk)
    (message,) = sink.taken
    assert message["To"] == "ada@example.org"
    assert message["Subject"].startswith("[Illimat] ")
    assert message["References"] is None
    assert "ode" in message.get_content()


def test_a_mail_server_that_is_away_does_not_stop_a_sign_up(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_PORT = free_port()
    assert sign_up("ada").status_code == 401
    assert OutboxMail.objects.open().count() == 1


def sign_up_on_the_page(handle: str) -> HttpResponseBase:
    """Sign somebody up by the form for browsers."""
    form = {"email": f"{handle}@example.org", "username": handle, "password1": "wheat-and-rye-7"}
    return Client().post("/accounts/signup/", form)


@pytest.mark.parametrize("way", [sign_up, sign_up_on_the_page])
def test_nobody_has_an_account_whose_mail_is_not_owed(
    monkeypatch: pytest.MonkeyPatch, way: Callable[[str], HttpResponseBase]
) -> None:
    def refuse(**_: object) -> None:
        raise OSError("disk full")

    with monkeypatch.context() as broken:
        broken.setattr("notifications.adapter.mail_enqueue", refuse)
        with pytest.raises(OSError, match="disk full"):
            way("ada")
    assert not User.objects.exists()

    assert way("ada").status_code < 500
    assert User.objects.count() == OutboxMail.objects.count() == 1


def test_a_code_typed_wrongly_is_counted_though_it_changes_nothing() -> None:
    app = App()
    app.auth("signup", email="ada@example.org", username="ada", password="wheat-and-rye-7")
    answers = [app.auth("email/verify", key="AAAA-AAAA").status_code for _ in range(4)]
    assert answers[0] == 400
    assert answers[-1] in {401, 409}


def test_asking_to_reset_a_password_tells_nobody_who_is_registered() -> None:
    User.objects.create_user("ada", "ada@example.org", "wheat-and-rye-7")
    answers = [ask("password/request", email=f"{name}@example.org") for name in ("ada", "nobody")]
    assert answers[0].status_code == answers[1].status_code
    mails = OutboxMail.objects.order_by("pk").values_list("address", flat=True)
    assert list(mails) == ["ada@example.org", "nobody@example.org"]


def test_each_request_owes_a_mail_of_its_own() -> None:
    for _ in range(2):
        ask("password/request", email="nobody@example.org")
    assert OutboxMail.objects.count() == 2
