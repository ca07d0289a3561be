"""Checks of what people were told by mail: all that is owed, nothing else, hardly ever twice."""

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from prove.checks import Finding
from prove.facts import Facts, Row, commands
from prove.history import Fault, Mail
from prove.timeline import Timeline

LEASE = 150  # seconds that a worker may hold a mail
IN_HAND = 2  # mails that a worker sends at the same time, so that a crash may hit as many


def durable(mails: list[Mail], facts: Facts) -> Finding:
    """Every mail tells of an event that is stored."""
    heads = {(game, row.sequence): row.hash for game, rows in facts.rows.items() for row in rows}
    wrong = [
        f"A mail to {mail.to} tells of version {mail.version} of game {mail.game}, which is not so."
        for mail in mails
        if heads.get((mail.game, mail.version)) != mail.head
    ]
    return Finding("nothing is told that was not durable", len(mails), wrong)


def none_lost(mails: list[Mail], facts: Facts, states: dict[str, Timeline]) -> Finding:
    """Whoever has to be told something that is still true was told it."""
    told: dict[tuple[str, str], int] = defaultdict(int)
    for mail in mails:
        told[mail.game, mail.to] = max(told[mail.game, mail.to], mail.version)
    looked_at, wrong = 0, []
    for game, known in states.items():
        for seat, version in owed(facts.rows[game], known):
            looked_at += 1
            reader = facts.people[game].get(seat, "nobody")
            if told[game, reader] < version:
                wrong.append(f"{reader} was never told of version {version} of game {game}.")
    wrong += [f"Mail {name} was neither sent nor superseded." for name in facts.unsent]
    return Finding("no message is lost", looked_at, wrong)


def owed(rows: list[Row], states: Timeline) -> Iterator[tuple[int, int]]:
    """Yield who (a seat) must have been told of which version or a later one.

    Everybody of the end. Before it everybody of the beginning, and of a decision who has to make it
    and did not open it; whoever has acted since, or need not decide any more, need not know.
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
    """A mail comes again only after a crash that hit it, under the same Message-ID.

    It may be hit until its lease is over. A crash hits no more than those that were in hand.
    """
    crashes = [fault for fault in faults if fault.crash]
    taken: dict[str, list[float]] = defaultdict(list)
    for mail in mails:
        taken[mail.message_id].append(mail.at)
    wrong = [
        f"{message_id} came again after {again - before:.1f} s, and no crash had hit it."
        for message_id, times in taken.items()
        for before, again in pairwise(sorted(times))
        if not any(
            fault.began <= min(again, before + LEASE) and before <= (fault.ended or again)
            for fault in crashes
        )
    ]
    repeats = len(mails) - len(taken)
    if repeats > IN_HAND * len(crashes):
        wrong.append(f"{repeats} mails came again, after {len(crashes)} crashes.")
    tellings: dict[tuple[str, str, int], set[str]] = defaultdict(set)
    for mail in mails:
        tellings[mail.game, mail.to, mail.version].add(mail.message_id)
    wrong += [
        f"{to} was told of version {version} of game {game} under several Message-IDs."
        for (game, to, version), ids in tellings.items()
        if len(ids) > 1
    ]
    return Finding("mails are repeated by crashes only", len(taken), wrong)


def _question(state: object) -> object:
    pending = getattr(state, "pending", None)
    return pending.since if pending else None
