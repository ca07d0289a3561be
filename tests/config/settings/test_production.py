"""The settings of a public server."""

import os
import re
import runpy
import secrets
import subprocess
import sys
from hashlib import sha512
from pathlib import Path

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from django.db import OperationalError

from config import database
from config.secret_key import PUBLISHED, entropy, weakness

STRONG = sha512(b"the same in every process of a test run").hexdigest()

COMPLETE = {
    "DJANGO_SETTINGS_MODULE": "config.settings.production",
    "SECRET_KEY": secrets.token_urlsafe(50),
    "BASE_URL": "https://play.example.org",
    "BROKER_URL": "redis://broker",
    "CACHE_URL": "redis://cache",
    "DATABASE_URL": "postgres://illimat@postgres/illimat",
    "EMAIL_URL": "smtp+tls://mail.example.org:587",
    "DEFAULT_FROM_EMAIL": "Illimat <illimat@example.org>",
    "CONTACT_URL": "mailto:illimat@example.org",
    "PRIVACY_URL": "https://example.org/privacy",
}
PROCESSES = [
    ["manage.py", "check"],
    ["-c", "import config.wsgi"],
    ["-m", "celery", "-A", "config", "worker"],
    ["-m", "celery", "-A", "config", "beat"],
]
SOURCES = ["*.py", "*.md", "*.yaml", "*.toml", "*.conf", "*.service", "*Dockerfile", "do"]


def call(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run Python with the settings of a public server; empty settings are left out."""
    chosen = {"PATH": os.environ["PATH"]} | COMPLETE | environment
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=settings.BASE_DIR,
        env={name: value for name, value in chosen.items() if value},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def refusal(*process: str, **environment: str) -> str:
    """Return the one message of a process that refuses to start."""
    refused = call(*process, **environment)
    assert refused.returncode != 0
    assert refused.stderr.startswith("Cannot start: ")
    assert len(refused.stderr.splitlines()) == 1
    return refused.stderr


def collect(folder: Path) -> None:
    """Collect the few static files that pages link to."""
    command = ["manage.py", "collectstatic", "--settings", "config.settings.build", "--no-input"]
    command += ["--ignore", "admin", "--ignore", "drf_spectacular_sidecar"]
    assert call(*command, STATIC_ROOT=str(folder)).returncode == 0


@pytest.fixture(scope="module")
def static_root(tmp_path_factory: pytest.TempPathFactory) -> str:
    folder = tmp_path_factory.mktemp("static")
    collect(folder)
    return str(folder)


@pytest.mark.slow
def test_checks_of_a_complete_public_server_find_nothing(static_root: str) -> None:
    checked = call(
        *["manage.py", "check", "--deploy", "--fail-level", "WARNING"], STATIC_ROOT=static_root
    )
    assert checked.returncode == 0, checked.stderr


@pytest.mark.slow
@pytest.mark.parametrize("process", PROCESSES)
def test_every_process_asks_for_the_missing_key_in_one_sentence(process: list[str]) -> None:
    assert refusal(*process, SECRET_KEY="").startswith("Cannot start: SECRET_KEY is not set.")


def test_a_key_for_push_messages_that_is_none_is_refused() -> None:
    assert "PUSH_KEY" in refusal("manage.py", "check", PUSH_KEY="hunter2")


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("DEBUG", "true"),
        ("SECRET_KEY", "s" * 60),
        ("SECRET_KEY", "k7-" * 30),
        ("SECRET_KEY", "abcdefghijklmnopqrstuvwxyz" * 3),
        ("SECRET_KEY", "qwertyuiopasdfghjklzxcvbnm" * 3),
        ("SECRET_KEY", "correct horse battery staple " * 2),
        ("SECRET_KEY", f"django-insecure-{STRONG}"),
        *[("SECRET_KEY", published) for published in PUBLISHED],
        ("SECRET_KEY_FALLBACKS", f"{STRONG},{'s' * 60}"),
        ("CACHE_URL", ""),
        ("CACHE_URL", "locmem://"),
        ("BROKER_URL", ""),
        ("BROKER_URL", "memory://localhost"),
        ("DATABASE_URL", ""),
        ("DATABASE_URL", "sqlite:///games.sqlite3"),
        ("BASE_URL", ""),
        ("BASE_URL", "http://play.example.org"),
        ("BASE_URL", "https://localhost"),
        ("ALLOWED_HOSTS", "play.example.org,localhost"),
        ("ALLOWED_HOSTS", "127.0.0.1"),
        ("ALLOWED_HOSTS", "[::1]"),
        ("ALLOWED_HOSTS", ".localhost"),
        ("ALLOWED_HOSTS", "*"),
        ("ALLOWED_HOSTS", ".org"),
        ("ALLOWED_HOSTS", ","),
        ("ALLOWED_HOSTS", "127.1"),
        ("ALLOWED_HOSTS", "[::ffff:127.0.0.1]"),
        ("ALLOWED_HOSTS", "ip6-localhost"),
        ("ALLOWED_HOSTS", "play.example.org:8000"),
        ("DEFAULT_FROM_EMAIL", ""),
        ("DEFAULT_FROM_EMAIL", "Illimat <illimat@localhost>"),
    ],
)
def test_a_public_server_refuses_what_serves_one_machine_only(
    monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    for setting, good in (COMPLETE | {name: value}).items():
        monkeypatch.setenv(setting, good)
    with pytest.raises(ImproperlyConfigured) as refused:
        runpy.run_module("config.settings.production")
    said = str(refused.value)
    assert len(said.splitlines()) == 1
    assert said.startswith(f"{name} ")
    assert f"{name}=" in said
    assert len(value) < 40 or value not in said


@pytest.mark.slow
def test_sqlite_is_used_where_it_was_asked_for(static_root: str) -> None:
    asked = {"DATABASE_URL": "sqlite:///games.sqlite3", "ALLOW_SQLITE": "true"}
    checked = call("manage.py", "check", "--deploy", STATIC_ROOT=static_root, **asked)
    assert checked.returncode == 0
    assert "DATABASE_URL is what a single process" in checked.stderr


def test_a_public_server_answers_to_no_name_of_this_machine() -> None:
    shown = call("-c", "from config.settings import production as p; print(p.ALLOWED_HOSTS)")
    assert shown.stdout == "['play.example.org']\n"


@pytest.mark.parametrize(("asked", "sent"), [("", "False"), ("true", "True")])
def test_browsers_are_to_preload_that_there_is_tls_only_if_asked_for(asked: str, sent: str) -> None:
    read = "from config.settings import production as p; print(p.SECURE_HSTS_PRELOAD)"
    assert call("-c", read, HSTS_PRELOAD=asked).stdout == f"{sent}\n"


@pytest.mark.slow
def test_a_database_that_cannot_be_reached_is_told_in_a_sentence_without_the_password() -> None:
    said = refusal(
        "manage.py", "clear", DATABASE_URL="postgres://illimat:hunter2@127.0.0.1:1/games"
    )
    assert said.startswith("Cannot start: The database 127.0.0.1:1/games cannot be reached (")
    assert said.endswith("Start it, or set DATABASE_URL.\n")
    assert "hunter2" not in said


def test_a_database_that_refuses_a_password_is_not_to_be_started() -> None:
    answer = 'connection failed: FATAL:  password authentication failed for user "illimat"'
    place = {"HOST": "127.0.0.1", "PORT": 5432, "NAME": "games"}
    assert database.describe_unreachable(place, OperationalError(answer)) == (
        f"The database 127.0.0.1:5432/games refuses the connection ({answer}). "
        "Correct DATABASE_URL, unless it is only starting."
    )


@pytest.mark.slow
def test_commands_are_called_illimat() -> None:
    assert call("manage.py", "verify", "--nothing").stderr.startswith("usage: illimat verify ")


@pytest.mark.slow
def test_a_command_whose_output_is_read_no_further_ends_without_a_traceback() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    ended = subprocess.run(
        [sys.executable, "manage.py", "help"],
        cwd=settings.BASE_DIR,
        env={"PATH": os.environ["PATH"]} | COMPLETE,
        stdout=writing,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
    )
    os.close(writing)
    assert (ended.returncode, ended.stderr) == (141, "")


@pytest.mark.slow
def test_static_files_that_were_not_collected_stop_the_web_process(tmp_path: Path) -> None:
    nowhere = str(tmp_path / "none")
    said = refusal("-c", "import config.wsgi", STATIC_ROOT=nowhere)
    assert "No static files have been collected" in said
    assert "illimat prepare" in said
    checked = call("manage.py", "check", "--deploy", STATIC_ROOT=nowhere)
    assert checked.returncode != 0
    assert "illimat.E002" in checked.stderr


def test_random_keys_are_strong() -> None:
    for _ in range(100):
        for key in (secrets.token_urlsafe(50), secrets.token_hex(32)):
            assert weakness(key) is None, entropy(key)


def test_no_key_that_stands_in_the_repository_is_good_enough() -> None:
    listed = subprocess.run(
        ["git", "ls-files", "--", *SOURCES],
        cwd=settings.BASE_DIR,
        capture_output=True,
        text=True,
        check=True,
    )
    assigned = re.compile(r"""SECRET_KEY\w*["']?\s*[=:]\s*["']?([^\s"'\\,)]+)""")
    found = {
        key
        for file in listed.stdout.split()
        for key in assigned.findall((settings.BASE_DIR / file).read_text(encoding="utf-8"))
    }
    assert len(found) > 3
    assert [key for key in found if weakness(key) is None] == []


def test_gunicorn_ends_where_a_setting_is_missing() -> None:
    refused = call(
        "-m", "gunicorn", "config.wsgi", "--bind=127.0.0.1:0", "--no-control-socket", SECRET_KEY=""
    )
    assert refused.returncode != 0
    assert refused.stderr.count("Cannot start: SECRET_KEY is not set.") == 1


@pytest.mark.slow
def test_web_and_worker_are_public_servers_unless_told_otherwise() -> None:
    for module in ("config.wsgi", "config.celery"):
        refused = call("-c", f"import {module}", SECRET_KEY="", DJANGO_SETTINGS_MODULE="")
        assert "SECRET_KEY is not set" in refused.stderr
