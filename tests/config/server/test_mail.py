"""Outgoing mail as files."""

import email
from email import policy
from pathlib import Path

import pytest
from django.core.mail import EmailMessage, get_connection
from pytest_django.fixtures import Settings


@pytest.fixture
def folder(settings: Settings, tmp_path: Path) -> Path:
    """Return the path of a mail folder that does not exist yet."""
    settings.EMAIL_FILE_PATH = str(tmp_path / "out" / "mail")
    return tmp_path / "out" / "mail"


def test_each_message_is_a_file_that_mail_programs_read(folder: Path) -> None:
    outbox = get_connection("config.server.mail.MessageFiles")
    texts = ["It is your turn, Zoë.", "You have won."]
    sent = outbox.send_messages(
        [EmailMessage("Illimat", text, to=["zoe@example.org"]) for text in texts]
    )
    files = sorted(folder.iterdir())
    assert sent == len(files) == 2
    assert all(file.suffix == ".eml" and "zoe@example.org" in file.name for file in files)
    read = [email.message_from_bytes(file.read_bytes(), policy=policy.default) for file in files]
    assert [str(message.get_content()).strip() for message in read] == texts


def test_an_address_cannot_choose_the_folder(folder: Path) -> None:
    message = EmailMessage("Illimat", "x", to=["../../etc/passwd@example.org"])
    get_connection("config.server.mail.MessageFiles").send_messages([message])
    assert len(list(folder.iterdir())) == 1
