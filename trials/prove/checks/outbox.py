"""Checks of the outbox: of what it sent, how often, and whether that was still true."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence

from trials.prove.checks import Finding
from trials.prove.database import Contents, Delivery
from trials.prove.history import Fault, Mail
from trials.prove.timeline import Timeline
from trials.prove.turns import Turn

MESSAGE_ID = re.compile(r"<(\d+)\.")
OF_TURN = ("your_turn", "reminder")
SENT = "sent"
ON_THE_WAY = 10  # seconds from composing a mail until it has arrived
RESUMES_WITHIN = 30  # seconds
SECOND = 1_000_000  # microseconds

Deliveries = Mapping[int, Delivery]


def arrived(mails: Sequence[Mail], deliveries: Deliveries) -> Finding:
    """Check that whatever is marked as sent has arrived."""
    found = copies(mails)
    sent = [each for each in deliveries.values() if each.state == SENT]
    wrong = [f"Mail {each.id} is marked as sent, and never came." for each in sent]
    missing = [text for text, each in zip(wrong, sent, strict=True) if each.id not in found]
    return Finding("what is marked as sent has arrived", len(sent), missing)


def counted(mails: Sequence[Mail], deliveries: Deliveries) -> Finding:
    """Check that no mail came more often than the outbox has counted attempts."""
    found = copies(mails)
    wrong = []
    for number, each in found.items():
        attempts = deliveries[number].attempts if number in deliveries else 0
        if len(each) > attempts:
            wrong.append(f"Mail {number} came {len(each)} times in {attempts} attempts.")
    return Finding("every copy is a counted attempt", len(found), wrong)


def same_ids(mails: Sequence[Mail]) -> Finding:
    """Check that all copies of a mail have the same Message-ID."""
    found = copies(mails)
    wrong = [
        f"Mail {number} came under several Message-IDs."
        for number, each in found.items()
        if len({mail.message_id for mail in each}) > 1
    ]
    repeated = sum(len(each) > 1 for each in found.values())
    return Finding("copies have the same Message-ID", repeated, wrong)


def copies(mails: Sequence[Mail]) -> dict[int, list[Mail]]:
    """Return the copies of each mail, by its number in the outbox; 0 if a mail names none."""
    found: dict[int, list[Mail]] = defaultdict(list)
    for mail in mails:
        named = MESSAGE_ID.match(mail.message_id)
        found[int(named[1]) if named else 0].append(mail)
    return found


def awaited(
    mails: Sequence[Mail],
    deliveries: Deliveries,
    contents: Contents,
    states: Mapping[str, Timeline],
    began: int,
) -> Finding:
    """Check that a mail about a turn came to somebody whose turn it was when it was composed.

    Nobody may have acted since its version, except while it was on the way. `began` is the zero of
    the harness's clock, in microseconds since 1970.
    """
    looked_at, wrong = 0, []
    for number, each in copies(mails).items():
        if number not in deliveries or deliveries[number].kind not in OF_TURN:
            continue
        for mail in each:
            looked_at += 1
            seats = {email: seat for seat, email in contents.people[mail.game].items()}
            seat, known = seats.get(mail.to), states[mail.game]
            if not 0 < mail.version <= len(known) or seat not in known[mail.version - 1].awaited:
                wrong.append(f"Mail {number} told {mail.to} of a turn that was not theirs.")
                continue
            composed = began + round((mail.at - ON_THE_WAY) * SECOND)
            rows = contents.rows[mail.game][mail.version :]
            if any(row.seat == seat and row.recorded_at < composed for row in rows):
                wrong.append(f"Mail {number} told {mail.to} of a turn already played.")
    return Finding("no mail is about a turn already played", looked_at, wrong)


def not_rolled_back(mails: Sequence[Mail], turns: Sequence[Turn]) -> Finding:
    """Check that no mail tells of a play that was rolled back."""
    undone = {(turn.game, turn.version, turn.head) for turn in turns if turn.rolled_back}
    wrong = [
        f"A mail to {mail.to} tells of version {mail.version} of {mail.game}, rolled back."
        for mail in mails
        if (mail.game, mail.version, mail.head) in undone
    ]
    return Finding("no mail tells of a play that was rolled back", len(undone), wrong)


def resumed(mails: Sequence[Mail], faults: Sequence[Fault]) -> Finding:
    """Check that mail leaves again soon after each of these faults."""
    waits = [first_after(mails, fault) for fault in faults]
    wrong = [
        f"No mail left within {RESUMES_WITHIN} s after {fault.kind}."
        for fault, wait in zip(faults, waits, strict=True)
        if wait is None or wait > RESUMES_WITHIN
    ]
    return Finding("mail leaves again once Redis is back", len(faults), wrong)


def first_after(mails: Sequence[Mail], fault: Fault) -> float | None:
    """Return the seconds from the end of a fault until the next mail; None if there was none."""
    end = fault.ended
    if end is None:
        return None
    return min((mail.at - end for mail in mails if mail.at > end), default=None)
