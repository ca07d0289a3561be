"""Which kinds of notices events of a game lead to, and for which seats."""

from illimat_core import load
from illimat_core.events import DecisionMissed, RoundScored, SeatLeft, SeatOpened
from notifications.sending.tellings import kinds_of, seats_to_tell


def test_the_first_kind_that_applies_to_a_seat_is_chosen() -> None:
    missed = DecisionMissed(seat=1, reason="out_of_time")
    left, opened = SeatLeft(seat=1, reason="missed"), SeatOpened(seat=1, days=3, reason="left")
    kinds = kinds_of([missed, left, opened], {0, 1})
    assert {seat: kind.key for seat, kind in kinds.items()} == {0: "seat_open", 1: "lost_on_time"}
    scored = RoundScored(round=1, tallies=(), scores=(3, 4))
    assert {kind.key for kind in kinds_of([scored], {0, 2}).values()} == {"round_scored"}
    assert kinds_of([], {0, 1}) == {}


def test_people_who_choose_at_the_same_time_are_told_once() -> None:
    question = {
        "kind": "gambler",
        "awaiting": [0, 1, 2],
        "since": 40,
        "at": "SW",
        "resume": [{"name": "stay_open"}],
    }
    given = {"options": {"players": 3, "mode": "beginner"}, "pending": {"decision": question}}
    before = load({"options": given["options"]})
    asked = load(given)
    answered = load(given | {"pending": {"decision": question | {"awaiting": [0, 2]}}})
    later = load(given | {"pending": {"decision": question | {"since": 44}}})
    assert seats_to_tell(before, asked, 0) == [1, 2]
    assert seats_to_tell(asked, answered, 1) == []
    assert seats_to_tell(answered, later, 2) == [0, 1]
