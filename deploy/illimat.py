#!/usr/bin/env python3
"""manage.py of a public server: with production's settings and those of the environment file.

docs/operating.md says how to install it. `illimat prepare` is `./do prepare`; every other command
is one of manage.py. Variables that are set already win over the file. Needs no installed package.
"""

from __future__ import annotations  # as in ./do

import os
import shlex
import sys
from pathlib import Path
from typing import NoReturn

HERE = Path(__file__).resolve().parents[1]
FILE = Path(os.environ.get("ILLIMAT_ENVIRONMENT") or "/etc/illimat/environment")


def main() -> None:
    """Become the program that runs the command, with the settings of a public server."""
    os.environ.update(read(FILE) | os.environ)
    os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.production"
    if sys.argv[1:2] == ["prepare"]:
        become(HERE / "do", *sys.argv[1:])
    python = HERE / ".venv" / "bin" / "python"
    if not python.exists():
        refuse(f"There is no {python} yet. Run illimat prepare first.")
    become(python, HERE / "manage.py", *sys.argv[1:])


def read(file: Path) -> dict[str, str]:
    """Return the settings in a file of lines NAME=value, with quotes as systemd reads them."""
    try:
        lines = file.read_text(encoding="utf-8").splitlines()
    except OSError as error:
        refuse(f"The settings in {file} cannot be read ({error.strerror}).")
    except UnicodeDecodeError:
        refuse(f"The settings in {file} are not text in UTF-8.")
    found = {}
    for number, line in enumerate(map(str.strip, lines), start=1):
        if not line or line[0] in "#;":
            continue
        name, equals, value = line.partition("=")
        try:
            found[name.strip()] = " ".join(shlex.split(value))
        except ValueError:  # a quote without its counterpart
            equals = ""
        if not equals or not name.strip().isidentifier():
            refuse(f'Line {number} of {file} is no setting. Write NAME=value, or NAME="value".')
    return found


def become(*command: str | Path) -> NoReturn:
    """Replace this process with `command`, signals and exit code included."""
    os.execv(command[0], [str(part) for part in command])  # noqa: S606 - no shell is the point


def refuse(reason: str) -> NoReturn:
    """End with a message."""
    print(f"Cannot start: {reason}", file=sys.stderr)
    sys.exit(2)


if __name__ == "__main__":
    main()
