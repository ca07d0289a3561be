"""Every block of docs/operating.md, in its order, on a PostgreSQL with the two roles.

Blocks are run as printed, but for addresses, passwords and folders of this test. Programs that
would change the machine are replaced by stand-ins on PATH: docker, useradd, and a systemctl that
starts what the installed units say.
"""

import os
import re
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from textwrap import dedent
from typing import NamedTuple

import httpx
import psycopg
import pytest
import yaml

from tests.support.documents import text_of
from tests.support.programs import PROJECT
from trials import servers
from trials.installed import find_postgres
from trials.programs import free_port

pytestmark = [pytest.mark.e2e, pytest.mark.thorough]

OPERATING = text_of("operating.md")
BLOCK = re.compile(r"^( *)```(\w+)\n(.*?)^\1```$", re.M | re.S)
COMMAND = re.compile(r"^\| `illimat (\w+)", re.M)
NEED_ARGUMENTS = {"replay", "createsuperuser"}
MOST_ROLES = "host all postgres 127.0.0.1/32 trust\nhost all all 127.0.0.1/32 scram-sha-256\n"
RECORDER = '#!/bin/sh\necho "$(basename "$0") $*" >> "$(dirname "$0")/recorded"\n'
SYSTEMCTL = f"""#!{sys.executable}
import configparser, os, pathlib, runpy, shlex, subprocess, sys
bin = pathlib.Path(__file__).parent
read = runpy.run_path("{PROJECT}/deploy/illimat.py")["read"]
for name in sys.argv[3:] if sys.argv[1:3] == ["enable", "--now"] else []:
    unit = configparser.ConfigParser(interpolation=None, strict=False)
    unit.optionxform = str
    unit.read_string((bin.parent / "etc/systemd/system" / (name + ".service")).read_text())
    service = unit["Service"]
    command = shlex.split(service["ExecStart"].replace("/srv/illimat", "{PROJECT}"))
    command += ["--bind=127.0.0.1:" + os.environ["WEB_PORT"]] if "gunicorn" in command[0] else []
    settings = read(bin.parent / service["EnvironmentFile"].lstrip("/"))
    log = (bin / (name + ".log")).open("w")
    started = subprocess.Popen(
        command, cwd="{PROJECT}", env=settings, stdout=log, stderr=log, start_new_session=True
    )
    (bin / (name + ".pid")).write_text(str(started.pid))
"""


class Block(NamedTuple):
    """A fenced block of the page."""

    language: str
    text: str


class Machine:
    """What operators work on: folders, servers, and a shell that finds the stand-ins first."""

    def __init__(self, folder: Path, superuser: str, redis: str) -> None:
        """Make folders and stand-ins; `superuser` is the URL of the database server."""
        self.folder, self.superuser, self.redis = folder, superuser, redis
        self.web_port, self.bin = free_port(), folder / "bin"
        self.file = folder / "etc" / "illimat" / "environment"
        for made in (self.bin, self.file.parent, folder / "etc" / "systemd" / "system"):
            made.mkdir(parents=True)
        stand_ins = {"systemctl": SYSTEMCTL, "docker": RECORDER, "useradd": RECORDER}
        for name, script in stand_ins.items():
            (self.bin / name).write_text(script)
            (self.bin / name).chmod(0o755)
        self.passwords = {"illimat": "it-serves", "illimat_owner": "it-owns", "user": "it-mails"}
        self.key = secrets.token_urlsafe(50)

    def here(self, text: str) -> str:
        """Return a block with this machine's addresses, folders and passwords."""
        for role, password in self.passwords.items():
            text = text.replace(f"//{role}:…@", f"//{role}:{password}@")
            text = text.replace(f"{role} LOGIN PASSWORD '…'", f"{role} LOGIN PASSWORD '{password}'")
        text = text.replace("SECRET_KEY=…", f"SECRET_KEY={self.key}")
        text = text.replace("localhost:5432", self.superuser.partition("@")[2].partition("/")[0])
        for number, address in enumerate(["redis://localhost:6379/0", "redis://localhost:6380/0"]):
            text = text.replace(address, f"{self.redis}/{number + 4}")
        text = text.replace("127.0.0.1:8000", f"127.0.0.1:{self.web_port}")
        text = text.replace("season_id = '…' AND sequence = …", "season_id IS NULL")
        text = text.replace("game_id = '…'", "game_id IS NULL").replace("game.copy", "/dev/null")
        text = text.replace("/usr/local/bin/", f"{self.bin}/")
        text = text.replace("/srv/illimat/", f"{PROJECT}/").replace(
            " /etc/", f" {self.folder}/etc/"
        )
        assert "…" not in text
        return text

    def shell(self, command: str) -> "subprocess.CompletedProcess[str]":
        """Run a command in a fresh shell, which has no settings but where their file is."""
        path = f"{self.bin}:{find_postgres()}:{os.environ['PATH']}"
        environment = {"PATH": path, "HOME": str(self.folder), "WEB_PORT": str(self.web_port)}
        return subprocess.run(
            ["bash", "-e", "-o", "pipefail", "-c", self.here(command)],
            cwd=PROJECT,
            env=environment | {"ILLIMAT_ENVIRONMENT": str(self.file)},
            capture_output=True,
            text=True,
            check=False,
            timeout=300,
        )

    def psql(self, statements: str, role: str = "") -> "subprocess.CompletedProcess[str]":
        """Run statements as a superuser, or in the server's database as one of the two roles."""
        url = self.here(f"postgres://{role}:…@localhost:5432/illimat") if role else self.superuser
        return subprocess.run(
            ["psql", "--set", "ON_ERROR_STOP=1", url],
            input=self.here(statements),
            capture_output=True,
            text=True,
            check=False,
        )

    def stop(self) -> None:
        """End what the stand-in for systemctl has started."""
        for file in self.bin.glob("*.pid"):
            with suppress(ProcessLookupError):
                os.killpg(int(file.read_text()), signal.SIGKILL)


@pytest.fixture(scope="module")
def machine(tmp_path_factory: pytest.TempPathFactory, redis_url: str) -> Iterator[Machine]:
    """Run a PostgreSQL that asks for passwords, on which the name `illimat` is free."""
    with ExitStack() as stack:
        folder = stack.enter_context(TemporaryDirectory(prefix="illimat-postgres-"))
        server = servers.Postgres(Path(folder))
        stack.enter_context(servers.running(server))
        with psycopg.connect(server.url, autocommit=True) as connection:
            connection.execute("CREATE ROLE postgres SUPERUSER LOGIN")
        superuser = server.url.replace("//illimat@", "//postgres@")
        with psycopg.connect(superuser, autocommit=True) as connection:
            connection.execute("ALTER ROLE illimat RENAME TO first")
            (server.cluster / "pg_hba.conf").write_text(MOST_ROLES)
            connection.execute("SELECT pg_reload_conf()")
        made = Machine(tmp_path_factory.mktemp("machine"), superuser, redis_url.removesuffix("/0"))
        try:
            yield made
        finally:
            made.stop()


def page() -> list[Block]:
    """Return the blocks of the page in the order in which they are needed: first the roles."""
    found = [Block(language, dedent(text)) for _, language, text in BLOCK.findall(OPERATING)]
    return sorted(found, key=lambda block: not block.text.startswith("CREATE ROLE"))


def run(machine: Machine, block: Block) -> "subprocess.CompletedProcess[str] | None":
    """Do with a block what its reader does."""
    match block:
        case Block("sh"):
            return machine.shell(block.text)
        case Block("sql", text) if "CREATE ROLE" in text:
            return machine.psql(text)
        case Block("sql", text):
            return machine.psql(text, "illimat_owner" if "ALTER TABLE" in text else "illimat")
        case Block("ini"):
            more = f"STATIC_ROOT={machine.folder}/static\nMETRICS_TOKEN=the-token\n"
            machine.file.write_text(machine.here(block.text) + more)
        case Block("yaml"):
            scrape(machine, block.text)
        case Block(language, text):
            assert language == "text", text
    return None


def scrape(machine: Machine, text: str) -> None:
    """Ask for figures as a configuration of Prometheus says."""
    (job,) = yaml.safe_load(machine.here(text))["scrape_configs"]
    (target,) = job["static_configs"][0]["targets"]
    headers = {"Authorization": f"Bearer {job['authorization']['credentials']}"}
    answer = httpx.get(f"http://{target}/metrics", headers=headers)
    assert answer.status_code == 200
    assert "illimat_outbox_due" in answer.text


@pytest.fixture(scope="module")
def done(machine: Machine) -> dict[str, str]:
    """Do all that the page says; return what each block that runs something has printed."""
    printed = {}
    for block in page():
        if block.text.startswith("DATABASE_URL="):
            printed["too early"] = machine.shell("python3 deploy/illimat.py migrate").stderr
        if ran := run(machine, block):
            printed[block.text] = ran.stdout + ran.stderr
            assert ran.returncode == 0, block.text + printed[block.text]
    return printed


def test_every_block_does_what_the_page_says(machine: Machine, done: dict[str, str]) -> None:
    (answer,) = [printed for text, printed in done.items() if "health/ready" in text]
    assert '"status": "ready"' in answer
    recorded = (machine.bin / "recorded").read_text()
    assert "docker compose -f docker/compose.yaml up" in recorded
    assert "useradd --system" in recorded


def test_a_role_without_the_right_is_told_so_in_a_sentence(done: dict[str, str]) -> None:
    assert done["too early"].startswith("Cannot start: The database's role may not do this (")
    assert len(done["too early"].splitlines()) == 1


@pytest.mark.parametrize("command", sorted({*COMMAND.findall(OPERATING)} - NEED_ARGUMENTS))
@pytest.mark.usefixtures("done")
def test_every_command_runs_on_the_public_server(machine: Machine, command: str) -> None:
    ran = machine.shell(f"illimat {command}")
    assert ran.returncode == 0, ran.stdout + ran.stderr


@pytest.mark.usefixtures("done")
def test_a_wrong_password_is_told_in_a_sentence(machine: Machine) -> None:
    wrong = "DATABASE_URL=postgres://illimat:hunter2@localhost:5432/illimat illimat"
    for command in ("verify", "migrate"):
        refused = machine.shell(f"{wrong} {command}")
        assert refused.returncode == 2
        (told,) = refused.stderr.splitlines()
        assert told.startswith("Cannot start: The database ")
        assert "password authentication failed" in told
        assert "Correct DATABASE_URL" in told
        assert "hunter2" not in told


@pytest.mark.usefixtures("done")
def test_the_server_is_not_to_run_as_the_owner(machine: Machine) -> None:
    owner = "DATABASE_URL=postgres://illimat_owner:…@localhost:5432/illimat illimat"
    refused = machine.shell(f"{owner} check --deploy --database default")
    assert refused.returncode == 1
    assert "illimat.E003" in refused.stderr
