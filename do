#!/usr/bin/env python3
"""The commands of this project: ./do without arguments lists them.

Needs Python 3.11 or newer, and uv or pip. uv installs the packages of uv.lock into .venv, again
after each change of uv.lock; if there is no uv, pip first installs it into .venv. Outside this
folder only the caches of uv and pip change.
"""

from __future__ import annotations  # so that an older Python can say that it is too old

import difflib
import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NoReturn

HERE = Path(__file__).resolve().parent
ENVIRONMENT = HERE / ".venv"
PYTHON = ENVIRONMENT / "bin" / "python"
LOCK = HERE / "uv.lock"
INSTALLED = ENVIRONMENT / "installed"  # records which lock file and groups .venv contains
# For the uv that pip installs, apart from the packages of the server
UV_FOLDER = ENVIRONMENT / "uv"
# The base interpreter, because the one of .venv, which may run this, has no pip.
BASE_PYTHON = Path(sys.base_prefix, "bin", f"python3.{sys.version_info.minor}")
# pip's settings, and uv's environment variables for the same
UV_NAMES = {
    "index-url": "UV_DEFAULT_INDEX",
    "extra-index-url": "UV_INDEX",
    "find-links": "UV_FIND_LINKS",
    "trusted-host": "UV_INSECURE_HOST",
    "cert": "SSL_CERT_FILE",
    "proxy": "ALL_PROXY",
}
USAGE = """Usage: ./do COMMAND

Run it:
  run                     set up and run the whole server on this machine; Ctrl-C ends it
  prepare                 get a public server ready: packages, static files, tables, checks
  demo [ARGS]             play a game on the server of ./do run, or begin a --league
  play [ARGS]             play at the terminal against house players; see --help

Every day:
  quick                   what each commit has to pass, within half a minute
  check [ARGS]            what each change has to pass: lint, then test
  lint [STEP …]           formatting, linters, types, architecture, migrations, openapi
  test [ARGS]             run the everyday tests; ARGS go to pytest, or --long [PART …]
  fix                     format the code and repair what the linter can
  openapi                 regenerate openapi.json
  lock [ARGS]             regenerate uv.lock; --upgrade takes the newest versions

Prove that it is right:
  prove [ARGS]            kill the server over and over during play; --long takes hours
  season [ARGS]           play a whole season of a league, and check it; --players N
  fuzz [ARGS]             play random games until something breaks; --games N, --seed S
  noninterference [ARGS]  swap hidden cards, check that nobody sees a change; --games N
  fairness [ARGS]         deal many games, test if all that is drawn is fair; --decks N
  audit [ARGS]            ask a public service for known vulnerabilities in the packages

Measure it:
  bench [ARGS]            compare the speed of rules and API with baselines; see --help
  weigh [ARGS]            weigh the page of a game: bytes, times and pictures, with bounds
  coverage [PART …]       measure the branches that tests reach; parts: core, server
  strength [ARGS]         let house players play one another; --deals N, --only GAME
  match ENGINE ENGINE     let two engines play one another, also programs; see --help

For instance ./do test tests/core -x; what follows test goes to pytest."""
# What runs on the packages of the server, and what needs the tools of developers
PROGRAMS = {
    "run": "manage.py run",
    "demo": "-m demo",
    "fuzz": "-m trials.fuzz",
    "noninterference": "-m trials.noninterference",
    "fairness": "-m trials.fairness",
    "strength": "-m trials.strength",
    "match": "-m trials.match",
}
TOOLS = {
    "quick": "-m trials.suite --quick",
    "coverage": "-m trials.suite --measure",
    "prove": "-m trials.prove",
    "bench": "-m trials.bench",
    "weigh": "-m trials.weigh",
    "season": "-m trials.season",
}
NO_TESTS_SELECTED = 5  # pytest's exit code


def prepare(arguments: list[str]) -> None:
    set_up()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")
    steps: dict[str, list[str]] = {
        "Static files": ["collectstatic", "--settings", "config.settings.build", "--no-input"],
        "Tables": ["migrate"],
        "Settings and database": ["check", "--deploy", "--database", "default"],
    }
    # Who migrates owns the tables. That the server does not is checked when the server starts.
    os.environ["ALLOW_TABLE_OWNER"] = "true"
    for title, command in steps.items():
        say(title)
        expect(call(PYTHON, "manage.py", *command))
    print("\nReady. Start web, worker, timekeeper, webhooks and beat, or restart them.")


def play(arguments: list[str]) -> None:
    set_up()
    os.environ["ILLIMAT_CALLED"] = "./do"
    become(PYTHON, "-m", "illimat_core", "play", *arguments)


def test(arguments: list[str]) -> None:
    set_up(dev=True)
    if not arguments or arguments[0] == "--long":
        become(PYTHON, "-m", "trials.suite", *arguments)
    if has_postgres():
        say("Tests on PostgreSQL")
        pytest: list[str | Path] = [PYTHON, "-m", "pytest", "-m", "both_databases", *arguments]
        expect(call(PYTHON, "-m", "trials.servers", *pytest), allowed=NO_TESTS_SELECTED)
        say("All tests on SQLite")
    become(PYTHON, "-m", "pytest", *arguments)


def check(arguments: list[str]) -> None:
    lint([])
    test(arguments)


def lint(arguments: list[str]) -> None:
    tools = ENVIRONMENT / "bin"
    steps: dict[str, list[str | Path]] = {
        "formatting": [tools / "ruff", "format", "--check"],
        "linters": [tools / "ruff", "check"],
        "types": [tools / "mypy"],
        "architecture": [tools / "lint-imports"],
        "migrations": [*manage("makemigrations"), "--check", "--dry-run"],
        "openapi": [*manage("spectacular"), "--validate", "--fail-on-warn", "--file", os.devnull],
    }
    for step in arguments:
        if step not in steps:
            sys.exit(f"./do lint has no step {step!r}. Its steps are {', '.join(steps)}.")
    set_up(dev=True)
    for step in arguments or steps:
        say(step.capitalize())
        expect(call(*steps[step]))


def audit(arguments: list[str]) -> None:
    set_up(dev=True)
    become(PYTHON, "-m", "trials.audit", export(find_uv()), *arguments)


def fix(arguments: list[str]) -> None:
    set_up(dev=True)
    ruff = ENVIRONMENT / "bin" / "ruff"
    call(ruff, "check", "--fix")
    become(ruff, "format")


def openapi(arguments: list[str]) -> None:
    set_up(dev=True)
    become(
        *manage("spectacular"),
        *["--validate", "--fail-on-warn", "--format", "openapi-json", "--file", "openapi.json"],
    )


def lock(arguments: list[str]) -> None:
    set_up(dev=True)
    # Whatever index installs here, the lock file names the public one.
    become(find_uv(), "lock", "--default-index", "https://pypi.org/simple", *arguments)


def start(program: str, arguments: list[str], *, dev: bool = False) -> None:
    """Become a program of .venv."""
    set_up(dev=dev)
    become(PYTHON, *program.split(), *arguments)


COMMANDS: dict[str, Callable[[list[str]], None]] = {
    **{own.__name__: own for own in (prepare, play, test, check, lint, fix, openapi, lock, audit)},
    **{name: partial(start, program) for name, program in PROGRAMS.items()},
    **{name: partial(start, program, dev=True) for name, program in TOOLS.items()},
}


def main() -> None:
    """Run the command named by the first argument."""
    os.chdir(HERE)
    name, *arguments = sys.argv[1:] or ["help"]
    if name in {"help", "-h", "--help"}:
        print(USAGE)
    elif name in COMMANDS:
        COMMANDS[name](arguments)
    else:
        near = difflib.get_close_matches(name, COMMANDS, 1)
        hint = f"Did you mean ./do {near[0]}?" if near else "./do help lists the commands."
        print(f"./do: there is no command {name!r}. {hint}", file=sys.stderr)
        sys.exit(2)


def set_up(*, dev: bool = False) -> None:
    """Install the packages of uv.lock into .venv, including development tools if `dev`."""
    if sys.version_info < (3, 11):  # noqa: UP036 - the linter reads pyproject.toml, Python does not
        sys.exit(f"This needs Python 3.11 or newer; {sys.executable} is {sys.version.split()[0]}.")
    before = INSTALLED.read_text() if runs(PYTHON, "-c", "pass") and INSTALLED.exists() else ""
    dev = dev or before.endswith(" dev")  # ./do run leaves the tools of developers in place
    extras = "".join(f" {name}" for name in extras_wanted())
    wanted = f"{hashlib.sha256(LOCK.read_bytes()).hexdigest()}{extras}{' dev' if dev else ''}"
    if before == wanted:
        return
    print("Bringing .venv up to date." if before else "Setting up .venv, this once.", flush=True)
    if not runs(PYTHON, "-c", "pass"):
        # Without pip of its own: Debian has venv, but not always what venv takes pip from.
        expect(call(BASE_PYTHON, "-m", "venv", "--clear", "--without-pip", ENVIRONMENT))
    uv = find_uv()
    # Not `uv sync`, which insists on the addresses in uv.lock: a machine may have an index of its
    # own. The hashes make sure that it serves the same packages.
    sync: list[str | Path] = [uv, "pip", "sync", "--python", PYTHON, "--require-hashes"]
    sync += [export(uv, dev=dev)]
    environment = index_of_pip() | os.environ
    if subprocess.run(sync, check=False, env=environment).returncode:
        sys.exit("uv could not set up .venv; see above.")
    INSTALLED.write_text(wanted)


def find_uv() -> Path:
    """Return a uv that can read uv.lock: this machine's, or else one that pip installs."""
    own = UV_FOLDER / "bin" / "uv"
    for uv in (shutil.which("uv"), own):
        if uv and runs(uv, "export", "--frozen", "--quiet"):
            return Path(uv)
    if not runs(BASE_PYTHON, "-m", "pip", "--version"):
        sys.exit("uv or pip is missing. Install one, on Debian with: apt-get install python3-pip")
    print("Installing uv.", flush=True)
    wanted = ENVIRONMENT / "uv.txt"
    wanted.write_text(requirement("uv"))
    pip: list[str | Path] = [BASE_PYTHON, "-m", "pip", "install", "--target", UV_FOLDER]
    pip += ["--upgrade", "--no-input", "--disable-pip-version-check", "--quiet"]
    expect(call(*pip, "--require-hashes", "--requirement", wanted))
    return own


def requirement(name: str) -> str:
    """Return the version and hashes of a package in uv.lock as a requirement for pip."""
    import tomllib  # noqa: PLC0415 - an older Python has none, and set_up refuses it

    packages = tomllib.loads(LOCK.read_text(encoding="utf-8"))["package"]
    (found,) = (package for package in packages if package["name"] == name)
    hashes = (f"--hash={wheel['hash']}" for wheel in found["wheels"])
    return " ".join((f"{name}=={found['version']}", *hashes))


def export(uv: Path, *, dev: bool = False) -> Path:
    """Export the packages of uv.lock to a file of requirements with hashes, and return it."""
    file = ENVIRONMENT / "requirements.txt"
    chosen = ["--dev" if dev else "--no-dev"]
    chosen += [f"--extra={name}" for name in extras_wanted()]
    expect(call(uv, "export", "--frozen", "--quiet", *chosen, "--output-file", file))
    return file


def extras_wanted() -> list[str]:
    """Return the optional packages that the settings in the environment need."""
    wanted = {
        "anymail": os.environ.get("EMAIL_URL", "").startswith("anymail:"),
        "sentry": bool(os.environ.get("SENTRY_DSN")),
    }
    return [name for name, is_wanted in wanted.items() if is_wanted]


def index_of_pip() -> dict[str, str]:
    """Return pip's settings for package indexes as uv's environment variables."""
    command: list[str | Path] = [BASE_PYTHON, "-m", "pip", "config", "list"]
    told = subprocess.run(command, check=False, capture_output=True, text=True).stdout
    # With an index beside the main one, uv takes all versions into account, as pip does.
    found = {"UV_INDEX_STRATEGY": "unsafe-best-match"}
    # Such as: global.index-url='https://pypi.example.org/simple'; the environment comes last.
    for line in sorted(told.splitlines(), key=lambda line: line.startswith(":env:")):
        name, _, value = line.partition("=")
        if variable := UV_NAMES.get(name.rpartition(".")[2]):
            values = value.strip("'\"").replace("\\n", " ").split()
            found[variable] = ("," if variable == "UV_FIND_LINKS" else " ").join(values)
    return found


def has_postgres() -> bool:
    """Return whether the tests find a PostgreSQL."""
    return runs(PYTHON, "-c", "from trials.installed import find_postgres as f; exit(f() is None)")


def manage(command: str) -> list[str | Path]:
    """Return the start of a call of manage.py under the test settings, which need no set-up."""
    return [PYTHON, "manage.py", command, "--settings", "config.settings.test"]


def runs(*command: str | Path) -> bool:
    """Run `command` without showing its output, and return whether it succeeds."""
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def call(*command: str | Path) -> int:
    """Run `command` and return its exit code."""
    return subprocess.run(command, check=False).returncode


def expect(exit_code: int, allowed: int = 0) -> None:
    """Exit with `exit_code` unless it is a success or `allowed`."""
    if exit_code not in {0, allowed}:
        sys.exit(exit_code)


def become(*command: str | Path) -> NoReturn:
    """Replace this process with `command`, signals and exit code included."""
    sys.stdout.flush()
    os.execv(command[0], [str(part) for part in command])  # noqa: S606 - no shell is the point


def say(title: str) -> None:
    print(f"\n--- {title}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)  # as shells do; the next start completes an interrupted set-up
