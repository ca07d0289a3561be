"""A public server started for the tests, its mail server, and people who have signed up there."""

import os
import secrets
import subprocess
from collections.abc import Generator, Iterator
from urllib.parse import urlsplit
from uuid import uuid4

import psycopg
import pytest
from aiosmtpd.controller import Controller

from demo.people import Person
from demo.server import Server
from quotas.records.messages import MAILS_A_DAY
from tests.support.programs import Deployment
from tests.support.public_server import BASE_URL, METRICS_TOKEN, Postbox, proxied, sign_up
from trials.installed import find_postgres
from trials.programs import READY_WITHIN

LOG_SHOWN = 3000  # characters of each program


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Function,
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show what the public server's programs have logged last when a test of it fails."""
    report = yield
    deployed = item.funcargs.get("deployment")
    if report.failed and isinstance(deployed, Deployment):
        for program in deployed.programs:
            report.sections.append((f"Log of {program.name}", program.output()[-LOG_SHOWN:]))
    return report


@pytest.fixture(scope="module")
def postbox() -> Iterator[Postbox]:
    """Run the mail server through which the public server sends."""
    found = Postbox()
    controller = Controller(
        found.sink, hostname="127.0.0.1", port=found.port, ready_timeout=READY_WITHIN
    )
    controller.start()
    yield found
    controller.stop()


@pytest.fixture(scope="module")
def deployment(
    tmp_path_factory: pytest.TempPathFactory, postgres_url: str, redis_url: str, postbox: Postbox
) -> Iterator[Deployment]:
    """Run a public server on PostgreSQL and Redis, which sends mail by SMTP.

    It ends with its file: its sweeps take a third of a processor, from all other tests as well.
    """
    folder = tmp_path_factory.mktemp("deployment")
    redis = redis_url.removesuffix("/0")
    owner_url = new_database(postgres_url)
    environment = {
        "DJANGO_SETTINGS_MODULE": "tests.e2e.deployed",
        "BASE_URL": BASE_URL,
        "SECRET_KEY": secrets.token_urlsafe(50),
        "DATABASE_URL": server_role(owner_url),
        "BROKER_URL": f"{redis}/2",
        "CACHE_URL": f"{redis}/3",
        "EMAIL_URL": f"smtp://127.0.0.1:{postbox.port}",
        "DEFAULT_FROM_EMAIL": "Illimat <illimat@play.example.org>",
        "MAIL_INTERVAL": "0",  # every mail is waited for by itself
        MAILS_A_DAY.setting: "1000",  # the tests share their people, who play whole games at once
        "METRICS_TOKEN": METRICS_TOKEN,
        "TRUSTED_PROXIES": "1",
        "STATIC_ROOT": str(folder / "static"),
    }
    server = Deployment(folder, environment)
    server.prepare(owner_url)
    with psycopg.connect(environment["DATABASE_URL"]) as connection:
        expected = connection.execute("UPDATE games_heartbeat SET heard_at = '2026-01-01'")
        assert expected.rowcount == 2  # worker and beat
    with server.running():
        yield server


@pytest.fixture(scope="module")
def people(deployment: Deployment, postbox: Postbox) -> list[Person]:
    """Sign four people up at the public server."""
    servers = [Server(deployment.url, proxied(f"192.0.2.{number}")) for number in range(1, 5)]
    return sign_up(servers, postbox)


def new_database(postgres_url: str) -> str:
    name = f"e2e_{uuid4().hex}"
    with psycopg.connect(postgres_url, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return f"{postgres_url.rpartition('/')[0]}/{name}"


def server_role(owner_url: str) -> str:
    """Create the role that a server runs as, like compose, and return its database URL."""
    address = urlsplit(owner_url)
    role = f"server_{uuid4().hex}"
    environment = {
        "PATH": f"{find_postgres()}:{os.environ['PATH']}",
        "PGHOST": address.hostname or "",
        "PGPORT": str(address.port),
        "POSTGRES_USER": address.username or "",
        "POSTGRES_DB": address.path.removeprefix("/"),
        "SERVER_ROLE": role,
        "SERVER_PASSWORD": 'it\'s "quoted"',
    }
    subprocess.run(["sh", "docker/roles.sh"], env=environment, check=True)
    return f"postgres://{role}@{address.hostname}:{address.port}{address.path}"
