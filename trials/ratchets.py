"""Measure what the product crowds and repeats, and fail if a number rose: ratchets only fall.

The numbers are in trials/ratchets.json. A lower one is written there, to be committed with the
change. Lines of code may rise; `--accept` records them at the end of a landing, which says why.
"""

import argparse
import ast
import json
import re
import subprocess
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from trials.programs import PROJECT
from trials.suite import MEASURED

FILE = PROJECT / "trials" / "ratchets.json"
PACKAGES = sorted(name for names, _ in MEASURED.values() for name in names)
FEW = 20  # modules that any folder may have
ALIKE = {"luminaries", "kinds", "formats"}  # folders of like modules, which may have any number
WINDOW = 5  # lines of code; as many in a row that stand twice are duplicated
LONG = 50  # lines of code in a function
SPOTS = 8  # that a sentence names at most
Import = ast.Import | ast.ImportFrom
Function = ast.FunctionDef | ast.AsyncFunctionDef


class Number(NamedTuple):
    """A measured number, where it comes from, and what it may be if no number is recorded."""

    now: int
    spots: Sequence[str] = ()
    allowed: int = 0
    may_rise: bool = False


class Module(NamedTuple):
    """A module: its statements, and its lines without blank lines, comments and docstrings."""

    path: str
    statements: Sequence[ast.stmt]
    code: Mapping[int, str]  # by the number of the line


def measure(root: Path = PROJECT, packages: Sequence[str] = PACKAGES) -> dict[str, Number]:
    """Return the numbers of packages in `root` by what they count; migrations are left out."""
    files = [file for name in packages for file in sorted((root / name).rglob("*.py"))]
    modules = [_read(root, file) for file in files if file.parent.name != "migrations"]
    functions = sorted(_functions(modules), reverse=True) or [(0, "")]
    long = [spot for lines, spot in functions if lines > LONG]
    sizes = Counter[str]()
    for module in modules:
        sizes[module.path.split("/")[0]] += len(module.code)
    return _crowds(modules) | {
        "class names that several classes have": _shared_names(modules),
        "imports of web into *.api": _imports_of_web(modules),
        "duplicated lines": _duplicates(modules),
        "lines of the longest function": Number(functions[0][0], [functions[0][1]]),
        f"functions of more than {LONG} lines": Number(len(long), long),
        **{f"lines of code in {name}": Number(sizes[name], may_rise=True) for name in packages},
    }


def _read(root: Path, file: Path) -> Module:
    text = file.read_text(encoding="utf-8")
    statements = list(_statements(ast.parse(text, str(file))))
    lines = enumerate((line.strip() for line in text.splitlines()), 1)
    code = {at: line for at, line in lines if line and line[0] != "#"}
    for node in statements:
        value = node.value if isinstance(node, ast.Expr) else None
        if isinstance(value, ast.Constant) and isinstance(value.value, str):  # a docstring
            for at in _span(node):
                code.pop(at, None)
    kept = [each for each in statements if isinstance(each, Import | Function | ast.ClassDef)]
    return Module(file.relative_to(root).as_posix(), kept, code)


def _statements(node: ast.AST) -> Iterator[ast.stmt]:
    """Yield all statements within a node, faster than ast.walk, which enters expressions."""
    for part in ("body", "handlers", "orelse", "finalbody", "cases"):
        for each in getattr(node, part, ()):
            if isinstance(each, ast.stmt):
                yield each
            yield from _statements(each)


def _span(node: ast.stmt) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)


def _crowds(modules: Sequence[Module]) -> dict[str, Number]:
    """Return the number of modules of each folder that has more than a few."""
    paths = [Path(module.path) for module in modules]
    folders = Counter(path.parent for path in paths if path.name != "__init__.py")
    return {
        f"modules flat in {folder}": Number(number, allowed=FEW)
        for folder, number in sorted(folders.items())
        if number > FEW and folder.name not in ALIKE
    }


def _shared_names(modules: Sequence[Module]) -> Number:
    """Count the names of several classes, except Django's: of commands, and within classes."""
    found = defaultdict[str, list[str]](list)
    for module in modules:
        for node in module.statements if "/management/commands/" not in module.path else ():
            if isinstance(node, ast.ClassDef) and not node.col_offset:
                found[node.name].append(f"{module.path}:{node.lineno}")
    shared = [f"{name} ({', '.join(at)})" for name, at in sorted(found.items()) if len(at) > 1]
    return Number(len(shared), shared)


def _imports_of_web(modules: Sequence[Module]) -> Number:
    spots = []
    for module in modules:
        for node in module.statements if module.path.startswith("web/") else ():
            if isinstance(node, Import):
                source = f"{node.module}." if isinstance(node, ast.ImportFrom) else ""
                if any(re.match(r"\w+\.api\b", source + each.name) for each in node.names):
                    spots.append(f"{module.path}:{node.lineno}")
    return Number(len(spots), spots)


def _functions(modules: Sequence[Module]) -> Iterator[tuple[int, str]]:
    """Yield the lines of code of each function, and where it is."""
    for module in modules:
        for node in module.statements:
            if isinstance(node, Function):
                lines = sum(at in module.code for at in _span(node))
                yield lines, f"{node.name} ({module.path}:{node.lineno}, {lines} lines)"


def _duplicates(modules: Sequence[Module]) -> Number:
    """Count the lines that stand twice within some in a row, without imports and lone brackets."""
    windows = defaultdict[str, list[list[str]]](list)
    for module in modules:
        imports = {at for n in module.statements if isinstance(n, Import) for at in _span(n)}
        code = module.code.items()
        lines = [(at, text) for at, text in code if at not in imports and re.search(r"\w", text)]
        for first in range(len(lines) - WINDOW + 1):
            window = lines[first : first + WINDOW]
            places = [f"{module.path}:{at}" for at, _ in window]
            windows["\n".join(text for _, text in window)].append(places)
    repeated = [each for each in windows.values() if len(each) > 1]
    lines_of_all = {line for each in repeated for places in each for line in places}
    return Number(len(lines_of_all), [" = ".join(p[0] for p in each) for each in repeated])


def load() -> dict[str, int]:
    return dict(json.loads(FILE.read_text(encoding="utf-8")))


def find_risen(recorded: Mapping[str, int], numbers: Mapping[str, Number]) -> list[str]:
    """Return a sentence about each ratchet above its number: what rose, and where."""
    sentences, changed = [], _changed()
    for name, number in numbers.items():
        before = recorded.get(name, number.allowed)
        if number.now > before and not number.may_rise:
            news = [spot for spot in number.spots if any(file in spot for file in changed)]
            spots = "; ".join((news or number.spots)[:SPOTS])
            sentences.append(f"{name}: {number.now} instead of {before}. {spots}".rstrip())
    return sentences


def _changed() -> list[str]:
    """Return the files that differ from the last commit, where a rise is most likely."""
    command = ["git", "status", "--porcelain", "--untracked-files=all", "--no-renames"]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    return [line[3:] for line in done.stdout.splitlines()]


def kept(
    recorded: Mapping[str, int], numbers: Mapping[str, Number], *, accept: bool = False
) -> dict[str, int]:
    """Return what to record if nothing rose: the ratchets, and if `accept` the lines of code."""
    return {
        name: number.now if accept or not number.may_rise else recorded.get(name, 0)
        for name, number in numbers.items()
    }


def main() -> None:
    """Print the numbers and record lower ones; exit with a sentence for each that rose."""
    parser = argparse.ArgumentParser(prog="python -m trials.ratchets", description=__doc__)
    parser.add_argument("--accept", action="store_true", help="record the lines of code, too")
    accept = parser.parse_args().accept
    recorded, numbers = load(), measure()
    print(format_numbers(recorded, numbers))
    if rises := find_risen(recorded, numbers):
        sys.exit("\n".join(["\nThese numbers may only fall, and rose:", *rises]))
    new = kept(recorded, numbers, accept=accept)
    if changed := [name for name in recorded | new if recorded.get(name) != new.get(name)]:
        FILE.write_text(json.dumps(new, indent=2) + "\n", encoding="utf-8")
        print(f"\nRecorded in trials/ratchets.json; commit it, too: {', '.join(changed)}.")


def format_numbers(recorded: Mapping[str, int], numbers: Mapping[str, Number]) -> str:
    """Return the numbers for people, with what changed since they were recorded."""
    rows, added = [], 0
    for name, number in numbers.items():
        change = number.now - recorded.get(name, number.allowed)
        added += change if number.may_rise else 0
        rows.append(f"{number.now:7,}  {name}{f' ({change:+,})' if change else ''}")
    if added > 0:
        rows.append(f"{added:+7,}  lines of code in all: the landing says why, then records them")
        rows.append("         with .venv/bin/python -m trials.ratchets --accept")
    return "\n".join(rows)


if __name__ == "__main__":
    main()
