"""What the product crowds and repeats is counted, and no number rises."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from trials import ratchets
from trials.ratchets import FEW, WINDOW, Number

pytestmark = pytest.mark.quick

CLASSES = "class names that several classes have"
IMPORTS = "imports of web into *.api"
DUPLICATED = "duplicated lines"
LONGEST = "lines of the longest function"
LONG = "functions of more than 50 lines"
Measure = Callable[[dict[str, str]], dict[str, Number]]


@pytest.fixture
def measure(tmp_path: Path) -> Measure:
    """Return what measures the invented packages `games` and `web`, given their files."""

    def numbers(files: dict[str, str]) -> dict[str, Number]:
        for name, text in files.items():
            file = tmp_path / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        return ratchets.measure(tmp_path, ["games", "web"])

    return numbers


def some_lines(count: int, *, of: str = "a") -> str:
    return "".join(f"{of}{number} = {number}\n" for number in range(count))


@pytest.mark.slow
def test_no_ratchet_is_above_its_number() -> None:
    assert not ratchets.find_risen(ratchets.load(), ratchets.measure())


def test_modules_of_a_folder_count_from_twenty_on(measure: Measure) -> None:
    files = {f"games/module_{number}.py": "" for number in range(FEW)}
    assert "modules flat in games" not in measure({**files, "games/__init__.py": ""})
    assert measure({"games/one_more.py": ""})["modules flat in games"].now == FEW + 1


def test_a_folder_of_like_modules_may_have_any_number(measure: Measure) -> None:
    numbers = measure({f"games/kinds/kind_{number}.py": "" for number in range(FEW + 1)})
    assert not any(name.startswith("modules") for name in numbers)


def test_a_name_of_two_classes_counts_once(measure: Measure) -> None:
    files = {"games/a.py": "class Act: ...\nclass Part: ...\n", "web/a.py": "\nclass Act: ...\n"}
    assert measure(files)[CLASSES] == Number(1, ["Act (games/a.py:1, web/a.py:2)"])


def test_names_that_django_prescribes_do_not_count(measure: Measure) -> None:
    options = "class {}:\n    class Meta: ...\n"
    commands = {f"games/management/commands/{n}.py": "class Command: ...\n" for n in "ab"}
    files = {"games/a.py": options.format("A"), "web/a.py": options.format("B"), **commands}
    assert measure(files)[CLASSES].now == 0


@pytest.mark.parametrize(
    "line",
    [
        "from games.api.inputs import Sow",
        "from games.api import inputs",
        "from games import store, api",
        "import games.api.inputs",
        "def later():\n    from games.api import inputs",
    ],
)
def test_each_import_of_an_api_into_the_pages_counts(measure: Measure, line: str) -> None:
    files = {"web/a.py": line, "web/b.py": "from api.inputs import Sow\nfrom games import apis\n"}
    at = line.count("\n") + 1
    assert measure({**files, "games/a.py": line})[IMPORTS] == Number(1, [f"web/a.py:{at}"])


def test_lines_that_stand_twice_in_a_row_count_in_both_places(measure: Measure) -> None:
    same = some_lines(WINDOW)
    numbers = measure({"games/a.py": f"one = 1\n{same}", "web/a.py": f"{same}two = 2\n"})
    assert numbers[DUPLICATED] == Number(2 * WINDOW, ["games/a.py:2 = web/a.py:1"])


def test_fewer_lines_imports_and_documents_may_be_the_same(measure: Measure) -> None:
    imports = "".join(f"import module_{number}\n" for number in range(WINDOW))
    same = f'"""One\nand\nthe\nsame\ndocument."""\n{imports}{some_lines(WINDOW - 1)})\n'
    files = {"games/a.py": same.replace(")\n", "f(\n)\n"), "web/a.py": same.replace(")\n", "g()\n")}
    assert measure(files)[DUPLICATED].now == 0


def test_an_indent_or_a_comment_hides_no_duplicate(measure: Measure) -> None:
    lines = some_lines(WINDOW)
    inner = "if True:\n" + "".join(f"    {line}\n\n    # why\n" for line in lines.splitlines())
    assert measure({"games/a.py": lines, "web/a.py": inner})[DUPLICATED].now == 2 * WINDOW


def test_functions_are_as_long_as_their_code(measure: Measure) -> None:
    body = some_lines(ratchets.LONG, of="    a")
    numbers = measure({"games/a.py": f'def long():\n    """Document."""\n\n    # why\n{body}'})
    assert numbers[LONGEST] == Number(51, ["long (games/a.py:1, 51 lines)"])
    assert numbers[LONG].now == 1
    files = {"games/a.py": f"def brief():\n{some_lines(ratchets.LONG - 1, of='    a')}"}
    assert measure(files)[LONG].now == 0


def test_lines_of_code_leave_out_migrations_documents_comments_and_blank_lines(
    measure: Measure,
) -> None:
    function = 'def f():\n    """Say."""\n    ...\n'
    text = f'"""Document.\n\nMore."""\n\n# why\na = 1  # and why\n\n\n{function}'
    numbers = measure({"games/a.py": text, "games/migrations/0001.py": text, "web/a.py": "b = 1"})
    assert numbers["lines of code in games"].now == 3
    assert numbers["lines of code in web"].now == 1


def test_a_rise_is_told_with_its_place() -> None:
    numbers = {CLASSES: Number(2, ["Act (a.py:1, b.py:2)", "Part (a.py:3, b.py:4)"])}
    (sentence,) = ratchets.find_risen({CLASSES: 1}, numbers)
    assert sentence.startswith(f"{CLASSES}: 2 instead of 1. Act (a.py:1, b.py:2); Part")
    assert not ratchets.find_risen({CLASSES: 2}, numbers)


def test_places_in_changed_files_are_told_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ratchets, "_changed", lambda: ["web/b.py"])
    (sentence,) = ratchets.find_risen({}, {IMPORTS: Number(2, ["web/a.py:1", "web/b.py:1"])})
    assert sentence == f"{IMPORTS}: 2 instead of 0. web/b.py:1"


def test_lower_numbers_are_recorded_and_more_lines_of_code_only_if_accepted() -> None:
    numbers = {IMPORTS: Number(1), "lines of code in web": Number(30, may_rise=True)}
    recorded = {IMPORTS: 2, "lines of code in web": 20, "modules flat in web": 21}
    assert not ratchets.find_risen(recorded, numbers)
    assert ratchets.kept(recorded, numbers) == {IMPORTS: 1, "lines of code in web": 20}
    accepted = ratchets.kept(recorded, numbers, accept=True)
    assert accepted == {IMPORTS: 1, "lines of code in web": 30}


def test_a_landing_with_more_lines_of_code_is_asked_why() -> None:
    numbers = {"lines of code in web": Number(1030, may_rise=True)}
    assert "+10  lines of code in all: the landing says why" in ratchets.format_numbers(
        {"lines of code in web": 1020}, numbers
    )
    assert ratchets.format_numbers({"lines of code in web": 1031}, numbers).endswith("in web (-1)")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int, int], int]:
    """Return what runs the command with a recorded and a measured number; it returns what is kept.

    It raises SystemExit if the command fails.
    """
    monkeypatch.setattr(ratchets, "FILE", tmp_path / "ratchets.json")
    monkeypatch.setattr("sys.argv", ["ratchets"])

    def kept(recorded: int, measured: int) -> int:
        ratchets.FILE.write_text(json.dumps({DUPLICATED: recorded}))
        monkeypatch.setattr(ratchets, "measure", lambda: {DUPLICATED: Number(measured)})
        ratchets.main()
        return ratchets.load()[DUPLICATED]

    return kept


def test_the_command_writes_a_lower_number_and_says_so(
    run: Callable[[int, int], int], capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(9, 9) == 9
    assert "commit" not in capsys.readouterr().out
    assert run(9, 8) == 8
    assert f"commit it, too: {DUPLICATED}." in capsys.readouterr().out


def test_the_command_fails_for_a_higher_number_and_writes_none(
    run: Callable[[int, int], int],
) -> None:
    with pytest.raises(SystemExit, match=f"{DUPLICATED}: 10 instead of 9"):
        run(9, 10)
    assert ratchets.load() == {DUPLICATED: 9}
