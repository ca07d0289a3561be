#!/usr/bin/env python3
"""Everything one does with this project: ./do without a word says what there is.

Needs Python 3.11 or newer and pip. What else it takes is put into .venv, once for each change of
the lock files; nothing outside of this folder is touched.
"""

from __future__ import annotations  # so that an older Python can say that it is too old

import difflib
import hashlib
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

HERE = Path(__file__).resolve().parent
ENVIRONMENT = HERE / ".venv"
PYTHON = ENVIRONMENT / "bin" / "python"
RUN_LOCK = HERE / "requirements.lock"
TEST_LOCK = HERE / "requirements-dev.lock"
# Not the one of .venv, from which this may be called: that has no pip.
BASE_PYTHON = Path(sys.base_prefix, "bin", f"python3.{sys.version_info.minor}")
NO_TESTS_SELECTED = 5  # pytest's exit code
ON_BOTH = "both_databases"  # pytest's mark of the tests that run on PostgreSQL, too
THOROUGH = "thorough"  # pytest's mark of the tests that are left to CI
TWO_AT_ONCE = ["-n", "2", "--dist", "loadfile"]  # by file: its tests share what they start


def run(arguments: list[str]) -> None:
    """run                     set up and run the whole server on this machine; Ctrl-C ends it"""
    set_up(RUN_LOCK)
    become(PYTHON, "manage.py", "run", *arguments)


def prepare(arguments: list[str]) -> None:
    """prepare                 get a public server ready: packages, static files, tables, checks"""
    set_up(RUN_LOCK)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")
    steps: dict[str, list[str]] = {
        "Static files": ["collectstatic", "--settings", "config.settings.build", "--no-input"],
        "Tables": ["migrate"],
        "Settings and database": ["check", "--deploy", "--database", "default"],
    }
    for title, command in steps.items():
        say(title)
        expect(call(PYTHON, "manage.py", *command))
    print("\nReady. Start web, worker and beat, or restart them.")


def demo(arguments: list[str]) -> None:
    """demo [ARGS]             play a complete game against the server that ./do run runs"""
    set_up(RUN_LOCK)
    become(PYTHON, "manage.py", "demo", *arguments)


def play(arguments: list[str]) -> None:
    """play [ARGS]             play at the terminal against random players; --help tells more"""
    set_up(RUN_LOCK)
    os.environ["ILLIMAT_CALLED"] = "./do"
    become(PYTHON, "-m", "illimat_core", "play", *arguments)


def test(arguments: list[str]) -> None:
    """test [ARGS]   run the tests, with PostgreSQL, Redis and a browser where they are there"""
    set_up(TEST_LOCK)
    everyday = not arguments and os.environ.get("REQUIRE_ALL") != "1"
    chosen = arguments or TWO_AT_ONCE
    rest = f"not {THOROUGH}"
    if has_postgres():
        say("Tests of storage, API and mail on PostgreSQL")
        both = f"{ON_BOTH} and not {THOROUGH}" if everyday else ON_BOTH
        pytest: list[str | Path] = [PYTHON, "-m", "pytest", "-m", both, *chosen]
        if not arguments:  # to collect from the other files takes longer than from these
            every = (HERE / "tests").rglob("test_*.py")
            pytest += [path for path in every if ON_BOTH in path.read_text(encoding="utf-8")]
        expect(call(PYTHON, "-m", "tests.servers", "postgres", *pytest), allowed=NO_TESTS_SELECTED)
        rest = f"not {THOROUGH} and not {ON_BOTH}"
        say("All other tests, on SQLite" if everyday else "All tests on SQLite")
    if everyday:
        print(
            "Deselected here, and run by CI: repetitions that take long (REQUIRE_ALL=1 runs all)."
        )
        chosen = [*chosen, "-m", rest]
    become(PYTHON, "-m", "pytest", *chosen)


def prove(arguments: list[str]) -> None:
    """prove [ARGS]            kill the server over and over during play; --long takes hours"""
    set_up(TEST_LOCK)
    become(PYTHON, "-m", "prove", *arguments)


def bench(arguments: list[str]) -> None:
    """bench [ARGS]            measure it beside baselines of the same minutes; --help tells more"""
    set_up(TEST_LOCK)
    become(PYTHON, "-m", "bench", *arguments)


def check(arguments: list[str]) -> None:
    """check [ARGS]            what has to pass before a commit: lint, then test"""
    lint([])
    test(arguments)


def fuzz(arguments: list[str]) -> None:
    """fuzz [ARGS]             play random games until something breaks; --games N, --seed S"""
    set_up(RUN_LOCK)
    become(PYTHON, "-m", "fuzz", *arguments)


def noninterference(arguments: list[str]) -> None:
    """noninterference [ARGS]  exchange what is hidden, and see what that changes; --games N"""
    set_up(RUN_LOCK)
    become(PYTHON, "-m", "secrecy", *arguments)


def lint(arguments: list[str]) -> None:
    """lint                    formatting, linters, types, architecture, migrations, OpenAPI"""
    set_up(TEST_LOCK)
    tools = ENVIRONMENT / "bin"
    steps: dict[str, list[str | Path]] = {
        "Formatting": [tools / "ruff", "format", "--check"],
        "Linters": [tools / "ruff", "check"],
        "Types": [tools / "mypy"],
        "Architecture": [tools / "lint-imports"],
        "Migrations": [*manage("makemigrations"), "--check", "--dry-run"],
        "OpenAPI": [*manage("spectacular"), "--validate", "--fail-on-warn", "--file", os.devnull],
    }
    for title, command in steps.items():
        say(title)
        expect(call(*command))


def audit(arguments: list[str]) -> None:
    """audit [ARGS]            ask a public service for known holes in what the server runs on"""
    set_up(TEST_LOCK)
    command: list[str | Path] = [ENVIRONMENT / "bin" / "pip-audit", "--disable-pip"]
    command += ["--require-hashes", "--requirement", RUN_LOCK, "--format", "json"]
    command += ["--progress-spinner", "off", *arguments]
    done = subprocess.run(command, check=False, capture_output=True, text=True)
    try:
        answers = json.loads(done.stdout)["dependencies"]
    except (ValueError, KeyError):
        sys.exit(f"{done.stderr}Nothing could be asked; see above.")
    sys.exit(tell_answers(answers))


def tell_answers(answers: list[dict[str, Any]]) -> int:
    """Print what was asked and answered about packages; 0 only if it is good news."""
    unasked = [answer["name"] for answer in answers if "skip_reason" in answer]
    holes = [answer for answer in answers if answer.get("vulns")]
    print(f"The server runs on {len(answers)} packages; {len(answers) - len(unasked)} were asked.")
    if unasked:
        print(f"Nothing is known of these, which could not be asked: {', '.join(unasked)}.")
    for answer in holes:
        known = ", ".join(hole["id"] for hole in answer["vulns"])
        print(f"{answer['name']} {answer['version']} has known holes: {known}")
    if len(unasked) == len(answers):
        print("So this says nothing about holes. Ask again where the service can be reached.")
        return 3
    print("There are known holes." if holes else "No hole is known in those that were asked.")
    return 1 if holes else 0


def fix(arguments: list[str]) -> None:
    """fix                     format the code and repair what the linter can"""
    set_up(TEST_LOCK)
    ruff = ENVIRONMENT / "bin" / "ruff"
    call(ruff, "check", "--fix")
    become(ruff, "format")


def openapi(arguments: list[str]) -> None:
    """openapi                 write openapi.json anew"""
    set_up(TEST_LOCK)
    become(
        *manage("spectacular"),
        *["--validate", "--fail-on-warn", "--format", "openapi-json", "--file", "openapi.json"],
    )


def lock(arguments: list[str]) -> None:
    """lock [ARGS]             choose versions anew and write the lock files"""
    set_up(TEST_LOCK)
    compiled: list[str | Path] = [
        ENVIRONMENT / "bin" / "uv",
        "pip",
        "compile",
        "pyproject.toml",
        "--quiet",
    ]
    compiled += ["--universal", "--python-version", "3.11", "--generate-hashes"]
    compiled += ["--no-emit-index-url", "--custom-compile-command", "./do lock", *arguments]
    expect(call(*compiled, "--output-file", RUN_LOCK.name))
    become(
        *compiled,
        *["--group", "dev", "--constraint", RUN_LOCK.name, "--output-file", TEST_LOCK.name],
    )


COMMANDS = [run, prepare, demo, play, test, prove, fuzz, noninterference, bench, check, lint, fix]
COMMANDS += [openapi, lock, audit]


def main() -> None:
    """Run the command that is named first."""
    os.chdir(HERE)
    name, arguments = (sys.argv[1], sys.argv[2:]) if sys.argv[1:] else ("help", [])
    if name in {"help", "-h", "--help"}:
        print_usage()
        return
    for command in COMMANDS:
        if command.__name__ == name:
            command(arguments)
            return
    names = [command.__name__ for command in COMMANDS]
    near = difflib.get_close_matches(name, names, 1)
    hint = f"Did you mean ./do {near[0]}?" if near else "./do help lists the commands."
    print(f"./do: there is no command {name!r}. {hint}", file=sys.stderr)
    sys.exit(2)


def print_usage() -> None:
    """Print what there is."""
    print("Usage: ./do COMMAND\n")
    for command in COMMANDS:
        print(f"  {command.__doc__}")
    print("\nFor instance ./do test tests/core -x; what follows test goes to pytest.")


def set_up(lock_file: Path) -> None:
    """Put what `lock_file` lists into .venv, unless it is there."""
    if sys.version_info < (3, 11):  # noqa: UP036 - the linter reads pyproject.toml, Python does not
        sys.exit(f"This needs Python 3.11 or newer; {sys.executable} is {sys.version.split()[0]}.")
    if runs(PYTHON, "-c", "pass"):
        if stamp_of(lock_file).exists() and stamp_of(lock_file).read_text() == digest(lock_file):
            return
    else:
        # Without pip of its own: Debian has venv, but not always what venv takes pip from.
        expect(call(BASE_PYTHON, "-m", "venv", "--clear", "--without-pip", ENVIRONMENT))
    if not runs(BASE_PYTHON, "-m", "pip", "--version"):
        sys.exit("pip is missing. Install it, on Debian with: apt-get install python3-pip")
    install(lock_file)
    stamp_of(lock_file).write_text(digest(lock_file))
    if lock_file == TEST_LOCK:  # it contains the other one
        stamp_of(RUN_LOCK).write_text(digest(RUN_LOCK))


def stamp_of(lock_file: Path) -> Path:
    """Return the file that says which version of `lock_file` is installed."""
    return ENVIRONMENT / f"{lock_file.name}.installed"


def digest(lock_file: Path) -> str:
    """Return what tells versions of `lock_file` apart."""
    return hashlib.sha256(lock_file.read_bytes()).hexdigest()


def install(lock_file: Path) -> None:
    """Have pip install what `lock_file` lists, and count along."""
    total = len(re.findall(r"^\S+==", lock_file.read_text(), re.M))
    print(f"Setting up .venv with {total} packages, this once.", flush=True)
    pip: list[str | Path] = [BASE_PYTHON, "-m", "pip", "--python", PYTHON, "install"]
    pip += ["--no-input", "--disable-pip-version-check", "--require-hashes", "-r", lock_file]
    seen = 0
    lines: list[str] = []
    with subprocess.Popen(pip, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as job:
        for line in job.stdout or ():
            lines.append(line)
            if line.startswith(("Collecting ", "Requirement already satisfied: ")):
                seen += 1
                progress(f"{min(seen, total)}/{total} {line.split()[1 if line[0] == 'C' else 3]}")
            elif line.startswith("Installing collected"):
                progress("unpacking all of them")
    progress("")
    if job.returncode:
        sys.exit("".join(lines[-20:]) + "\npip could not set up .venv; see above.")


def progress(text: str) -> None:
    """Show `text` in place of the last one, if anybody is looking."""
    if sys.stdout.isatty():
        print(f"\r\033[K  {text}"[:100], end="", flush=True)


def has_postgres() -> bool:
    """Return whether the tests find a PostgreSQL."""
    return runs(PYTHON, "-c", "from tests.servers import find_postgres as f; exit(f() is None)")


def manage(command: str) -> list[str | Path]:
    """Return the start of a call of manage.py that needs no settings of anybody's."""
    return [PYTHON, "manage.py", command, "--settings", "config.settings.test"]


def runs(*command: str | Path) -> bool:
    """Return whether `command` can be run, and succeeds in silence."""
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:
        return False


def call(*command: str | Path) -> int:
    """Run `command` and return its exit code."""
    return subprocess.run(command, check=False).returncode


def expect(exit_code: int, allowed: int = 0) -> None:
    """End with `exit_code` unless it is a success."""
    if exit_code not in {0, allowed}:
        sys.exit(exit_code)


def become(*command: str | Path) -> NoReturn:
    """Let `command` take the place of this program, signals and exit code included."""
    sys.stdout.flush()
    os.execv(command[0], [str(part) for part in command])  # noqa: S606 - no shell is the point


def say(title: str) -> None:
    """Print a heading."""
    print(f"\n--- {title}", flush=True)


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        sys.exit(130)  # as shells count it; the next start sets up what is not there yet
