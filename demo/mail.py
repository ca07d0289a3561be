"""Mail as it reaches its readers."""

import re
import time
from abc import ABC, abstractmethod
from collections.abc import Iterable
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from threading import Lock

from demo.server import UnexpectedError

LOOK_EVERY = 0.05  # seconds

RANKS = {"Fool": "F", "Knight": "N", "Queen": "Q", "King": "K"}
SUITS = {"Spring": "Sp", "Summer": "Su", "Autumn": "Au", "Winter": "Wi", "Stars": "St"}
CARD = re.compile(rf"\b(\d+|{'|'.join(RANKS)})(?: |\s+of\s+)({'|'.join(SUITS)})\b")


class Letters(ABC):
    """A mailbox that is polled for letters, which it keeps oldest first."""

    def __init__(self, patience: float = 20) -> None:
        """Wait up to `patience` seconds for a letter before reporting a failure."""
        self.patience = patience
        self.all: list[EmailMessage] = []
        self.lock = Lock()  # several threads may poll at once

    @abstractmethod
    def arrived(self) -> Iterable[EmailMessage]:
        """Return the letters that have arrived since the last call."""

    def to(self, address: str) -> list[EmailMessage]:
        """Return all letters to `address` so far."""
        with self.lock:
            self.all.extend(self.arrived())
        return [letter for letter in self.all if letter["To"] == address]

    def wait(
        self, address: str, about: str, *wanted: re.Pattern[str], subject: str = ""
    ) -> EmailMessage:
        """Return the newest letter to `address` with `subject` in its subject and all of `wanted`.

        The patterns are searched in the text. `about` describes the letter for the error message.

        Raises UnexpectedError if no such letter arrives in time.
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
    """A folder of .eml files; files that are there at the start are ignored."""

    def __init__(self, folder: Path, patience: float = 20) -> None:
        super().__init__(patience)
        self.folder = folder
        self.known = set(folder.glob("*.eml"))

    def __str__(self) -> str:
        return f"{self.folder} (--mail names another folder)"

    def arrived(self) -> Iterable[EmailMessage]:
        fresh = sorted(set(self.folder.glob("*.eml")) - self.known)
        self.known.update(fresh)
        return [read_letter(file.read_bytes()) for file in fresh]


def read_letter(content: bytes) -> EmailMessage:
    return message_from_bytes(content, policy=policy.default)


def text_of(letter: EmailMessage, kind: str = "plain") -> str:
    """Return the text of a letter's plain part, or of its `html` part."""
    part = letter.get_body((kind,))
    return part.get_content().replace("\r\n", "\n") if part else ""


def cards_in(text: str) -> set[str]:
    """Return the codes of the cards that a part of a letter names, such as 5Wi, NSu and FAu.

    The plain part names them as `5 of Winter`, which may be broken over two lines, the `html` part
    as `<b>5</b> Winter`. A number before the season of a field stands in another line.
    """
    words = re.sub(r"<[^>]+>", "", text)
    return {RANKS.get(rank, rank) + SUITS[suit] for rank, suit in CARD.findall(words)}
