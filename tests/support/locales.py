"""Environments of other machines: hash seeds, time zones, locales.

Few machines have other languages than their own. Those needed are made from the sources that Debian
keeps in its package `locales`, in a folder of the tests' own.
"""

import subprocess
from pathlib import Path
from typing import Final

SOURCES: Final = Path("/usr/share/i18n/locales")
LANGUAGES: Final = ("tr_TR", "de_DE")  # another upper case of i, another decimal separator

PLACES: Final = {
    "here": {"PYTHONHASHSEED": "0", "TZ": "UTC", "LC_ALL": "C"},
    "Kiribati": {"PYTHONHASHSEED": "1", "TZ": "Pacific/Kiritimati", "LC_ALL": "C.UTF-8"},
    "a Turk abroad": {
        "PYTHONHASHSEED": "42", "TZ": "America/St_Johns", "LC_ALL": "tr_TR.UTF-8",
    },
    "a German abroad": {
        "PYTHONHASHSEED": "random", "TZ": "Asia/Kathmandu", "LC_ALL": "de_DE.UTF-8",
    },
}  # fmt: skip
"""What is different there, as members of the environment."""


def find_sources() -> Path | None:
    """Return the folder with the sources of the locales, or None."""
    return SOURCES if all((SOURCES / name).exists() for name in LANGUAGES) else None


def make_languages(folder: Path) -> dict[str, str]:
    """Build the locales in a folder; return the environment in which a program finds them."""
    for name in LANGUAGES:
        target = folder / f"{name}.UTF-8"
        subprocess.run(["localedef", "-i", name, "-f", "UTF-8", target], check=True)
    return {"LOCPATH": str(folder)}
