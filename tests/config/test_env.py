"""Parsing settings from the environment, and refusing invalid ones."""

from collections.abc import Callable
from typing import Any

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import env

EXAMPLE_KEY = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"  # of RFC 8291


def test_a_value_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", " 8123 ")
    assert env.read("PORT", env.port, default="8000", example="8001") == 8123


def test_an_empty_value_counts_as_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PORT", "")
    assert env.read("PORT", env.port, default="8000", example="8001") == 8000


def test_a_missing_value_is_asked_for_with_an_example(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("SECRET_KEY", raising=False)
    with pytest.raises(ImproperlyConfigured, match=r"SECRET_KEY is not set.* SECRET_KEY=abc"):
        env.read("SECRET_KEY", env.secret, example="abc")


@pytest.mark.parametrize(
    ("cast", "value"),
    [
        (env.boolean, "perhaps"),
        (env.number, "-1"),
        (env.port, "70000"),
        (env.port, "http"),
        (env.base_url, "play.example.org"),
        (env.hosts, "*.example.org"),
        (env.page, "example.org/privacy"),
        (env.page, "javascript://example.org"),
        (env.contact, "illimat@example.org"),
        (env.contact, "mailto:illimat"),
        (env.game_url, "https://play.example.org/games"),
        (env.game_url, "{base}/{game}"),
        (env.broker_url, "amqp://localhost"),
        (env.broker_url, "memory://localhost"),
        (env.email, "anymail://nobody"),
        (env.email, "anymail:"),
        (env.json_object, "{hunter2"),
        (env.json_object, "[]"),
        (env.inbox, "pop3://mail.example.org"),
        (env.inbox, "imaps:///INBOX"),
        (env.inbox, "maildir://var/mail"),
        (env.database, "mysql://localhost/illimat"),
        (env.database, "postgres://illimat:hunter2@localhost:port/illimat"),
        (env.database, "postgres://illimat:hunter2@localhost"),
        (env.cache, "memcached://localhost"),
        (env.email, "imap://localhost"),
        (env.email, "smtp://"),
        (env.secret, "hunter2"),
        (env.sender, "hunter2"),
        (env.off, "true"),
        (env.public_url, "http://localhost"),
        (env.public_hosts, ","),
        (env.public_hosts, "*"),
        (env.public_hosts, "play.example.org:80"),
        (env.postgres, "sqlite:///hunter2"),
        (env.shared_cache, "locmem://"),
        (env.push_key, "hunter2"),
        (env.push_key, "A" * 43),
    ],
)
def test_an_invalid_setting_is_refused_without_repeating_it(
    monkeypatch: pytest.MonkeyPatch, cast: Callable[[str], Any], value: str
) -> None:
    monkeypatch.setenv("SETTING", value)
    said = r"^SETTING must .*\. Set it, for example SETTING=example$"
    with pytest.raises(ImproperlyConfigured, match=said) as refusal:
        env.read("SETTING", cast, example="example")
    assert "hunter2" not in str(refusal.value)


@pytest.mark.parametrize(
    ("cast", "value", "understood"),
    [
        (env.boolean, "Yes", True),
        (env.boolean, "off", False),
        (env.words, "a.example, b.example,", ["a.example", "b.example"]),
        (env.base_url, "https://play.example.org/", "https://play.example.org"),
        (env.page, "https://example.org/privacy", "https://example.org/privacy"),
        (env.page, "", ""),
        (env.contact, "mailto:illimat@example.org", "mailto:illimat@example.org"),
        (env.contact, "https://example.org/contact", "https://example.org/contact"),
        (env.game_url, "{base}/g/{id}", "{base}/g/{id}"),
        (env.broker_url, "rediss://broker", "rediss://broker"),
        (env.json_object, '{"A": 1}', {"A": 1}),
        (env.inbox, " ", ""),
        (env.push_key, "", ""),
        (env.push_key, EXAMPLE_KEY, EXAMPLE_KEY),
        (env.inbox, "imaps://a:b@mail.example.org/INBOX", "imaps://a:b@mail.example.org/INBOX"),
        (env.inbox, "maildir:///var/mail", "maildir:///var/mail"),
    ],
)
def test_a_valid_setting_is_returned(
    cast: Callable[[str], Any], value: str, understood: object
) -> None:
    assert cast(value) == understood


def test_mail_may_go_to_a_server_or_to_files() -> None:
    server = env.email("smtp+tls://ada:secret@mail.example.org:587")
    assert (server["EMAIL_HOST"], server["EMAIL_PORT"]) == ("mail.example.org", 587)
    assert server["EMAIL_USE_TLS"]
    assert server["EMAIL_BACKEND"] == "notifications.channels.smtp.EmailBackend"
    assert env.email("anymail://postmark") == {
        "EMAIL_BACKEND": "anymail.backends.postmark.EmailBackend"
    }
    assert env.email("filemail:///var/spool/out")["EMAIL_FILE_PATH"] == "/var/spool/out"
