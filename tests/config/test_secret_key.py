"""The generated secret key of a server without the setting."""

import stat
from pathlib import Path

from config import secret_key


def test_the_key_is_made_once_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    first = secret_key.read_or_make(path)
    assert len(first) >= 50
    assert secret_key.read_or_make(path) == first


def test_only_its_owner_reads_the_key(tmp_path: Path) -> None:
    path = tmp_path / "secret_key"
    secret_key.read_or_make(path)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
