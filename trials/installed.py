"""Finds the programs that tools and tests use, where they are installed."""

import shutil
from pathlib import Path


def find_postgres() -> Path | None:
    """Return the folder of PostgreSQL's newest programs, or None."""
    if on_path := shutil.which("initdb"):
        return Path(on_path).resolve().parent
    installed = Path("/usr/lib/postgresql").glob("*/bin/initdb")
    return max((path.parent for path in installed), key=_major_version, default=None)


def find_redis() -> str | None:
    return shutil.which("redis-server")


def find_chromium() -> str | None:
    """Return the path of a browser that Playwright can drive, or None."""
    return shutil.which("chromium") or shutil.which("chromium-browser")


def find_node() -> str | None:
    return shutil.which("node")


def find_npm() -> str | None:
    return shutil.which("npm")


def find_nginx() -> str | None:
    return shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")


def _major_version(programs: Path) -> float:
    return float(programs.parent.name)
