"""In development a page shows the mails that were written to files; a public server has none."""

import socket
import threading
from pathlib import Path
from typing import Any

import httpx
import pytest
from django.conf import settings as own
from django.core.mail import EmailMultiAlternatives, get_connection
from django.core.wsgi import get_wsgi_application
from django.test import Client
from pytest_django import Settings

from config.server.http import make_server
from config.settings import base

MAILS = "/development/mails/key/"
WITH_MAILS = pytest.mark.urls("tests.config.urls_with_mails")


@pytest.fixture
def written(settings: Settings, tmp_path: Path) -> str:
    """Write a mail, and return the name of its file."""
    settings.EMAIL_FILE_PATH = str(tmp_path)
    mail = EmailMultiAlternatives("Your <turn>", "Play a card.", to=["ada@example.org"])
    mail.attach_alternative("<p style='color:red'>Play</p>", "text/html")
    mail.connection = get_connection("config.server.mail.MessageFiles")
    mail.send()
    (file,) = tmp_path.glob("*.eml")
    return file.name


@pytest.fixture
def client() -> Client:
    """Return a browser on the server's own machine."""
    return Client(headers={"host": "localhost:8000"})


@WITH_MAILS
@pytest.mark.django_db
def test_the_page_shows_headers_text_and_html(written: str, client: Client) -> None:
    listed = client.get(MAILS).content.decode()
    assert "Your &lt;turn&gt;</a> to ada@example.org" in listed
    shown = client.get(f"{MAILS}{written}").content.decode()
    assert '<th scope="row">To</th><td>ada@example.org</td>' in shown
    assert "Play a card." in shown
    page = client.get(f"{MAILS}{written}/html")
    assert page.content.decode().startswith("<p style='color:red'>")
    assert page.headers["Content-Security-Policy"].startswith("default-src 'none';")


@WITH_MAILS
@pytest.mark.django_db
@pytest.mark.parametrize("name", ["nothing.eml", "..%2Fsecret_key", "%2Fetc%2Fpasswd"])
def test_it_shows_nothing_but_mails(written: str, name: str, client: Client) -> None:
    assert client.get(f"{MAILS}{name}").status_code == 404


@pytest.mark.django_db
def test_without_the_setting_there_is_no_such_page(written: str, client: Client) -> None:
    assert client.get(MAILS).status_code == 404
    assert client.get(f"{MAILS}{written}").status_code == 404


@WITH_MAILS
@pytest.mark.django_db
@pytest.mark.parametrize(
    "elsewhere",
    [
        {"REMOTE_ADDR": "192.0.2.7"},
        {"HTTP_HOST": "play.example.org"},
        {"HTTP_X_FORWARDED_FOR": "192.0.2.7"},
        {"HTTP_VIA": "1.1 proxy"},
    ],
)
def test_nobody_else_than_who_sits_at_the_machine_finds_it(
    written: str, client: Client, settings: Settings, elsewhere: dict[str, Any]
) -> None:
    settings.ALLOWED_HOSTS = ["*"]
    for page in ("", written, f"{written}/html"):
        path = f"{MAILS}{page}"
        assert client.get(path).status_code == 200
        assert client.get(path, **elsewhere).status_code == 404


@WITH_MAILS
@pytest.mark.parametrize(
    ("header", "found"),
    [("", 200), ("X-Forwarded-For", 404), ("Via", 404), ("X-Forwarded-Proto", 404)],
)
def test_through_the_local_server_a_proxy_is_told_from_who_sits_there(
    written: str, settings: Settings, header: str, found: int
) -> None:
    settings.ALLOWED_HOSTS = ["localhost"]
    listening = socket.create_server(("127.0.0.1", 0))
    address = f"http://localhost:{listening.getsockname()[1]}{MAILS}"
    server = make_server(get_wsgi_application(), listening)
    threading.Thread(target=server.run, daemon=True).start()
    try:
        answer = httpx.get(address, headers={header: "192.0.2.7"} if header else {})
    finally:
        server.close()
    assert answer.status_code == found


@WITH_MAILS
@pytest.mark.django_db
@pytest.mark.parametrize("guessed", ["", "KEY/", "key2/", "%2E/key/"])
def test_nor_is_it_found_without_the_key_by_somebody_whom_a_proxy_hides(
    written: str, client: Client, guessed: str
) -> None:
    for page in ("", written):
        assert client.get(f"/development/mails/{guessed}{page}").status_code == 404


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["", "the-key-of-the-mails"])
def test_the_page_that_asks_for_a_code_says_where_it_is_and_keeps_the_key(
    client: Client, settings: Settings, key: str
) -> None:
    settings.MAILS_KEY = key
    form = {"email": "new@example.org", "username": "Nell", "password1": "wheat-and-rye-7"}
    asked = client.post("/accounts/signup/", form, follow=True).content.decode()
    assert ("<code>./do run</code> printed" in asked) == bool(key)
    assert "the-key-of-the-mails" not in asked


def test_only_local_settings_show_mails() -> None:
    folder = Path(own.BASE_DIR, "config/settings")
    given = {f.name for f in folder.glob("*.py") if "MAILS_KEY = " in f.read_text("utf-8")}
    assert given == {"base.py", "local.py"}
    assert base.MAILS_KEY == ""
    assert "config.settings.local" not in (folder / "production.py").read_text("utf-8")
