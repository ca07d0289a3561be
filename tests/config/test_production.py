"""The settings of a public server."""

import os
import subprocess
import sys

import pytest
from django.conf import settings

COMPLETE = {
    "DJANGO_SETTINGS_MODULE": "config.settings.production",
    "SECRET_KEY": "k7-" * 20 + "abcdefghijkl",
    "BASE_URL": "https://play.example.org",
    "BROKER_URL": "redis://broker",
    "CACHE_URL": "redis://cache",
    "DATABASE_URL": "postgres://illimat@postgres/illimat",
    "EMAIL_URL": "smtp+tls://mail.example.org:587",
}


def call(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run Python with the settings of a public server; an empty one is left out."""
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


def test_djangos_checks_find_nothing_to_object_to() -> None:
    checked = call("manage.py", "check", "--deploy", "--fail-level", "WARNING")
    assert checked.returncode == 0, checked.stderr


@pytest.mark.parametrize(
    "process",
    [
        ["manage.py", "check"],
        ["-c", "import config.wsgi"],
        ["-m", "celery", "-A", "config", "worker"],
        ["-m", "celery", "-A", "config", "beat"],
    ],
)
def test_every_process_asks_for_the_missing_key_in_one_sentence(process: list[str]) -> None:
    refused = call(*process, SECRET_KEY="")
    assert refused.returncode != 0
    assert refused.stderr.startswith("Cannot start: SECRET_KEY is not set.")
    assert len(refused.stderr.splitlines()) == 1


def test_gunicorn_ends_where_a_setting_is_missing() -> None:
    refused = call(
        "-m", "gunicorn", "config.wsgi", "--bind=127.0.0.1:0", "--no-control-socket", SECRET_KEY=""
    )
    assert refused.returncode != 0
    assert refused.stderr.count("Cannot start: SECRET_KEY is not set.") == 1


def test_web_and_worker_are_public_servers_unless_told_otherwise() -> None:
    for module in ("config.wsgi", "config.celery"):
        refused = call("-c", f"import {module}", SECRET_KEY="", DJANGO_SETTINGS_MODULE="")
        assert "SECRET_KEY is not set" in refused.stderr
