"""Mail as its readers find it."""

import re
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from threading import Lock

from config.demo.server import UnexpectedError

LOOK_EVERY = 0.05  # seconds


class Letters(ABC):
    """Letters that arrive while one looks, the oldest first."""

    def __init__(self, patience: float = 20) -> None:
        """Look for mail for `patience` seconds before that is taken for a failure."""
        self.patience = patience
        self.all: list[EmailMessage] = []
        self.lock = Lock()  # several may look at once

    @abstractmethod
    def arrived(self) -> Iterable[EmailMessage]:
        """Return what has arrived since this was asked last."""

    def to(self, address: str) -> list[EmailMessage]:
        """Return all that came to `address` until now."""
        with self.lock:
            self.all.extend(self.arrived())
        return [letter for letter in self.all if letter["To"] == address]

    def wait(
        self, address: str, about: str, *wanted: re.Pattern[str], subject: str = ""
    ) -> EmailMessage:
        """Return the newest letter to `address` with `subject` in its subject and all of `wanted`.

        The patterns are searched in the text. `about` says in words what the letter is about.

        Raises UnexpectedError when none comes.
        """
        end = time.monotonic() + self.patience
        while time.monotonic() < end:
            for letter in reversed(self.to(address)):
                text = text_of(letter)
                if subject in letter["Subject"] and all(each.search(text) for each in wanted):
                    return letter
            time.sleep(LOOK_EVERY)
        waited = f"within {self.patience:g} seconds"
        raise UnexpectedError(f"No mail about {about} to {address} came {waited} to {self}.")


class MailFolder(Letters):
    """A folder of .eml files; those that lie there already are nobody's business."""

    def __init__(self, folder: Path, patience: float = 20) -> None:
        super().__init__(patience)
        self.folder = folder
        self.known = set(folder.glob("*.eml"))

    def __str__(self) -> str:
        return f"{self.folder} (--mail names another folder)"

    def arrived(self) -> Iterable[EmailMessage]:
        """Return the letters in new files."""
        fresh = sorted(set(self.folder.glob("*.eml")) - self.known)
        self.known.update(fresh)
        return [read_letter(file.read_bytes()) for file in fresh]


def read_letter(content: bytes) -> EmailMessage:
    """Return a letter as it was written."""
    return message_from_bytes(content, policy=policy.default)


def text_of(letter: EmailMessage, kind: str = "plain") -> str:
    """Return the plain part of a letter, or its `html`."""
    part = letter.get_body((kind,))
    return part.get_content().replace("\r\n", "\n") if part else ""
