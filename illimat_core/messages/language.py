"""Messages, and the languages that word them."""

from collections.abc import Callable, Mapping
from functools import cached_property
from string import Formatter
from typing import Any, NamedTuple

Form = Callable[["Language", Any], str]
"""Writes an argument of some type in a language."""


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

    def format_field(self, value: Any, format_spec: str) -> str:
        """Format an argument; messages within a message are worded in the same language."""
        if isinstance(value, Message):
            value = self.tell(value)
        elif isinstance(value, list):
            value = [self.tell(each) if isinstance(each, Message) else each for each in value]
        return self.form(format_spec, value) if format_spec else str(value)
