"""Folders that the server keeps things in, readable by the server's own account alone."""

import fcntl
import os
import stat
from pathlib import Path
from typing import IO

from django.core.exceptions import ImproperlyConfigured

OTHERS = stat.S_IRWXG | stat.S_IRWXO


def keep_private(folder: Path) -> None:
    """Make `folder`, and let nobody but its owner read it and what lies in it.

    Raises ImproperlyConfigured, with a sentence that says what to do, when it cannot be made.
    """
    make(folder)
    for path in (folder, *folder.rglob("*")):
        _close(path)


def make(folder: Path) -> None:
    """Make `folder` and what is above it; raises ImproperlyConfigured when that is impossible."""
    try:
        folder.mkdir(mode=stat.S_IRWXU, parents=True, exist_ok=True)
    except FileExistsError:
        raise ImproperlyConfigured(
            f"{folder} is a file, and a folder of that name is needed. Move the file away."
        ) from None
    except OSError as error:
        raise ImproperlyConfigured(
            f"The folder {folder} cannot be made ({error.strerror}). Make it, "
            "and let the account that runs the server write to it."
        ) from None


def lock(file: Path) -> IO[str]:
    """Keep `file` for this process until the returned handle is closed or the process ends.

    Raises BlockingIOError while another process keeps it; its number is in the file.
    """
    handle = file.open("a+")
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        handle.close()
        raise
    handle.truncate(0)
    print(os.getpid(), file=handle, flush=True)
    return handle


def _close(path: Path) -> None:
    """Take every permission from others; what belongs to somebody else is left to them."""
    try:
        mode = path.lstat().st_mode
        if mode & OTHERS and not stat.S_ISLNK(mode):
            path.chmod(stat.S_IMODE(mode) & ~OTHERS)
    except (FileNotFoundError, PermissionError):  # gone meanwhile, or not ours
        return
