"""The error for invalid times."""


class ClockError(ValueError):
    """A time control, calendar or pause is refused: `member` is at fault, `detail` says why."""

    def __init__(self, member: str, detail: str) -> None:
        super().__init__(detail)
        self.member = member
        self.detail = detail
