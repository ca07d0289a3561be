"""The server's folders, which only its own system account can read."""

import fcntl
import os
import stat
from pathlib import Path
from typing import IO

from django.core.exceptions import ImproperlyConfigured

OTHERS = stat.S_IRWXG | stat.S_IRWXO


def keep_private(folder: Path) -> None:
    """Create `folder`, and let only its owner read it and its contents.

    Raises ImproperlyConfigured, with a sentence that says what to do, if it cannot be created.
    """
    make(folder)
    for path in (folder, *folder.rglob("*")):
        _close(path)


def make(folder: Path) -> None:
    """Create `folder` and its parents; raises ImproperlyConfigured if that is impossible."""
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
    """Lock `file` for this process until the returned handle is closed or the process ends.

    The file holds the process's id. Raises BlockingIOError while another process has the lock.
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
    """Remove all permissions of group and others; skip files that belong to another account."""
    try:
        mode = path.lstat().st_mode
        if mode & OTHERS and not stat.S_ISLNK(mode):
            path.chmod(stat.S_IMODE(mode) & ~OTHERS)
    except (FileNotFoundError, PermissionError):  # deleted meanwhile, or not ours
        return
