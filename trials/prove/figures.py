"""The figures of a run: how much was played, sent and harmed."""

from collections import Counter
from collections.abc import Mapping

from trials.prove.checks import service
from trials.prove.database import Contents
from trials.prove.history import History


def figures(history: History, contents: Contents) -> dict[str, str]:
    """Return the figures that every run has, by their names."""
    submissions = history.submissions
    attempts = sum(len(submission.attempts) for submission in submissions)
    stale = sum(
        submission.answer is not None and submission.reply.get("code") == service.STALE
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
        "answered as stale": _share(stale, len(submissions)),
        "repeated on purpose": _share(again, len(submissions)),
        "acknowledgements cut off": _share(sum(history.cuts), acknowledged),
        "faults": listed(faults),
        "faults that hit a submission": f"{hits(history)} of {len(history.faults)}",
        "rate of harm if no check failed": ", ".join(
            f"< {min(3 / times, 1):.1%} of {kind}" for kind, times in sorted(faults.items())
        ),
        "games, events": f"{len(contents.rows)}, {sum(map(len, contents.rows.values()))}",
        "mails": f"{distinct}, {len(history.mails) - distinct} of them repeated",
        "answers 503": f"{len(unavailable)}, at most {longest:.1f} s after a fault",
        "p95 of a submission": f"{service.p95(times) * 1000:.0f} ms",
    }


def listed(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{times} of {kind}" for kind, times in sorted(counts.items()))


def hits(history: History) -> int:
    """Return how many faults began while a submission was under way."""
    attempts = [attempt for submission in history.submissions for attempt in submission.attempts]
    return sum(
        any(attempt.sent < fault.began < attempt.ended for attempt in attempts)
        for fault in history.faults
    )


def _share(count: int, whole: int) -> str:
    return f"{count}, {count / max(whole, 1):.0%}"
