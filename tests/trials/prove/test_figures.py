"""The figures reported beside the checks."""

from pathlib import Path

from trials.prove.figures import hits
from trials.prove.history import Attempt, Fault, History, Submission


def test_a_fault_hits_what_is_under_way(tmp_path: Path) -> None:
    history = History(tmp_path / "history.jsonl")
    history.submissions = [Submission("k", "g", 0, 1, 1, [Attempt(5, 6, 200), Attempt(8, 9, 200)])]
    history.faults = [Fault("kill web", began) for began in (4, 5.5, 7, 8.5)]
    history.close()
    assert hits(history) == 2
