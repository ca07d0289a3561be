"""How much happened in a run, in words and figures."""

from collections import Counter

from prove.checks import service
from prove.facts import Facts
from prove.history import History


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
    unavailable = [e for e in history.exchanges if e.status == service.UNAVAILABLE]
    excused = [fault for fault in history.faults if fault.excuses]
    longest = max((service.seconds_since(excused, e.ended) for e in unavailable), default=0)
    acknowledged = service.acknowledgements(submissions) + sum(history.cuts)
    return {
        "submissions": f"{len(submissions)}, sent {attempts} times",
        "acknowledged": str(history.acknowledged()),
        "told that they are stale": _share(stale, len(submissions)),
        "sent again on purpose": _share(again, len(submissions)),
        "acknowledgements that were cut off": _share(sum(history.cuts), acknowledged),
        "faults": ", ".join(f"{times} of {kind}" for kind, times in sorted(faults.items())),
        "faults that hit a submission": f"{hits(history)} of {len(history.faults)}",
        "rate of harm by a fault, if there was none": ", ".join(
            f"< {min(3 / times, 1):.1%} of {kind}" for kind, times in sorted(faults.items())
        ),
        "games, events": f"{len(facts.rows)}, {sum(map(len, facts.rows.values()))}",
        "mails": f"{distinct}, {len(history.mails) - distinct} of them twice",
        "answers 503": f"{len(unavailable)}, until {longest:.1f} s after a fault",
        "p95 of a submission": f"{service.p95(times) * 1000:.0f} ms",
    }


def hits(history: History) -> int:
    """Return how many faults began while a submission was under way."""
    attempts = [attempt for submission in history.submissions for attempt in submission.attempts]
    return sum(
        any(attempt.sent < fault.began < attempt.ended for attempt in attempts)
        for fault in history.faults
    )


def _share(count: int, whole: int) -> str:
    return f"{count}, {count / max(whole, 1):.0%}"
