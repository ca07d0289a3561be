"""In development a page shows the mails that were written to files; a public server has none."""

import ast
from pathlib import Path

import pytest
from django.conf import settings as own
from django.core.mail import EmailMultiAlternatives, get_connection
from django.test import Client
from pytest_django import Settings

WITH_MAILS = pytest.mark.urls("tests.config.urls_with_mails")


@pytest.fixture
def written(settings: Settings, tmp_path: Path) -> str:
    """Write a mail, and return the name of its file."""
    settings.EMAIL_FILE_PATH = str(tmp_path)
    mail = EmailMultiAlternatives("Your <turn>", "Play a card.", to=["ada@example.org"])
    mail.attach_alternative("<p style='color:red'>Play</p>", "text/html")
    mail.connection = get_connection("config.mail.MessageFiles")
    mail.send()
    (file,) = tmp_path.glob("*.eml")
    return file.name


@WITH_MAILS
@pytest.mark.django_db
def test_the_page_shows_headers_text_and_html(written: str, client: Client) -> None:
    listed = client.get("/development/mails/").content.decode()
    assert "Your &lt;turn&gt;</a> to ada@example.org" in listed
    shown = client.get(f"/development/mails/{written}").content.decode()
    assert '<th scope="row">To</th><td>ada@example.org</td>' in shown
    assert "Play a card." in shown
    page = client.get(f"/development/mails/{written}/html")
    assert page.content.decode().startswith("<p style='color:red'>")
    assert page.headers["Content-Security-Policy"].startswith("default-src 'none';")


@WITH_MAILS
@pytest.mark.django_db
@pytest.mark.parametrize("name", ["nothing.eml", "..%2Fsecret_key", "%2Fetc%2Fpasswd"])
def test_it_shows_nothing_but_mails(written: str, name: str, client: Client) -> None:
    assert client.get(f"/development/mails/{name}").status_code == 404


@pytest.mark.django_db
def test_without_the_setting_there_is_no_such_page(written: str, client: Client) -> None:
    assert client.get("/development/mails/").status_code == 404
    assert client.get(f"/development/mails/{written}").status_code == 404


def test_a_public_server_cannot_be_told_to_show_mails() -> None:
    folder = Path(own.BASE_DIR, "config/settings")
    readers = {
        file.name
        for file in folder.glob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Constant) and node.value == "MAIL_PAGES"
    }
    assert readers == {"local.py"}
    assert "config.settings.local" not in (folder / "production.py").read_text("utf-8")
