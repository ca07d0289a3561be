"""PostgreSQL, Redis and nginx as child processes on free ports.

`python -m trials.servers COMMAND…` runs a command with TEST_DATABASE_URL set to a new PostgreSQL.
"""

import contextlib
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

import psycopg
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from trials.installed import find_postgres, find_redis
from trials.programs import PROJECT, Program, free_port, listens, prints

ACCOUNT = "postgres"  # the user that runs PostgreSQL in place of root, whom it refuses
MIME_TYPES = "/etc/nginx/mime.types"  # which Debian includes before a site


class Postgres(Program):
    """A PostgreSQL on a new cluster, or on a copy of `template`.

    With a `disk`, the cluster is the one on that disk.
    """

    def __init__(
        self,
        folder: Path,
        template: Path | None = None,
        *,
        settings: tuple[str, ...] = (),
        disk: "Disk | None" = None,
    ) -> None:
        """Prepare the cluster; `settings` are those of postgresql.conf, as `name=value`."""
        programs = find_postgres()
        if programs is None:
            raise FileNotFoundError("PostgreSQL is not installed: apt-get install postgresql")
        port = free_port()
        self.url = f"postgres://illimat@127.0.0.1:{port}/postgres"
        self.cluster = disk.cluster if disk else folder / "cluster"
        self._disk = disk
        self._server: list[str] = [str(programs / "postgres"), "-D", str(self.cluster)]
        self._server += ["-h", "127.0.0.1", "-k", "", "-p", str(port), "-c", "max_connections=200"]
        self._server += [part for setting in settings for part in ("-c", setting)]
        super().__init__(
            "postgres",
            self._server,
            probe=self._accepts,
            folder=folder,
            account=ACCOUNT if os.geteuid() == 0 and disk is None else None,
            home=self.cluster,
        )
        if template:
            subprocess.run(["cp", "-a", template, self.cluster], check=True)  # noqa: S607
        elif disk is None:
            _make_cluster(programs, self.cluster)

    def launch(self) -> None:
        """Start it, in the namespace in which its disk is mounted."""
        if self._disk:
            enter = ["nsenter", f"--target={self._disk.pid}", "--mount", "setpriv"]
            enter += [f"--reuid={ACCOUNT}", f"--regid={ACCOUNT}", "--clear-groups"]
            self.command = enter + self._server
        super().launch()

    def _accepts(self, _: Program) -> bool:
        try:
            psycopg.connect(self.url, connect_timeout=2).close()
        except psycopg.OperationalError:
            return False
        return True


class Redis(Program):
    """A Redis that stores nothing on disk."""

    def __init__(self, folder: Path) -> None:
        program = find_redis()
        if program is None:
            raise FileNotFoundError("Redis is not installed: apt-get install redis-server")
        port = free_port()
        self.url = f"redis://127.0.0.1:{port}"
        command = [program, "--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder)]
        command += ["--save", "", "--appendonly", "no"]
        super().__init__("redis", command, probe=listens(port), folder=folder)


class Disk(Program):
    """A disk in memory, of a given number of megabytes, with a copy of `template` on it.

    It is mounted in a namespace that nobody else sees, and gone with this child. Only root may.
    """

    def __init__(self, folder: Path, template: Path, megabytes: int) -> None:
        self.mount = folder / "disk"
        self.mount.mkdir()
        self.cluster = self.mount / "cluster"
        steps = f"mount -t tmpfs -o size={megabytes}m tmpfs {self.mount} && "
        steps += f"cp -a {template} {self.cluster} && echo mounted && exec sleep infinity"
        command = ["unshare", "--mount", "--propagation", "private", "sh", "-c", steps]
        super().__init__("disk", command, probe=prints("mounted"), folder=folder)

    def fill(self) -> None:
        with self._ballast.open("ab", buffering=0) as ballast, contextlib.suppress(OSError):
            while ballast.write(bytes(4096)):
                pass

    def free(self) -> None:
        self._ballast.unlink()

    @property
    def _ballast(self) -> Path:
        """A file on the disk, as it is reached from outside."""
        return Path(f"/proc/{self.pid}/root{self.mount}/ballast")

    @staticmethod
    def available() -> bool:
        """Return whether this machine lets us mount one."""
        command = ["unshare", "--mount", "mount", "-t", "tmpfs", "tmpfs", "/mnt"]
        try:
            tried = subprocess.run(command, capture_output=True, check=False)
        except OSError:
            return False
        return tried.returncode == 0


@contextlib.contextmanager
def postgres() -> Iterator[str]:
    """Run a new PostgreSQL, and yield the address of its empty database."""
    with tempfile.TemporaryDirectory(prefix="illimat-postgres-") as folder:
        server = Postgres(Path(folder))
        with running(server):
            yield server.url


@contextlib.contextmanager
def redis() -> Iterator[str]:
    """Run a new Redis, and yield the address of its first database."""
    with tempfile.TemporaryDirectory(prefix="illimat-redis-") as folder:
        server = Redis(Path(folder))
        with running(server):
            yield f"{server.url}/0"


def sample_site(changes: Mapping[str, str], *, tls: bool = True) -> str:
    """Return docker/nginx.conf with some parts replaced, for IPv4 only, and perhaps without TLS."""
    site = (PROJECT / "docker" / "nginx.conf").read_text(encoding="utf-8")
    for ours, theirs in changes.items():
        if ours not in site:
            raise ValueError(f"docker/nginx.conf has no {ours}")
        site = site.replace(ours, theirs)
    unwanted = r"listen \[::\].*;|access_log .*;"
    return re.sub(unwanted if tls else rf"{unwanted}|ssl_\w+ .*;", "", site)


def nginx_with(program: str, folder: Path, site: str, port: int) -> Program:
    """Return an nginx with a site configured as Debian includes it, which listens on `port`."""
    temporary = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    paths = "".join(f"{name}_temp_path {folder / name};\n" for name in temporary)
    root = "user root;\n" if os.geteuid() == 0 else ""
    configuration = folder / "nginx.conf"
    configuration.write_text(
        f"{root}daemon off;\npid {folder / 'pid'};\nevents {{ worker_connections 768; }}\n"
        f"http {{\ninclude {MIME_TYPES};\naccess_log off;\n{paths}{site}\n}}\n"
    )
    errors = str(folder / "errors.log")
    command = [program, "-p", str(folder), "-c", str(configuration), "-e", errors]
    return Program("nginx", command, probe=listens(port), folder=folder)


@contextlib.contextmanager
def running(server: Program) -> Iterator[None]:
    """Start a server, and end it by SIGINT, which ends all of these at once and cleanly."""
    try:
        server.start()
        yield
    finally:
        server.ask_to_end(signal.SIGINT)
        if server.process:
            server.process.wait(20)


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


def _make_cluster(programs: Path, cluster: Path) -> None:
    """Make an empty cluster, whose log comes in small files so that it fits on a small disk."""
    account = None
    if os.geteuid() == 0:
        account = ACCOUNT
        shutil.chown(cluster.parent, account)
    options = ["-U", "illimat", "-A", "trust", "-E", "UTF8", "--wal-segsize=1", "--no-sync"]
    subprocess.run(
        [programs / "initdb", "-D", cluster, *options],
        check=True,
        stdout=subprocess.DEVNULL,
        user=account,
    )


if __name__ == "__main__":
    with postgres() as address:
        test_environment = os.environ | {"TEST_DATABASE_URL": address}
        finished = subprocess.run(sys.argv[1:], check=False, env=test_environment)
    sys.exit(finished.returncode)
