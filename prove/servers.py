"""The databases that a server stands on: PostgreSQL, on a disk of its own if need be, and Redis."""

import contextlib
import os
import shutil
import subprocess
from pathlib import Path

import psycopg

from prove.supervise import Child, listens, says
from tests.servers import find_postgres, find_redis, free_port

ACCOUNT = "postgres"  # who runs PostgreSQL for root, whom it refuses


class Postgres(Child):
    """A PostgreSQL on a copy of `template`, which is on `disk` already if there is one."""

    def __init__(
        self,
        folder: Path,
        template: Path | None = None,
        *,
        settings: tuple[str, ...] = (),
        disk: "Disk | None" = None,
    ) -> None:
        """`settings` are those of postgresql.conf, as `name=value`."""
        programs = find_postgres()
        if programs is None:
            raise FileNotFoundError("PostgreSQL is not installed: apt-get install postgresql")
        port = free_port()
        self.url = f"postgres://illimat@127.0.0.1:{port}/postgres"
        self.cluster = disk.cluster if disk else folder / "cluster"
        self._disk = disk
        self._server: list[str] = [str(programs / "postgres"), "-D", str(self.cluster)]
        self._server += ["-h", "127.0.0.1", "-k", "", "-p", str(port), "-c", "max_connections=100"]
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
            subprocess.run(["cp", "-a", template, self.cluster], check=True)  # noqa: S603, S607
        elif disk is None:
            _make_cluster(programs, self.cluster)

    def start(self) -> None:
        """Start it, in the namespace in which its disk is seen."""
        if self._disk:
            enter = ["nsenter", f"--target={self._disk.pid}", "--mount", "setpriv"]
            enter += [f"--reuid={ACCOUNT}", f"--regid={ACCOUNT}", "--clear-groups"]
            self.command = enter + self._server
        super().start()

    async def _accepts(self, _: Child) -> bool:
        try:
            connection = await psycopg.AsyncConnection.connect(self.url, connect_timeout=2)
        except psycopg.OperationalError:
            return False
        await connection.close()
        return True


class Redis(Child):
    """A Redis that keeps nothing."""

    def __init__(self, folder: Path) -> None:
        program = find_redis()
        if program is None:
            raise FileNotFoundError("Redis is not installed: apt-get install redis-server")
        port = free_port()
        self.url = f"redis://127.0.0.1:{port}"
        command = [program, "--port", str(port), "--bind", "127.0.0.1", "--dir", str(folder)]
        command += ["--save", "", "--appendonly", "no"]
        super().__init__("redis", command, probe=listens(port), folder=folder)


class Disk(Child):
    """A disk of so many megabytes in memory, with a copy of `template` on it.

    It is mounted in a namespace that nobody else sees, and gone with this child. Only root may.
    """

    def __init__(self, folder: Path, template: Path, megabytes: int) -> None:
        self.mount = folder / "disk"
        self.mount.mkdir()
        self.cluster = self.mount / "cluster"
        steps = f"mount -t tmpfs -o size={megabytes}m tmpfs {self.mount} && "
        steps += f"cp -a {template} {self.cluster} && echo mounted && exec sleep infinity"
        command = ["unshare", "--mount", "--propagation", "private", "sh", "-c", steps]
        super().__init__("disk", command, probe=says("mounted"), folder=folder)

    def fill(self) -> None:
        """Leave no room on it."""
        with self._ballast.open("ab", buffering=0) as ballast, contextlib.suppress(OSError):
            while ballast.write(bytes(4096)):
                pass

    def free(self) -> None:
        """Give the room back."""
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
            tried = subprocess.run(command, capture_output=True, check=False)  # noqa: S603
        except OSError:
            return False
        return tried.returncode == 0


def _make_cluster(programs: Path, cluster: Path) -> None:
    """Make an empty cluster; its log comes in small files, so that it fits on a small disk."""
    account = None
    if os.geteuid() == 0:
        account = ACCOUNT
        shutil.chown(cluster.parent, account)
    command: list[str | Path] = [
        programs / "initdb",
        "-D",
        cluster,
        "-U",
        "illimat",
        "-A",
        "trust",
        "-E",
        "UTF8",
    ]
    command += ["--wal-segsize=1", "--no-sync"]
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, user=account)  # noqa: S603
