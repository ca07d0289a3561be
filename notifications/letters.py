"""What mails say about something other than a game, and what that is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True)
class Topic:
    """What the notices of some kinds are about, other than a game; each has an id.

    `name` is the member of messages by webhook that holds the id, and groups mails to threads.
    `url` returns the page of one, given its id.
    """

    name: str
    url: Callable[[str], str]


class LetterEntry(NamedTuple):
    """An entry of a list, and the address that it leads to, if there is one."""

    words: str
    url: str = ""


class Letter(NamedTuple):
    """What a mail about a topic says, in the language of its reader.

    `company` is the phrase after the title and in the subject, such as the name of the season.
    `quoted` has the paragraphs of what somebody else wrote, `entries` a list below the paragraphs.
    `action` names what is done at the address `url`; `because` says why the reader gets this.
    """

    subject: str
    title: str
    company: str
    paragraphs: Sequence[str]
    url: str
    action: str
    because: str
    quoted: Sequence[str] = ()
    entries: Sequence[LetterEntry] = ()
