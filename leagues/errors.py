"""The error for input that no league can have."""


class LeagueError(ValueError):
    """Input is refused: `member` is at fault, `message` says why.

    The message is English with named placeholders for the arguments, so that it can be translated.
    """

    def __init__(self, member: str, message: str, **arguments: object) -> None:
        super().__init__(message.format(**arguments))
        self.member = member
        self.message = message
        self.arguments = arguments
