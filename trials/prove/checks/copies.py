"""Checks of a restored backup, against what clients were told and what was stored before."""

import stat
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from trials.prove.checks import Finding, appends
from trials.prove.database import Contents, StoredEvent
from trials.prove.history import Mail, Submission

PRIVATE = 0o600


class Command(NamedTuple):
    """A command of the operator, and how it ended."""

    words: str
    code: int
    printed: str


def private(file: Path) -> Finding:
    """Check that only its owner may read a backup."""
    mode = stat.S_IMODE(file.stat().st_mode)
    wrong = [] if mode == PRIVATE else [f"Its mode is {mode:o}."]
    return Finding("only its owner may read the backup", 1, wrong)


def whole(acknowledged: list[Submission], restored: Contents) -> Finding:
    """Check that a backup has all that was acknowledged before it began."""
    found = appends.kept(acknowledged, restored)
    return found._replace(check="a backup has all that was acknowledged before it")


def earlier(
    restored: Mapping[str, list[StoredEvent]], stored: Mapping[str, list[StoredEvent]]
) -> Finding:
    """Check that each game in a backup equals the stored one up to some event."""
    wrong = [
        f"Game {game} has events in the backup that were never stored."
        for game, rows in restored.items()
        if rows != stored.get(game, [])[: len(rows)]
    ]
    return Finding("each restored game is the beginning of what was stored", len(restored), wrong)


def sound(commands: Sequence[Command]) -> Finding:
    """Check that no command of the operator failed."""
    wrong = [f"{each.words}: {each.printed[-300:]}" for each in commands if each.code]
    return Finding("the operator's commands find no fault", len(commands), wrong)


def quiet(mails: Sequence[Mail], due: int) -> Finding:
    """Check that no mail came while the outbox was on hold and `due` mails were due."""
    wrong = [f"A mail about version {mail.version} of {mail.game} left." for mail in mails]
    return Finding("nothing leaves while the outbox is on hold", due, wrong)


def done_again(repeated: list[Submission], contents: Contents) -> Finding:
    """Check that each command of a history that is gone was done once when it was repeated."""
    found = [check(repeated, contents) for check in (appends.kept, _stored_once)]
    found.append(appends.same_answers(repeated))
    wrong = [violation for finding in found for violation in finding.violations]
    wrong += [f"{each.key} was refused: {each.reply}" for each in repeated if not each.acknowledged]
    return Finding("a lost command that is repeated is done once", len(repeated), wrong)


def _stored_once(submissions: list[Submission], contents: Contents) -> Finding:
    games = {each.game for each in submissions}
    rows = {game: contents.rows.get(game, []) for game in games}
    ids = {appends.command_id(each) for each in submissions}
    mine = {game: [row for row in rows[game] if row.command_id in ids] for game in games}
    return appends.once(submissions, Contents(mine, {}, {}, []))
