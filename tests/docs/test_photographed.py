"""The photographs of the pages are small, and shown."""

from tests.support.documents import PROJECT

FOLDER = PROJECT / "docs" / "pictures" / "page"
SHOWN = (PROJECT / "docs" / "pictures" / "README.md").read_text(encoding="utf-8")
MOST = 2_200_000  # bytes of all photographs
SIZES = ("phone", "tablet", "desk")


def test_photographs_show_each_state_at_three_widths_and_in_both_themes() -> None:
    there = {path.stem for path in FOLDER.glob("*.webp")}
    states = {name.split("-")[0] for name in there}
    wanted = {
        f"{s}-{size}-{theme}" for s in states for size in SIZES for theme in ("light", "dark")
    }
    assert wanted <= there


def test_every_photograph_is_shown_and_together_they_stay_small() -> None:
    files = list(FOLDER.iterdir())
    assert [path.name for path in files if f'src="page/{path.name}"' not in SHOWN] == []
    assert SHOWN.count("page/") == len(files)
    assert sum(path.stat().st_size for path in files) <= MOST
