"""Games that wait for other seats in the middle of a turn."""

from collections.abc import Iterator

from illimat_core.console.session import load_session
from illimat_core.state import State

ASKED = ["perfect_crime", "butchers", "(gambler)", "(audience)"]
"""The luminaries whose claim, or reveal, concerns other seats."""
LATER = ["saint_joan", "loom", "children", "rake", "rusalka", "(soldiers)", "(newborn)"]
"""What is claimed or revealed when the turn goes on."""
MODES = {2: "standard", 3: "standard", 4: "teams"}
HANDS = {0: ["5Wi", "9Wi", "10Wi", "NWi"], 1: ["KAu", "2Au"], 2: ["QAu", "3Au"], 3: ["4Au", "6Au"]}


def interrupted(asked: str, later: str) -> Iterator[State]:
    """Yield games for two to four, stopped in a turn of seat 0 that has cleared three fields."""
    for players, mode in MODES.items():
        given = {
            "options": {"players": players, "mode": mode, "stars": "always", "luminaries": "all"},
            "hands": {str(seat): HANDS[seat] for seat in range(players)},
            "harvested": {str(players - 1): ["2Su", "3Su"]},
            "private": {str(players - 1): {"2Su": [players - 1]}},
            "fields": {"SW": ["5Su"], "NW": ["5Sp"], "NE": ["5Au"]},
            "summer": "SE",
            "luminaries": {"SW": "universe", "NW": asked, "NE": later, "SE": "(maiden)"},
            "children": ["KSp", "KSu", "KWi"] if later == "children" else [],
            "okuses": {"board": 0, "1": players},
            "draw": ["2Sp", "3Sp", "4Sp", "6Sp", "7Sp", "8Sp", "9Sp", "10Sp", "NSp", "QSp", "8Au"],
        }
        play = {"type": "harvest", "card": "5Wi", "field": "SW", "take": ["5Su", "5Sp", "5Au"]}
        session, _ = load_session(given).apply(0, play)
        yield session.state
        for seat in session.state.awaited[:-1]:  # all seats but one have chosen
            hand = session.state.players[seat or 0].hand
            kind = "discard" if asked == "(gambler)" else "face_down"
            cards = sorted(hand)[: 2 if players == 2 else 1]
            session, _ = session.apply(seat, {"type": kind, "cards": cards})
            yield session.state
