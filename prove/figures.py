"""How much happened in a run, in words and figures."""

from collections import Counter

from prove.checks import service
from prove.facts import Facts
from prove.history import History, Submission


def figures(history: History, facts: Facts) -> dict[str, str]:
    """Return what there is to be told of any run."""
    submissions = history.submissions
    attempts = sum(len(submission.attempts) for submission in submissions)
    stale = sum(
        submission.answer is not None and submission.told.get("code") == service.STALE
        for submission in submissions
    )
    again = sum(submission.again for submission in submissions)
    faults = Counter(fault.kind for fault in history.faults)
    times = [a.ended - a.sent for s in submissions for a in s.attempts if a.definite]
    distinct = len({mail.message_id for mail in history.mails})
    unavailable = sum(e.status == service.UNAVAILABLE for e in history.exchanges)
    return {
        "submissions": f"{len(submissions)}, sent {attempts} times",
        "acknowledged": str(history.acknowledged()),
        "told that they are stale": _share(stale, submissions),
        "sent again on purpose": _share(again, submissions),
        "cut between commit and answer": _share(len(history.cuts), submissions),
        "faults": ", ".join(f"{times} of {kind}" for kind, times in sorted(faults.items())),
        "rate of harm by a fault, if there was none": ", ".join(
            f"< {min(3 / times, 1):.1%} of {kind}" for kind, times in sorted(faults.items())
        ),
        "games, events": f"{len(facts.rows)}, {sum(map(len, facts.rows.values()))}",
        "mails": f"{distinct}, {len(history.mails) - distinct} of them twice",
        "answers 503": str(unavailable),
        "p95 of a submission": f"{service.p95(times) * 1000:.0f} ms",
    }


def _share(count: int, submissions: list[Submission]) -> str:
    return f"{count}, {count / max(len(submissions), 1):.0%}"
