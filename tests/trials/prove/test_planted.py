"""The planted bugs, and the checks that must catch them."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from games.stream import store
from trials.prove import defects
from trials.prove.planted import BUGS

PROVE = Path(defects.__file__).parent
APPLY = """
import django
django.setup()
from trials.prove import defects
for name in {names}:
    getattr(defects, name)()
"""
WITHOUT_BUG = {
    "the run did as much as planned": "judges the run itself",
    "clients were rough enough": "judges the run itself",
    "a full disk causes failures": "judges the run itself",
    "no game that has begun is lost": "as a lost action is; beginning and acting append alike",
    "acknowledgements keep the order of time": "the lock, the version and the key stand in the way",
    "every request is answered": "a run with such a bug would take minutes for each client",
    "no request waits for a reload": "plants do not reach gunicorn's own configuration",
    "only its owner may read the backup": "plants do not reach commands",
    "each restored game is the beginning of what was stored": "likewise",
    "what waited in the backup is superseded": "likewise",
    "the operator's commands find no fault": "likewise",
    "a history that is gone is told": "the tests of the API see it red",
    "a lost command that is repeated is done once": "a command that happens twice is caught above",
    "no program died by itself": "what would end a program is for the programs' own tests",
    "nothing shown depends on hidden cards": "leaks are planted by the tests of that comparison",
}
"""Checks that are seen red in unit tests only, and why."""


def checks() -> set[str]:
    sources = [path.read_text() for path in PROVE.rglob("*.py")]
    return {name for source in sources for name in re.findall(r'Finding\(\s*"([^"]+)"', source)}


def test_every_bug_is_for_a_check_that_there_is() -> None:
    assert {bug.caught_by for bug in BUGS.values()} <= checks()


def test_every_check_has_a_bug_or_a_reason_to_have_none() -> None:
    caught = {bug.caught_by for bug in BUGS.values()}
    assert checks() - caught == WITHOUT_BUG.keys()


@pytest.mark.slow
def test_every_defect_finds_what_it_replaces(tmp_path: Path) -> None:
    environment = {
        "DJANGO_SETTINGS_MODULE": "config.settings.local",
        "DATABASE_URL": f"sqlite:///{tmp_path}/illimat.sqlite3",
        "PYTHONPATH": str(PROVE.parents[1]),
    }
    script = APPLY.format(names=sorted({bug.plant for bug in BUGS.values()}))
    subprocess.run([sys.executable, "-c", script], check=True, env=environment)


def test_a_defect_does_not_replace_what_is_not_there() -> None:
    with pytest.raises(AttributeError):
        defects._put(store, "no_such_name", None)
