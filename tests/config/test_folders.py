"""Folders that only the server can read, and the message if one cannot be created."""

import stat
from pathlib import Path

import pytest
from django.core.exceptions import ImproperlyConfigured

from config import folders


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_a_folder_is_made_for_its_owner_alone(tmp_path: Path) -> None:
    folder = tmp_path / "above" / "var"
    folders.keep_private(folder)
    assert mode(folder) == 0o700


def test_files_that_others_could_read_become_private(tmp_path: Path) -> None:
    (tmp_path / "mail").mkdir(mode=0o755)
    files = [tmp_path / "illimat.sqlite3", tmp_path / "mail" / "letter.eml"]
    for file in files:
        file.touch(mode=0o644)
    folders.keep_private(tmp_path)
    assert [mode(path) for path in (tmp_path, tmp_path / "mail")] == [0o700, 0o700]
    assert [mode(file) for file in files] == [0o600, 0o600]


def test_a_link_is_not_followed_out_of_the_folder(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.touch(mode=0o644)
    folder = tmp_path / "var"
    folder.mkdir()
    (folder / "link").symlink_to(elsewhere)
    folders.keep_private(folder)
    assert mode(elsewhere) == 0o644


def test_a_file_in_the_place_of_a_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "var").write_text("not a folder")
    with pytest.raises(ImproperlyConfigured, match=r"var is a file, .* Move the file away\.$"):
        folders.keep_private(tmp_path / "var")


def test_a_folder_that_cannot_be_made_is_told() -> None:
    with pytest.raises(ImproperlyConfigured, match=r"/proc/var cannot be made \(.*\)\. Make it"):
        folders.keep_private(Path("/proc/var"))
