"""The checks of restored backups: silent on a good one, and failing on each faulty one."""

from copy import deepcopy
from pathlib import Path

from msgspec.structs import replace

from tests.trials.prove.played import GAME, Played, answer
from trials.prove.checks.copies import Command, done_again, earlier, private, quiet, sound, whole


def test_a_backup_is_an_earlier_moment_of_what_was_stored(played: Played) -> None:
    stored, restored = played.contents.rows, {GAME: played.rows[:-2]}
    assert earlier(restored, stored).violations == []
    restored[GAME][-1] = replace(restored[GAME][-1], public="{}")
    assert len(earlier(restored, stored).violations) == 1


def test_a_backup_without_what_was_acknowledged_is_found(played: Played) -> None:
    acknowledged = played.submissions[:-1]
    assert whole(acknowledged, played.contents).violations == []
    played.rows.pop()
    assert len(whole(acknowledged, played.contents).violations) == 1


def test_a_backup_that_others_may_read_is_found(tmp_path: Path) -> None:
    backup = tmp_path / "backup"
    backup.touch(0o600)
    assert private(backup).violations == []
    backup.chmod(0o640)
    assert private(backup).violations == ["Its mode is 640."]


def test_a_command_that_failed_is_found() -> None:
    good, bad = Command("verify", 0, "Whole."), Command("check", 1, "A trigger is missing.")
    assert sound([good, bad]).violations == ["check: A trigger is missing."]


def test_a_mail_that_left_on_hold_is_found(played: Played) -> None:
    assert quiet([], due=3).violations == []
    assert len(quiet(played.mails, due=3).violations) == len(played.mails)


def test_a_repeated_command_is_done_once(played: Played) -> None:
    repeated = deepcopy(played.submissions[-2])
    answer(repeated, 9, 200, repeated.reply)
    assert done_again([repeated], played.contents).violations == []
    answer(repeated, 10, 200, {"events": []})
    assert len(done_again([repeated], played.contents).violations) == 1


def test_a_repeated_command_that_is_refused_is_found(played: Played) -> None:
    assert len(done_again([played.late], played.contents).violations) == 1
