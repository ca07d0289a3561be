"""The core's messages to people, each a key and arguments, and the languages that word them.

A language has a module of this package with ``WORDS``, the sentences by their keys, and one with
``FORMS``, the functions that write an argument of some type in that language; modules beside them
hold parts, such as advice in English. A sentence names its arguments in braces, each with the form
it takes: ``{seat} {seat:draws|draw} {count:n cards}.`` What follows a bar is written if the
argument is ``YOU``, the reader, or a name in the plural. Fields of the board have their names in
the language, whatever the sentence. Nothing else in the core holds text for people, with one
exception: the English sentences about a luminary or a mode stand in its own module, which adds them
with ``english``.
"""

from collections.abc import Iterable
from typing import Final

from illimat_core.messages import de, de_forms, en, en_forms
from illimat_core.messages.language import YOU, Language, Message, Reader, capitalize

__all__ = [
    "ENGLISH",
    "GERMAN",
    "LANGUAGES",
    "YOU",
    "Language",
    "Message",
    "Reader",
    "capitalize",
    "english",
    "language_of",
]

ENGLISH: Final = Language("en", en.WORDS, en_forms.FORMS, en_forms.SPELLED, en.PLURAL)
"""The language that has every message, and in which errors are worded."""
GERMAN: Final = Language("de", de.WORDS, de_forms.FORMS, de_forms.SPELLED)
LANGUAGES: Final = {language.code: language for language in (ENGLISH, GERMAN)}
"""All languages by their codes (RFC 5646)."""


def language_of(code: str) -> Language:
    """Return the language with a code, or English if the core does not have that language."""
    return LANGUAGES.get(code, ENGLISH)


def english(words: dict[str, str], plural: Iterable[str] = ()) -> None:
    """Add a module's sentences by key; ``plural`` are the keys of names that are plurals."""
    twice = en.WORDS.keys() & words.keys()
    if twice:
        raise ValueError(f"These keys are in use already: {', '.join(sorted(twice))}.")
    en.WORDS.update(words)
    en.PLURAL.update(plural)
