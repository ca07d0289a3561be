"""The secret key of a server that was given none."""

import os
import secrets
from pathlib import Path


def kept(path: Path) -> str:
    """Return the key in the file at `path`, made at the first call, readable by its owner only."""
    path.parent.mkdir(parents=True, exist_ok=True)
    try:
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode=0o600)
    except FileExistsError:
        return path.read_text()
    with os.fdopen(descriptor, "w") as file:
        key = secrets.token_urlsafe(50)
        file.write(key)
    return key
