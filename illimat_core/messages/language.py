"""Messages, and the languages that word them."""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from functools import cached_property
from string import Formatter
from typing import Any, Final, NamedTuple

Form = Callable[["Language", Any], str]
"""Writes an argument of some type in a language."""
FIELD_ARGUMENTS: Final = frozenset({"field", "fields", "summer"})
"""The arguments that are fields of the board, whose codes no person reads."""


class Reader(Enum):
    """Whoever reads a sentence; stands among the names of players for the reader's own."""

    YOU = "you"


YOU: Final = Reader.YOU
"""The name of the reader, which each sentence writes in its grammatical form."""


def capitalize(text: str) -> str:
    """Return a text with its first letter capitalized, and the others unchanged."""
    return text[:1].upper() + text[1:]


class Message(NamedTuple):
    """A message: its key in the catalogue, and the arguments of the sentence."""

    key: str
    arguments: Mapping[str, Any]


class Language(Formatter):
    """A catalogue of sentences, and the forms in which they write their arguments.

    ``spelled`` is the same language with cards in words instead of codes.
    """

    def __init__(
        self,
        code: str,
        words: Mapping[str, str],
        forms: Mapping[str, Form],
        spelled: Mapping[str, Form],
    ) -> None:
        self.code = code
        self.words = words
        self.forms = forms
        self._spelled = spelled

    @cached_property
    def spelled(self) -> "Language":
        """The same language with cards in words: `the 5 of Winter` instead of `5Wi`."""
        return Language(self.code, self.words, {**self.forms, **self._spelled}, self._spelled)

    def say(self, key: str, /, **arguments: Any) -> str:
        """Return the sentence of a key; raise ``KeyError`` if it, or an argument, is missing."""
        return self.vformat(self.words[key], (), arguments)

    def tell(self, message: Message) -> str:
        """Return the sentence of a message."""
        return self.say(message.key, **message.arguments)

    def form(self, name: str, value: Any) -> str:
        """Return a value in one of the language's forms."""
        return self.forms[name](self, value)

    def get_value(self, key: int | str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        """Return an argument; fields have their names in this language, whatever the sentence."""
        value = super().get_value(key, args, kwargs)
        if key not in FIELD_ARGUMENTS:
            return value
        if isinstance(value, str):
            return self.form("field", value)
        return [self.form("field", each) for each in value]

    def format_field(self, value: Any, format_spec: str) -> str:
        """Format an argument; messages within a message are worded in the same language.

        A form with a bar has words of its own: those after the bar if the argument is the reader
        or a list with the reader, those before it otherwise.
        """
        if "|" in format_spec:
            others, _, own = format_spec.rpartition("|")
            return own if value is YOU or (isinstance(value, list) and YOU in value) else others
        if isinstance(value, Message):
            value = self.tell(value)
        elif isinstance(value, list):
            value = [self.tell(each) if isinstance(each, Message) else each for each in value]
        if format_spec:
            return self.form(format_spec, value)
        return self.words["you"] if value is YOU else str(value)
