"""What holds for the tests of the core, also where they run alone, as in a planted copy."""

import sys
from collections.abc import Iterator

import pytest

from tests.support.profiles import load_profile

load_profile()


@pytest.fixture(autouse=True)
def _forget(request: pytest.FixtureRequest) -> Iterator[None]:
    """Forget what functions remember of a test that is not measured.

    A measured one would not run what its result is already known for, and which of them share a
    process is left to chance.
    """
    yield
    if request.node.get_closest_marker("no_cover"):
        for name, module in list(sys.modules.items()):
            if name.startswith("illimat_core"):
                for clear in (getattr(each, "cache_clear", None) for each in vars(module).values()):
                    if clear:
                        clear()
