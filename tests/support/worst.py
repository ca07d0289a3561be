"""Search for the worst case: change random starts for as long as the cost grows."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from random import Random
from typing import Any, TypeVar

Case = TypeVar("Case")


def worst_case(
    random: Random,
    begin: Callable[[Random], Case],
    change: Callable[[Random, Case], Case],
    cost: Callable[[Case], int],
    *,
    beginnings: int,
    changes: int,
) -> Case:
    """Return the costliest case found by changing each start a number of times."""
    found = []
    for _ in range(beginnings):
        case = begin(random)
        spent = cost(case)
        for _ in range(changes):
            other = change(random, case)
            if (more := cost(other)) >= spent:
                case, spent = other, more
        found.append((spent, case))
    return max(found, key=lambda pair: pair[0])[1]


class Calls:
    """The number of calls of some functions."""

    number = 0


@contextmanager
def counting_all() -> Iterator[Calls]:
    """Count every call of a Python function, and every resumption of a generator."""
    calls, before = Calls(), sys.getprofile()

    def note(_: object, event: str, __: object) -> None:
        calls.number += event == "call"

    sys.setprofile(note)
    try:
        yield calls
    finally:
        sys.setprofile(before)


@contextmanager
def counting(*functions: tuple[Any, str]) -> Iterator[Calls]:
    """Count the calls of methods, each given by its class and name."""
    calls = Calls()
    originals = [(owner, name, getattr(owner, name)) for owner, name in functions]

    def counted(original: Callable[..., Any]) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            calls.number += 1
            return original(*arguments)

        return call

    for owner, name, original in originals:
        setattr(owner, name, counted(original))
    try:
        yield calls
    finally:
        for owner, name, original in originals:
            setattr(owner, name, original)
