"""`manage.py run`: the whole server as a process of its own, as a newcomer starts it."""

import contextlib
import email
import os
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from email import policy
from pathlib import Path

import httpx
import pytest
from django.conf import settings
from playwright.sync_api import sync_playwright

from tests.servers import free_port

STOP_WITHIN = 3  # seconds
ADA = {"email": "ada@example.org", "username": "Ada", "password": "correct horse battery"}
AUTH = "/_allauth/app/v1/auth/"


class Server:
    """A server with everything of its own in `folder`."""

    def __init__(self, folder: Path, **environment: str) -> None:
        self.port = free_port()
        self.mail = folder / "mail"
        self.environment = {
            "PATH": os.environ["PATH"],
            "PORT": str(self.port),
            "DATABASE_URL": f"sqlite:///{folder / 'illimat.sqlite3'}",
            "EMAIL_URL": f"filemail://{self.mail}",
            "SECRET_KEY": "only-for-the-tests",
        } | environment

    def start(self) -> "subprocess.Popen[str]":
        """Start the process, which tells everything on one stream."""
        return subprocess.Popen(
            [sys.executable, settings.BASE_DIR / "manage.py", "run"],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )

    @contextlib.contextmanager
    def running(self, end: signal.Signals = signal.SIGTERM) -> Iterator[None]:
        """Serve, then end by a signal, and see that this goes cleanly."""
        process = self.start()
        try:
            said = ""
            while "Outgoing mail" not in said and process.stdout:
                said += process.stdout.readline()
                assert process.poll() is None, said + process.stdout.read()
            with httpx.Client(base_url=f"http://127.0.0.1:{self.port}") as self.client:
                yield
        finally:
            process.send_signal(end)
            signalled = time.monotonic()
            rest = process.communicate(timeout=10)[0]
        assert process.returncode == 0, rest
        assert time.monotonic() - signalled < STOP_WITHIN
        assert "Traceback" not in rest

    def refusal(self) -> str:
        """Start in vain and return what it says."""
        process = self.start()
        said = process.communicate(timeout=30)[0]
        assert process.returncode == 2
        assert "Traceback" not in said
        return said

    def code_mailed(self) -> str:
        """Wait for a mail and return the code in it."""
        end = time.monotonic() + 10
        while time.monotonic() < end:
            for file in sorted(self.mail.glob("*.eml"), reverse=True):
                message = email.message_from_bytes(file.read_bytes(), policy=policy.default)
                body = message.get_body(["plain"])
                if body and (code := re.search(r"[A-Z0-9]{4}-[A-Z0-9]{4}", body.get_content())):
                    return code[0]
            time.sleep(0.05)
        raise TimeoutError("no mail came")

    def sign_up(self) -> str:
        """Sign Ada up and return her session token."""
        pending = self.client.post(AUTH + "signup", json=ADA)
        token = {"X-Session-Token": pending.json()["meta"]["session_token"]}
        proof = {"key": self.code_mailed()}
        verified = self.client.post(AUTH + "email/verify", json=proof, headers=token)
        new_token: str = verified.json()["meta"]["session_token"]
        return new_token

    def handle(self, token: str) -> object:
        """Return who the server takes the owner of `token` for."""
        answer = self.client.get("/api/v1/me", headers={"X-Session-Token": token})
        return answer.raise_for_status().json()["handle"]


@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
def test_one_signs_up_and_a_second_start_goes_on_from_there(
    tmp_path: Path, end: signal.Signals
) -> None:
    server = Server(tmp_path)
    with server.running(end):
        token = server.sign_up()
        assert server.handle(token) == "Ada"
    with server.running(end):
        assert server.handle(token) == "Ada"


def test_it_runs_on_real_servers_as_well(tmp_path: Path, postgres_url: str, redis_url: str) -> None:
    server = Server(
        tmp_path, DATABASE_URL=postgres_url, BROKER_URL=redis_url, CACHE_URL=f"{redis_url[:-1]}1"
    )
    with server.running():
        assert server.handle(server.sign_up()) == "Ada"


def test_a_page_and_the_documentation_are_served(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with server.running():
        for path in ("/accounts/signup/", "/api/docs/", "/api/openapi.json"):
            assert server.client.get(path).status_code == 200
        script = server.client.get("/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui.css")
        assert script.status_code == 200


def test_a_browser_shows_the_documentation_without_complaint(
    tmp_path: Path, chromium_path: str
) -> None:
    server = Server(tmp_path)
    with server.running(), sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path)
        page = browser.new_page()
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text))
        page.goto(f"http://127.0.0.1:{server.port}/api/docs/")
        page.get_by_text("Who am I?").wait_for()
        assert page.get_by_text("/_allauth/app/v1/auth/login").count() == 1
        browser.close()
    assert complaints == []


def test_an_occupied_port_is_told_with_the_way_out(tmp_path: Path) -> None:
    server = Server(tmp_path)
    with socket.create_server(("127.0.0.1", server.port)):
        said = server.refusal()
    assert f"Port {server.port} cannot be taken" in said
    assert f"PORT={server.port + 1}" in said


def test_an_unreachable_database_is_told_without_its_password(tmp_path: Path) -> None:
    nobody = free_port()
    url = f"postgres://illimat:hunter2@127.0.0.1:{nobody}/illimat"
    said = Server(tmp_path, DATABASE_URL=url).refusal()
    assert f"The database 127.0.0.1:{nobody}/illimat cannot be reached" in said
    assert "DATABASE_URL" in said
    assert "hunter2" not in said


def test_a_database_file_that_cannot_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("this is no database, and no folder either")
    for place in ("file", "file/illimat.sqlite3"):
        said = Server(tmp_path, DATABASE_URL=f"sqlite:///{tmp_path / place}").refusal()
        assert "cannot be reached" in said
        assert "DATABASE_URL" in said


def test_an_unreachable_broker_is_told_without_its_password(tmp_path: Path) -> None:
    said = Server(tmp_path, BROKER_URL=f"redis://:hunter2@127.0.0.1:{free_port()}/0").refusal()
    assert "The broker" in said
    assert "BROKER_URL" in said
    assert "hunter2" not in said


def test_a_setting_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    said = Server(tmp_path, GAME_URL="https://example.org").refusal()
    assert said.startswith("Cannot start: GAME_URL must contain {id}")
