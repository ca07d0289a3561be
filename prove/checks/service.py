"""Checks of how the server behaved: available, recovering, unharmed, and tested hard enough."""

from bisect import bisect
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from math import inf
from statistics import quantiles

from prove.checks import Finding
from prove.history import OK, SERVER_ERROR, Death, Exchange, Fault, Submission
from prove.player import ASKED_FOR

UNAVAILABLE = 503
SETTLES_WITHIN = 2.5  # seconds after a fault in which the server may still answer 503
RECOVERED = (200, 201, 409)  # the statuses of an API that works
RECOVERS_WITHIN = 30  # seconds until the first request succeeds
SLOW = 0.5  # seconds
SLOWER = 2  # times as slow as without a fault
STALE = "stale_version"
LATE, REPEATED = 0.15, 0.24  # shares of submissions; a little less than is meant
CUT = 0.08  # share of acknowledgements; likewise


def available(exchanges: list[Exchange], faults: list[Fault]) -> Finding:
    """Nothing fails but with 503 and Retry-After, and that only while the database is away."""
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
    """Whoever asks again and again is answered at last; `given_up` are paths that were not."""
    wrong = [f"{path} was asked for {ASKED_FOR} s, and never answered." for path in given_up]
    return Finding("nobody waits in vain", len(exchanges), wrong)


def steady(died: list[Death], faults: list[Fault], programs: int) -> Finding:
    """Whatever is done, the `programs` go on, but for those that a fault is right to end."""
    times = Counter(death.program for death in died if not in_its_right(death, faults))
    wrong = [f"{name} ended by itself {n} times." for name, n in times.items()]
    return Finding("no program died by itself", programs, wrong)


def in_its_right(death: Death, faults: list[Fault]) -> bool:
    """Whether a program ended itself under a fault under which it should."""
    return any(
        fault.ends == death.program
        and fault.began <= death.at
        and (fault.ended is None or death.at <= fault.ended)
        for fault in faults
    )


def recovers(exchanges: list[Exchange], faults: list[Fault]) -> Finding:
    """After each fault the API works soon, without anybody's help."""
    good = sorted(e.ended for e in exchanges if e.status in RECOVERED)
    wrong = []
    for fault in faults:
        after = good[bisect(good, fault.ended) :][:1] if fault.ended else []
        if fault.ended is None or not after or after[0] > fault.ended + RECOVERS_WITHIN:
            wrong.append(f"After {fault.kind} nothing worked for {RECOVERS_WITHIN} s.")
    return Finding("it recovers by itself", len(faults), wrong)


def undelayed(submissions: list[Submission], faults: list[Fault], cuts: int) -> Finding:
    """No submission waits for Redis: p95 is below half a second, or near that without a fault.

    That holds for each kind of fault. None is left without an answer either, but for those whose
    connections were cut.
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
    """Return the time that 95 % stay below; 0 for hardly any."""
    return quantiles(times, n=20)[-1] if len(times) > 1 else 0


def felt(exchanges: list[Exchange], faults: list[Fault]) -> Finding:
    """Every fault was felt: some request was answered 503. Otherwise it was none."""
    refused = [e.ended for e in exchanges if e.status == UNAVAILABLE]
    wrong = [
        f"{fault.kind} hindered nobody."
        for fault in faults
        if not any(fault.began <= moment <= (fault.ended or moment) for moment in refused)
    ]
    return Finding("a full disk is felt", len(faults), wrong)


def immutable(attempts: Mapping[str, bool]) -> Finding:
    """Whoever tries to change what is stored is refused; `attempts` tell who was not."""
    wrong = [f"{what} was not refused." for what, done in attempts.items() if done]
    return Finding("events cannot be changed", len(attempts), wrong)


def enough(
    submissions: list[Submission],
    faults: Iterable[Fault],
    *,
    acknowledgements: int,
    planned: Mapping[str, int],
) -> Finding:
    """As much was acknowledged, and as much harm was done, as planned; and all was answered."""
    done = Counter(fault.kind for fault in faults if fault.ended is not None)
    done["acknowledgements"] = sum(submission.acknowledged for submission in submissions)
    wanted = {**planned, "acknowledgements": acknowledgements}
    wrong = [
        f"Of {what} there were {done[what]}, and should have been {times}."
        for what, times in wanted.items()
        if done[what] < times
    ]
    unanswered = sum(submission.answer is None for submission in submissions)
    if unanswered:
        wrong.append(f"{unanswered} submissions were never answered.")
    return Finding("it was tried hard enough", len(wanted), wrong)


def acknowledgements(submissions: list[Submission]) -> int:
    """Return how often somebody heard that a submission was done, repetitions included."""
    return sum(attempt.status == OK for s in submissions for attempt in s.attempts)


def rough(submissions: list[Submission], cuts: int) -> Finding:
    """Enough submissions came late or again; enough acknowledgements, `cuts`, were cut off."""
    late = sum(s.answer is not None and s.told.get("code") == STALE for s in submissions)
    again = sum(submission.again for submission in submissions)
    amounts = {
        "submissions came late": (late, LATE, len(submissions)),
        "submissions came again": (again, REPEATED, len(submissions)),
        "acknowledgements were cut off": (cuts, CUT, acknowledgements(submissions) + cuts),
    }
    wrong = [
        f"Only {found} of {whole} {what}."
        for what, (found, share, whole) in amounts.items()
        if found < share * whole
    ]
    return Finding("clients were as rough as they can be", len(submissions), wrong)
