"""`manage.py run`: the embedded server as a separate process."""

import signal
import socket
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import sync_playwright

from demo.mail import MailFolder
from demo.people import Person
from demo.server import Server
from tests.support.programs import Embedded, wait_for_all
from trials.programs import free_port


def sign_up(server: Embedded) -> Person:
    """Sign Ada up, and prove her address with the mailed code."""
    letters = MailFolder(server.mail)
    ada = Person(Server(server.url), "Ada")
    ada.sign_up()
    ada.verify(letters)
    return ada


def handle(person: Person) -> object:
    return person.get("/api/v1/me")["handle"]


@pytest.mark.thorough  # tests/e2e does so in the middle of a game every day
@pytest.mark.parametrize("end", [signal.SIGTERM, signal.SIGINT])
def test_one_signs_up_and_a_second_start_goes_on_from_there(
    tmp_path: Path, end: signal.Signals
) -> None:
    server = Embedded(tmp_path)
    with server.running(end):
        ada = sign_up(server)
        assert handle(ada) == "Ada"
    with server.running(end):
        assert handle(ada) == "Ada"


@pytest.mark.thorough
def test_it_runs_on_real_servers_as_well(tmp_path: Path, postgres_url: str, redis_url: str) -> None:
    server = Embedded(tmp_path, DATABASE_URL=postgres_url, CACHE_URL=redis_url)
    with server.running():
        assert handle(sign_up(server)) == "Ada"


@pytest.mark.thorough
def test_its_files_are_readable_by_their_owner_only(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    server = Embedded(tmp_path)
    with server.running():
        sign_up(server)
    written = [path for path in tmp_path.rglob("*") if path != server.log]
    assert {path.name for path in written} >= {"illimat.sqlite3", "mail"}
    assert [path for path in written if path.stat().st_mode & 0o077] == []


@pytest.mark.thorough  # the tests of the public server cover this every day
def test_its_worker_and_beat_give_signs_of_life(tmp_path: Path, migrated: Path) -> None:
    server = Embedded(tmp_path, migrated)
    with server.running():
        pass
    with closing(sqlite3.connect(tmp_path / "illimat.sqlite3")) as database, database:
        database.execute("UPDATE games_heartbeat SET heard_at = '2026-01-01 00:00:00'")
    with server.running():
        wait_for_all(server.url)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory, migrated: Path) -> Iterator[Embedded]:
    """Return a running server, shared by tests that change nothing."""
    embedded = Embedded(tmp_path_factory.mktemp("server"), migrated)
    with embedded.running():
        yield embedded


@pytest.mark.slow
def test_a_page_and_the_documentation_are_served(server: Embedded) -> None:
    style = "/static/drf_spectacular_sidecar/swagger-ui-dist/swagger-ui.css"
    for path in ("/accounts/signup/", "/api/docs/", "/api/openapi.json", style):
        assert httpx.get(f"{server.url}{path}").status_code == 200


@pytest.mark.thorough
def test_a_browser_shows_the_documentation_without_complaint(
    server: Embedded, chromium_path: str
) -> None:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium_path)
        page = browser.new_page()
        complaints: list[str] = []
        page.on("console", lambda message: complaints.append(message.text))
        page.goto(f"{server.url}/api/docs/")
        page.get_by_text("Who am I?").wait_for()
        assert page.get_by_text("/_allauth/app/v1/auth/login").count() == 1
        browser.close()
    assert complaints == []


@pytest.mark.slow
def test_an_occupied_port_is_told_with_the_way_out(tmp_path: Path, migrated: Path) -> None:
    server = Embedded(tmp_path, migrated)
    with socket.create_server(("127.0.0.1", server.port)):
        said = server.refusal()
    assert f"Port {server.port} cannot be taken" in said
    assert f"PORT={server.port + 1}" in said


@pytest.mark.slow
def test_a_second_server_on_the_same_database_is_told_which_is_first(
    tmp_path: Path, migrated: Path
) -> None:
    first, second = Embedded(tmp_path, migrated), Embedded(tmp_path)
    second.log = tmp_path / "second.log"
    with first.running():
        said = second.refusal()
    assert first.process
    assert f"Another server (process {first.process.pid}) runs on {tmp_path}" in said
    assert "DATABASE_URL=" in said


@pytest.mark.slow
def test_a_mail_folder_that_cannot_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    said = Embedded(tmp_path, EMAIL_URL=f"filemail://{tmp_path}/file").refusal()
    assert said.startswith(f"Cannot start: {tmp_path}/file is a file")
    said = Embedded(tmp_path, EMAIL_URL="filemail:///proc/mail").refusal()
    assert said.startswith("Cannot start: The folder /proc/mail cannot be made")


@pytest.mark.slow
def test_a_negative_number_of_proxies_is_told(tmp_path: Path) -> None:
    said = Embedded(tmp_path, TRUSTED_PROXIES="-1").refusal()
    assert said.startswith("Cannot start: TRUSTED_PROXIES must be a whole number, zero or more.")


@pytest.mark.slow
def test_an_unreachable_database_is_told_without_its_password(tmp_path: Path) -> None:
    nobody = free_port()
    url = f"postgres://illimat:hunter2@127.0.0.1:{nobody}/illimat"
    said = Embedded(tmp_path, DATABASE_URL=url).refusal()
    assert f"The database 127.0.0.1:{nobody}/illimat cannot be reached" in said
    assert "DATABASE_URL" in said
    assert "hunter2" not in said


@pytest.mark.slow
def test_a_database_file_that_cannot_be_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("this is no database, and no folder either")
    for place in ("file", "file/illimat.sqlite3"):
        said = Embedded(tmp_path, DATABASE_URL=f"sqlite:///{tmp_path / place}").refusal()
        assert "cannot be reached" in said
        assert "DATABASE_URL" in said


@pytest.mark.slow
def test_a_setting_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    said = Embedded(tmp_path, GAME_URL="https://example.org").refusal()
    assert said.startswith("Cannot start: GAME_URL must contain {id}")
