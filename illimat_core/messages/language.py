"""Messages, and the languages that word them."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import Enum
from functools import cached_property
from string import Formatter
from typing import Any, Final, NamedTuple

Form = Callable[["Language", Any], str]
"""Writes an argument of some type in a language."""
FIELD_ARGUMENTS: Final = frozenset({"field", "fields", "summer"})
"""The arguments that are fields of the board, whose codes no person reads."""


class Reader(Enum):
    """The reader of a sentence; stands among the names of players for the reader's own."""

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

    ``spelled`` is the same language with cards in words instead of codes. ``plural`` are the keys
    of names, such as *the Fields*, whose verbs have the form that they have for the reader.
    """

    def __init__(
        self,
        code: str,
        words: Mapping[str, str],
        forms: Mapping[str, Form],
        spelled: Mapping[str, Form],
        plural: Iterable[str] = (),
    ) -> None:
        self.code = code
        self.words = words
        self.forms = forms
        self._spelled = spelled
        self._plural = plural

    @cached_property
    def spelled(self) -> "Language":
        """The same language with cards in words: `the 5 of Winter` instead of `5Wi`."""
        return self.written(self._spelled)

    def written(self, forms: Mapping[str, Form]) -> "Language":
        """Return the same language with other functions for some of its forms."""
        forms = {**self.forms, **forms}
        return Language(self.code, self.words, forms, self._spelled, self._plural)

    def say(self, key: str, /, **arguments: Any) -> str:
        """Return the sentence of a key; raise ``KeyError`` if it, or an argument, is missing."""
        return self.vformat(self.words[key], (), arguments)

    def tell(self, message: Message) -> str:
        return self.say(message.key, **message.arguments)

    def form(self, name: str, value: Any) -> str:
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

        A form with a bar has words of its own: those after the bar if the argument is the reader,
        a name in the plural or a list with one of them, those before it otherwise.
        """
        if "|" in format_spec:
            others, _, own = format_spec.rpartition("|")
            names = value if isinstance(value, list) else [value]
            return own if any(each in self._with_own_form for each in names) else others
        if isinstance(value, Message):
            value = self.tell(value)
        elif isinstance(value, list):
            value = [self.tell(each) if isinstance(each, Message) else each for each in value]
        if format_spec:
            return self.form(format_spec, value)
        return self.words["you"] if value is YOU else str(value)

    @cached_property
    def _with_own_form(self) -> tuple[str | Reader, ...]:
        names = [self.words[key] for key in self._plural]
        return (YOU, *names, *map(capitalize, names))
