"""The game at the terminal, played in this process by typed input."""

import sys
from contextlib import redirect_stderr, redirect_stdout
from functools import cache
from io import BytesIO, StringIO, TextIOWrapper
from unittest.mock import patch

from illimat_core.__main__ import main

PLAY = [sys.executable, "-m", "illimat_core", "play", "--seed", "ab"]


def call(typed: str | bytes, *flags: str) -> tuple[int | str | None, str, str]:
    """Return the exit status, the output and the errors of a game for typed input."""
    text = typed.encode() if isinstance(typed, str) else typed
    lines = TextIOWrapper(BytesIO(text), encoding="utf-8")
    with (
        patch.object(sys, "stdin", lines),
        redirect_stdout(StringIO()) as said,
        redirect_stderr(StringIO()) as complaint,
    ):
        try:
            code: int | str | None = main([*PLAY[3:], *flags])
        except SystemExit as end:  # from argparse
            code = end.code
    return code, said.getvalue(), complaint.getvalue()


@cache
def play(typed: str | bytes, *flags: str) -> str:
    """Return the output of a game for typed input; it must exit with 0."""
    code, said, complaint = call(typed, *flags)
    assert (code, complaint) == (0, "")
    return said
