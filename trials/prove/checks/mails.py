"""Checks of mails: each tells of a stored event, none is missing, and few are repeated."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from illimat_core import State
from trials.product import WORKER_THREADS
from trials.prove.checks import Finding
from trials.prove.database import Contents, StoredEvent, commands
from trials.prove.history import Fault, Mail
from trials.prove.timeline import Timeline

LEASE = 60  # seconds that a worker may hold a mail
IN_HAND = WORKER_THREADS  # mails in the hands of a worker, which one crash may hit


def durable(mails: list[Mail], contents: Contents) -> Finding:
    """Check that every mail tells of an event that is stored."""
    heads = {(game, row.sequence): row.hash for game, rows in contents.rows.items() for row in rows}
    wrong = [
        f"A mail to {mail.to} names version {mail.version} of {mail.game}, which is not stored."
        for mail in mails
        if heads.get((mail.game, mail.version)) != mail.head
    ]
    return Finding("every mail tells of a stored event", len(mails), wrong)


def none_lost(mails: list[Mail], contents: Contents, states: dict[str, Timeline]) -> Finding:
    """Check that everybody has got a mail about what they had to be told."""
    told: dict[tuple[str, str], int] = defaultdict(int)
    for mail in mails:
        told[mail.game, mail.to] = max(told[mail.game, mail.to], mail.version)
    looked_at, wrong = 0, []
    for game, known in states.items():
        for seat, version in owed(contents.rows[game], known):
            looked_at += 1
            reader = contents.people[game].get(seat, "nobody")
            if told[game, reader] < version:
                wrong.append(f"{reader} got no mail about version {version} of game {game}.")
    wrong += [f"Mail {name} was neither sent nor superseded." for name in contents.unsent]
    return Finding("no message is lost", looked_at, wrong)


def owed(rows: list[StoredEvent], states: Sequence[State]) -> Iterator[tuple[int, int]]:
    """Yield each seat that must have got a mail, with the version that it or a later one told of.

    Every seat must be told of the game's end. Before the end, every seat must be told of the
    beginning, and a seat must be told of a decision that it has to make and did not open. A
    seat that has acted since, or need not decide any more, need not be told.
    """
    end = states[-1]
    if end.over:
        yield from ((seat, end.version) for seat in end.seats)
        return
    news: dict[int, int] = {}
    decides: set[int] = set()
    before = None
    for command in commands(rows):
        state, actor = states[command[-1].sequence - 1], command[0].seat
        if before is None:
            news = dict.fromkeys(state.seats, state.version)
        same = before is not None and _question(before) == _question(state)
        waiting = before.awaited if before and same else ()
        for seat in state.awaited:
            if seat is not None and seat != actor and seat not in waiting:
                news[seat] = state.version
                decides.add(seat)
        if actor is not None:
            news.pop(actor, None)
            decides.discard(actor)
        before = state
    yield from (
        (seat, version)
        for seat, version in news.items()
        if seat not in decides or seat in end.awaited
    )


def repeated(mails: list[Mail], faults: list[Fault]) -> Finding:
    """Check that a mail is repeated only with cause, under the same Message-ID.

    It may be repeated if its sender was not told that it was accepted, or if there was a crash
    during its lease; and a crash repeats no more mails than were in hand.
    """
    crashes = [fault for fault in faults if fault.crash]
    taken: dict[str, list[Mail]] = defaultdict(list)
    for mail in mails:
        taken[mail.message_id].append(mail)
    wrong = [
        f"{message_id} was repeated after {again.at - before.at:.1f} s without a crash."
        for message_id, copies in taken.items()
        for before, again in pairwise(sorted(copies, key=lambda mail: mail.at))
        if not before.unheard
        and not any(
            fault.began <= min(again.at, before.at + LEASE)
            and before.at <= (fault.ended or again.at)
            for fault in crashes
        )
    ]
    repeats = len(mails) - len(taken) - sum(mail.unheard for mail in mails)
    if repeats > IN_HAND * len(crashes):
        wrong.append(f"{repeats} mails were repeated after {len(crashes)} crashes.")
    tellings: dict[tuple[str, str, int], set[str]] = defaultdict(set)
    for mail in mails:
        tellings[mail.game, mail.to, mail.version].add(mail.message_id)
    wrong += [
        f"{to} got several Message-IDs about version {version} of game {game}."
        for (game, to, version), ids in tellings.items()
        if len(ids) > 1
    ]
    return Finding("only crashes and unheard answers repeat mails", len(taken), wrong)


def _question(state: object) -> object:
    pending = getattr(state, "pending", None)
    return pending.since if pending else None
