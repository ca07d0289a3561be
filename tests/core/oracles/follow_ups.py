"""List what may follow a main play, from the written positions before and after it (R-TURN-6).

Like the oracle for main plays, it shares no code with the core.
"""

from tests.core.oracles.plays import (
    BARRED,
    face_up,
    free_actions,
    in_drought,
    in_force,
    items_of,
    plays_in,
    season_at,
)
from tests.support.playing import FIELDS, Json

LUMINARY = {"exchange": "changeling", "rake_sow": "rake", "loom_stockpile": "loom"}


def follow_ups(before: Json, after: Json, seat: int, play: Json) -> list[Json] | None:
    """Return the actions that may follow the play, unordered; None if no decision follows.

    ``after`` is the table once the play is made and the Illimat turned, nothing drawn yet.
    """
    return repeats(after, seat, play) or free_and_end(before, after, seat)


def repeats(after: Json, seat: int, play: Json) -> list[Json]:
    """Return the answers to the Echo, where it is asked (R-LUM-ECHO)."""
    kind, at = play["type"], play["field"]
    if in_force(after).get("echo") != at:
        return []
    others = [field for field in FIELDS if field != at]
    open_fields = [field for field in others if allows(after, field, kind)]
    there = [field for field in open_fields if kind == "sow" or items_of(after, field)]
    if not there or len(after["hands"][str(seat)]) < (2 if kind == "stockpile" else 1):
        return []
    barred = after["harvested_last_turn"][str(seat)] if after["options"]["no_repeats"] else []
    plays = [
        each for field in others if field not in barred for each in plays_in(after, seat, field)
    ]
    return [*(each for each in plays if each["type"] == kind), {"type": "pass"}]


def allows(position: Json, field: str, kind: str) -> bool:
    """Return whether season and luminaries other than the Island allow this action in a field."""
    barred = BARRED[season_at(position, field)]
    if kind == "harvest" and "maiden" in in_force(position):
        barred = ""
    return barred != kind and not (kind == "harvest" and in_drought(position, field))


def free_and_end(before: Json, after: Json, seat: int) -> list[Json] | None:
    """Return the free actions, and the end of the turn unless the Rake is unpaid; else None."""
    hand, forces = after["hands"][str(seat)], in_force(after)
    lay = face_up(before)
    owed = "rake" in forces and hand and not emptied(before, after, forces["rake"])
    loose = [i for i in items_of(after, forces.get("changeling", "")) if i.value is None]
    woven = items_of(after, forces.get("loom", ""))
    open_now = {
        "rake": bool(owed),
        "changeling": bool(hand and loose),
        "loom": len(hand) > 1 and bool(woven),
    }
    assert all(lay[name] == forces[name] for name, is_open in open_now.items() if is_open)
    if not any(open_now.values()):
        return None
    free = free_actions(after, seat, needed=1)
    found = [each for each in free if LUMINARY[each["type"]] != "rake" or owed]
    return found if owed else [*found, {"type": "end_turn"}]


def emptied(before: Json, after: Json, field: str) -> bool:
    """Return whether the harvest took a field's last item."""
    return bool(items_of(before, field)) and not items_of(after, field)
