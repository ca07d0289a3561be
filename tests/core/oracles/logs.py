"""Check a log against the revised rules, from its events alone.

It shares no code with the core and reads events as JSON: who converges (R-HARM), whose passive card
may be asked for (R-STOCK-7), which round plays off a tie (R-END-1).
"""

from collections.abc import Iterator, Sequence

from tests.support.playing import Json


def faults(events: Sequence[Json]) -> Iterator[str]:
    """Yield the violations found in a log, event by event."""
    options = events[0]["options"]
    converges = options["mode"] == "standard" and options["harmonic_convergence"] != "none"
    up: set[str] = set()
    owed = tied = False
    last = ""
    askable: dict[int, str | None] = {}
    for event in events:
        kind = event["type"]
        if kind == "PassiveShown" and askable.get(event["seat"]) != event["card"]:
            yield f"{event} shows what may not be asked for."
        if kind == "SeatsMoved":
            if not owed:
                yield f"{event} without a fourth face up in this turn."
            owed = False
        if kind in {"TurnPassed", "RoundScored"} and owed:
            yield f"{event} before all have moved."
        if last == "RoundScored" and tied and kind not in {"TiebreakCalled", "GameEnded"}:
            yield f"{event} after a round that was to part a tie."
        up = set(face_up(up, event))
        owed = owed or (kind == "LuminaryRevealed" and len(up) == 4 and converges)
        askable = dict(asked_for(askable, event))
        tied, last = tied or kind == "TiebreakCalled", kind


def face_up(up: set[str], event: Json) -> Iterator[str]:
    """Yield the fields in which a luminary lies face up after an event."""
    kind = event["type"]
    if kind == "RoundDealt":
        return
    left = kind in {"LuminaryClaimed", "LuminaryDiscarded"}
    yield from (at for at in up if not (left and event["field"] == at))
    if kind == "LuminaryRevealed":
        yield event["field"]


def asked_for(askable: dict[int, str | None], event: Json) -> Iterator[tuple[int, str | None]]:
    """Yield the seats that may be asked for a passive card after an event, with that card."""
    kind = event["type"]
    over: list[int] = []
    if kind in {"RoundDealt", "SeatsMoved"}:
        over = [*askable]
    elif kind in {"TurnPassed", "PlayerForfeited"}:
        over = [event["seat"]]
    elif kind == "CardStolen":
        over = [event["owner"]]
    yield from ((seat, card) for seat, card in askable.items() if seat not in over)
    if kind == "StockpileMade":
        yield event["seat"], event["passive"]
