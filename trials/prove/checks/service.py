"""Checks of the service: available, recovering, unharmed, and tested hard enough."""

import re
from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import inf
from statistics import quantiles

from trials.programs import Program
from trials.prove.checks import Finding
from trials.prove.history import OK, SERVER_ERROR, Death, Exchange, Fault, Submission
from trials.prove.player import ASKED_FOR

UNAVAILABLE = 503
SETTLES_WITHIN = 2.5  # seconds after a fault in which the server may still answer 503
RECOVERED = (200, 201, 409)  # the statuses of an API that works
RECOVERS_WITHIN = 30  # seconds until the first request succeeds
SLOW = 0.5  # seconds
SLOWER = 2  # times as slow as without a fault
STALE = "stale_version"
LATE, REPEATED = 0.15, 0.24  # shares of submissions; a little less than is meant
CRASHED = re.compile(r"\bSIG(SEGV|BUS|ILL|FPE|ABRT)\b")
CUT = 0.08  # share of acknowledgements; likewise


def available(exchanges: list[Exchange], faults: list[Fault]) -> Finding:
    """Check that requests fail only with 503 and Retry-After, and only while a fault excuses it."""
    excused = [fault for fault in faults if fault.excuses]
    wrong = []
    for exchange in exchanges:
        if exchange.status < SERVER_ERROR:
            continue
        what = f"{exchange.method} {exchange.path} was answered {exchange.status}"
        if exchange.status != UNAVAILABLE or not exchange.retry_after:
            wrong.append(f"{what}, Retry-After: {exchange.retry_after}.")
        elif (since := seconds_since(excused, exchange.ended)) > SETTLES_WITHIN:
            wrong.append(f"{what} {since:.1f} s after the last fault.")
    return Finding("no failure but 503 while the database is away", len(exchanges), wrong)


def seconds_since(faults: Sequence[Fault], moment: float) -> float:
    """Return the seconds since the last fault; 0 during one, infinity before the first."""
    ends = (fault.ended for fault in faults if fault.began <= moment)
    return min((0 if end is None else max(0, moment - end) for end in ends), default=inf)


def patient(exchanges: list[Exchange], given_up: list[str]) -> Finding:
    """Check that clients get an answer at last; `given_up` are the paths that got none."""
    wrong = [f"{path} was requested for {ASKED_FOR} s, and never answered." for path in given_up]
    return Finding("every request is answered", len(exchanges), wrong)


def steady(died: list[Death], faults: list[Fault], programs: Sequence[Program]) -> Finding:
    """Check that programs keep running, except those that a fault may end.

    A process of a program that crashed is replaced by another; only the log tells of it.
    """
    times = Counter(death.program for death in died if not in_its_right(death, faults))
    wrong = [f"{name} ended by itself {n} times." for name, n in times.items()]
    for program in programs:
        lines = program.log.read_text(errors="replace").splitlines()
        wrong += [f"{program.name}: {line}" for line in lines if CRASHED.search(line)]
    return Finding("no program died by itself", len(programs), wrong)


def in_its_right(death: Death, faults: list[Fault]) -> bool:
    """Return whether a program ended itself during a fault that may end it."""
    return any(
        fault.ends == death.program
        and fault.began <= death.at
        and (fault.ended is None or death.at <= fault.ended)
        for fault in faults
    )


def recovers(exchanges: list[Exchange], faults: list[Fault]) -> Finding:
    """Check that the API works again soon after each fault, without help."""
    good = sorted(e.ended for e in exchanges if e.status in RECOVERED)
    wrong = []
    for fault in faults:
        after = good[bisect(good, fault.ended) :][:1] if fault.ended else []
        if fault.ended is None or not after or after[0] > fault.ended + RECOVERS_WITHIN:
            wrong.append(f"After {fault.kind} nothing worked for {RECOVERS_WITHIN} s.")
    return Finding("the server recovers by itself", len(faults), wrong)


def undelayed(submissions: list[Submission], faults: list[Fault], cuts: int) -> Finding:
    """Check that no submission waits for Redis.

    During each kind of fault, p95 must stay below half a second, or near the p95 without a
    fault. Every submission must be answered, except those whose connections were cut.
    """
    times = response_times(submissions, faults)
    usual = p95(times.pop("none", []))
    wrong = [
        f"p95 is {p95(disturbed):.3f} s during {kind}, and {usual:.3f} s without."
        for kind, disturbed in times.items()
        if p95(disturbed) > max(SLOW, SLOWER * usual)
    ]
    unanswered = sum(a.status is None for s in submissions for a in s.attempts)
    if unanswered > cuts:
        wrong.append(f"{unanswered - cuts} submissions got no answer.")
    return Finding("no submission waits for Redis", sum(map(len, times.values())), wrong)


def response_times(submissions: list[Submission], faults: list[Fault]) -> dict[str, list[float]]:
    """Return the seconds that submissions took, by the kind of fault they were sent in, or none."""
    times: dict[str, list[float]] = defaultdict(list)
    for submission in submissions:
        for attempt in submission.attempts:
            kinds = (
                fault.kind
                for fault in faults
                if fault.began <= attempt.sent and (not fault.ended or attempt.sent < fault.ended)
            )
            times[next(kinds, "none")].append(attempt.ended - attempt.sent)
    return times


def p95(times: list[float]) -> float:
    """Return the 95th percentile of times; 0 for very few."""
    return quantiles(times, n=20)[-1] if len(times) > 1 else 0


def felt(exchanges: list[Exchange], faults: list[Fault]) -> Finding:
    """Check that a request was answered with 503 during every fault; otherwise it was no fault."""
    refused = [e.ended for e in exchanges if e.status == UNAVAILABLE]
    wrong = [
        f"{fault.kind} made no request fail."
        for fault in faults
        if not any(fault.began <= moment <= (fault.ended or moment) for moment in refused)
    ]
    return Finding("a full disk causes failures", len(faults), wrong)


def immutable(attempts: Mapping[str, bool]) -> Finding:
    """Check that no attempt to change events succeeded; `attempts` maps each to whether it did."""
    wrong = [f"{what} was not refused." for what, done in attempts.items() if done]
    return Finding("events cannot be changed", len(attempts), wrong)


def enough(
    submissions: list[Submission],
    faults: Iterable[Fault],
    *,
    acknowledgements: int,
    planned: Mapping[str, int],
) -> Finding:
    """Check that as much was acknowledged and as many faults happened as planned."""
    done = Counter(fault.kind for fault in faults if fault.ended is not None)
    done["acknowledgements"] = sum(submission.acknowledged for submission in submissions)
    wanted = {**planned, "acknowledgements": acknowledgements}
    wrong = [
        f"Only {done[what]} of {times} happened: {what}."
        for what, times in wanted.items()
        if done[what] < times
    ]
    unanswered = sum(submission.answer is None for submission in submissions)
    if unanswered:
        wrong.append(f"{unanswered} submissions were never answered.")
    return Finding("the run did as much as planned", len(wanted), wrong)


def acknowledgements(submissions: list[Submission]) -> int:
    """Return how many acknowledgements clients got, repetitions included."""
    return sum(attempt.status == OK for s in submissions for attempt in s.attempts)


def rough(submissions: list[Submission], cuts: int) -> Finding:
    """Check that enough submissions were late or repeated, and enough answers cut off (`cuts`)."""
    late = sum(s.answer is not None and s.reply.get("code") == STALE for s in submissions)
    again = sum(submission.again for submission in submissions)
    amounts = {
        "submissions came late": (late, LATE, len(submissions)),
        "submissions were repeated": (again, REPEATED, len(submissions)),
        "acknowledgements were cut off": (cuts, CUT, acknowledgements(submissions) + cuts),
    }
    wrong = [
        f"Only {found} of {whole} {what}."
        for what, (found, share, whole) in amounts.items()
        if found < share * whole
    ]
    return Finding("clients were rough enough", len(submissions), wrong)
