"""The servers that tests may use: found, started on a free port in a folder of their own, stopped.

`python -m tests.servers postgres COMMAND…` runs a command with TEST_DATABASE_URL set to a new
PostgreSQL.
"""

import contextlib
import os
import pwd
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

START_WITHIN = 20  # seconds


def find_postgres() -> Path | None:
    """Return the folder of PostgreSQL's newest programs, or None."""
    if on_path := shutil.which("initdb"):
        return Path(on_path).resolve().parent
    installed = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    return max((path.parent for path in installed), key=_major_version, default=None)


def find_redis() -> str | None:
    """Return the path of redis-server, or None."""
    return shutil.which("redis-server")


def find_chromium() -> str | None:
    """Return the path of a browser that Playwright can drive, or None."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


def find_node() -> str | None:
    """Return the path of Node.js, or None."""
    return shutil.which("node")


def find_npm() -> str | None:
    """Return the path of npm, or None."""
    return shutil.which("npm")


def find_nginx() -> str | None:
    """Return the path of nginx, or None."""
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


def free_port() -> int:
    """Return a port that nobody listens on."""
    with socket.socket() as candidate:
        candidate.bind(("127.0.0.1", 0))
        port: int = candidate.getsockname()[1]
    return port


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """Run a new PostgreSQL and yield the address of its empty database."""
    programs = find_postgres()
    if programs is None:
        raise FileNotFoundError("PostgreSQL is not installed: apt-get install postgresql")
    with tempfile.TemporaryDirectory(prefix="illimat-postgres-") as folder:
        home = Path(folder)
        account = _hand_over(home)
        cluster = home / "cluster"
        subprocess.run(
            [programs / "initdb", "-D", cluster, "-U", "illimat", "-A", "trust", "-E", "UTF8"],
            check=True,
            stdout=subprocess.DEVNULL,
            user=account,
        )
        port = free_port()
        command = [
            str(programs / "postgres"),
            "-D",
            str(cluster),
            "-h",
            "127.0.0.1",
            "-p",
            str(port),
        ]
        command += ["-k", folder, "-c", "max_connections=200"]
        with _running(command, account, home / "log"):
            ask = [str(programs / "pg_isready"), "-q", "-h", "127.0.0.1", "-p", str(port)]
            _wait(lambda: subprocess.run(ask, check=False).returncode == 0, home / "log")
            yield f"postgres://illimat@127.0.0.1:{port}/postgres"


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """Run a new Redis, which keeps nothing, and yield its address."""
    program = find_redis()
    if program is None:
        raise FileNotFoundError("Redis is not installed: apt-get install redis-server")
    with tempfile.TemporaryDirectory(prefix="illimat-redis-") as folder:
        home = Path(folder)
        port = free_port()
        command = [program, "--port", str(port), "--bind", "127.0.0.1", "--dir", folder]
        command += ["--save", "", "--appendonly", "no"]
        with _running(command, None, home / "log"):
            _wait(lambda: _listens(port), home / "log")
            yield f"redis://127.0.0.1:{port}/0"


@contextlib.contextmanager
def nginx(program: str, folder: Path, site: str, port: int) -> Iterator[None]:
    """Run nginx with a site as Debian includes it, until it listens on `port`."""
    temporary = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{name}_temp_path {folder / name};\n" for name in temporary)
    root = "user root;\n" if os.geteuid() == 0 else ""
    configuration = folder / "nginx.conf"
    configuration.write_text(
        f"{root}daemon off;\npid {folder / 'pid'};\nevents {{ worker_connections 768; }}\n"
        f"http {{\naccess_log off;\n{paths}{site}\n}}\n"
    )
    log = folder / "nginx.log"
    command = [program, "-p", str(folder), "-c", str(configuration), "-e", str(log)]
    with _running(command, None, folder / "output"):
        _wait(lambda: _listens(port), folder / "output")
        yield


def certificate(folder: Path, host: str) -> tuple[Path, Path]:
    """Make a certificate that nobody else has signed and return its file and that of its key."""
    made, key = folder / "certificate.pem", folder / "key.pem"
    secret = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, host)])
    now = datetime.now(UTC)
    built = x509.CertificateBuilder(
        issuer_name=name,
        subject_name=name,
        public_key=secret.public_key(),
        serial_number=x509.random_serial_number(),
        not_valid_before=now - timedelta(days=1),
        not_valid_after=now + timedelta(days=1),
        extensions=[
            x509.Extension(
                x509.OID_SUBJECT_ALTERNATIVE_NAME,
                critical=False,
                value=x509.SubjectAlternativeName([x509.DNSName(host)]),
            )
        ],
    )
    pem = serialization.Encoding.PEM
    made.write_bytes(built.sign(secret, hashes.SHA256()).public_bytes(pem))
    key.write_bytes(
        secret.private_bytes(pem, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
    )
    return made, key


def _major_version(programs: Path) -> float:
    return float(programs.parent.name)


def _hand_over(folder: Path) -> str | None:
    """Return the account to run PostgreSQL as, which refuses root, and give it `folder`."""
    if os.geteuid() != 0:
        return None
    account = pwd.getpwnam("postgres")
    os.chown(folder, account.pw_uid, account.pw_gid)
    return account.pw_name


@contextlib.contextmanager
def _running(command: list[str], account: str | None, log: Path) -> Iterator[None]:
    with log.open("wb") as output:
        process = subprocess.Popen(
            command, stdout=output, stderr=output, user=account, start_new_session=True
        )
    try:
        yield
    finally:
        process.send_signal(2)  # for both servers: end now, and cleanly
        process.wait(START_WITHIN)


def _wait(ready: Callable[[], bool], log: Path) -> None:
    end = time.monotonic() + START_WITHIN
    while not ready():
        if time.monotonic() > end:
            raise TimeoutError(f"The server did not start:\n{log.read_text()}")
        time.sleep(0.05)


def _listens(port: int) -> bool:
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


if __name__ == "__main__":
    with postgres() as address:
        test_environment = os.environ | {"TEST_DATABASE_URL": address}
        finished = subprocess.run(sys.argv[2:], check=False, env=test_environment)
    sys.exit(finished.returncode)
