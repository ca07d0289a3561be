"""The errors for input that no league can have."""

from illimat_core.errors import OptionsError


class LeagueError(ValueError):
    """Input is refused: `member` is at fault, such as `seats/0/left`; `message` says why.

    If other members are at fault, too, the error may name them in `others`.
    The message is English with named placeholders for the arguments, so that it can be translated.
    """

    def __init__(self, member: str, message: str, **arguments: object) -> None:
        super().__init__(message.format(**arguments))
        self.member = member
        self.message = message
        self.arguments = arguments
        self.others: tuple[LeagueError, ...] = ()


class SeasonOptionsError(ValueError):
    """No game can be made with the options in the rules of a season; `refused` says why."""

    def __init__(self, refused: OptionsError) -> None:
        super().__init__(str(refused))
        self.refused = refused
