"""The exceptions of the core."""

from typing import Any, Final

from illimat_core.messages import ENGLISH, Message

ECHOED: Final = 80
"""The number of characters of a client's input that a message repeats, at most."""


def clip(text: str) -> str:
    """Return a client's input, cut to ``ECHOED`` characters for use in a message."""
    return text if len(text) <= ECHOED else f"{text[: ECHOED - 1]}…"


class SpokenError(Exception):
    """An error with a message for people: its key in the catalogue, and the arguments."""

    def __init__(self, key: str, /, **arguments: Any) -> None:
        super().__init__(key)
        self.message: Message = Message(key, arguments)

    @property
    def detail(self) -> str:
        return ENGLISH.tell(self.message)

    def __str__(self) -> str:
        """Return the message in English."""
        return self.detail


class RuleError(SpokenError):
    """An action that the rules refuse (RULES.md section 15). Nothing has changed.

    ``rule`` is the id of the first rule broken, ``detail`` a sentence for the player. Neither
    depends on hidden information. ``index`` is the position of the action in its batch.
    """

    def __init__(self, rule: str, key: str, /, **arguments: Any) -> None:
        super().__init__(key, **arguments)
        self.rule = rule
        self.index = 0

    def __str__(self) -> str:
        return f"{self.rule}: {self.detail}"


class MemberError(SpokenError, ValueError):
    """An invalid value: ``member`` names the member at fault, ``detail`` says what is valid.

    ``member`` is empty if the value as a whole is at fault. An entry of a list is named by its
    index, as in ``luminaries/0``.
    """

    def __init__(self, member: str, key: str, /, **arguments: Any) -> None:
        super().__init__(key, **arguments)
        self.member = member

    @property
    def whole(self) -> Message:
        """The message with the name of the member."""
        if not self.member:
            return self.message
        return Message("member.at", {"member": self.member, "problem": self.message})

    def __str__(self) -> str:
        return ENGLISH.tell(self.whole)


class ReadingError(MemberError):
    """A value that cannot be read into a record."""


class OptionsError(MemberError):
    """Options with which no game can be made; ``member`` is the option at fault."""


class PlayerError(MemberError):
    """A house player that does not exist; ``member`` is its level or its budget."""


class TypedInputError(SpokenError, ValueError):
    """Typed input that cannot be parsed."""


class PositionError(ValueError):
    """A position that cannot be loaded; the message names the member or card at fault."""


class UnknownEventError(Exception):
    """An event unknown to this program: a bug or a newer stream, never a player's fault."""
