"""What can go wrong in the core, and whose fault it is."""

from typing import Final

ECHOED: Final = 80
"""How many characters of what a client sent a message repeats, at most."""


def clip(text: str) -> str:
    """Return what a client sent, cut to ``ECHOED`` characters to be repeated in a message."""
    return text if len(text) <= ECHOED else f"{text[: ECHOED - 1]}…"


class RuleError(Exception):
    """A move the rules refuse: RULES.md section 15. Nothing has changed.

    ``rule`` is the id of the first rule broken, ``detail`` a sentence for the player. Neither ever
    depends on anything that the player may not see. ``index`` tells which action of a batch it was.
    """

    def __init__(self, rule: str, detail: str) -> None:
        super().__init__(f"{rule}: {detail}")
        self.rule = rule
        self.detail = detail
        self.index = 0


class OptionsError(ValueError):
    """A game that cannot be made: ``member`` is the option at fault, ``detail`` says why."""

    def __init__(self, member: str, detail: str) -> None:
        super().__init__(f"{member}: {detail}")
        self.member = member
        self.detail = detail


class PositionError(ValueError):
    """A position that cannot be loaded; the message names the culprit."""


class UnknownEventError(Exception):
    """An event this program does not know: a bug or a newer stream, never a player's fault."""
