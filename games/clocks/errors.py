"""The error for invalid times."""


class ClockError(ValueError):
    """A time control, calendar or pause is refused: `member` is at fault, `message` says why.

    The message is English with named placeholders for the arguments; `games.language` words it in
    other languages. Its numbers are never one.
    """

    def __init__(self, member: str, message: str, **arguments: object) -> None:
        super().__init__(message.format(**arguments))
        self.member = member
        self.message = message
        self.arguments = arguments
