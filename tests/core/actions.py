"""Actions in JSON: an example of each type, those a seat may take, and broken ones."""

from itertools import islice
from random import Random

from illimat_core import State, as_json, legal_actions
from tests.support.playing import DECK, FIELDS, SEASONS, Json, in_json, mover

EXAMPLES: list[Json] = [
    {"type": "sow", "card": "5Wi", "field": "SW"},
    {"type": "sow", "card": "KSt", "field": "SW", "season": "Winter"},
    {"type": "harvest", "card": "5Wi", "field": "NE", "take": ["5Su"]},
    {"type": "harvest", "card": "FSt", "field": "NE", "take": ["KSu", "FWi"], "value": 14},
    {
        "type": "harvest",
        "cards": ["NSp", "KSt"],
        "field": "NE",
        "take": ["5Su"],
        "season": "Summer",
        "season_card": "KSt",
    },
    {"type": "stockpile", "card": "5Wi", "field": "SE", "value": 9, "take": ["4Sp"]},
    {"type": "exchange", "give": "5Wi", "take": "4Sp"},
    {"type": "rake_sow", "card": "5Wi"},
    {"type": "loom_stockpile", "card": "5Wi", "value": 9, "take": ["4Sp"]},
    {"type": "end_turn"},
    {"type": "pass"},
    {"type": "turn_illimat", "summer": "NW"},
    {"type": "name_season", "season": "Autumn"},
    {"type": "discard", "cards": []},
    {"type": "face_down", "cards": ["2Sp", "5Wi"]},
    {"type": "take_okus", "from": "board"},
    {"type": "take_okus", "from": 1},
    {"type": "name_luminary", "luminary": "union"},
    {"type": "ask_passive", "of": 1},
    {"type": "forfeit"},
]


def listed(state: State, most: int = 100_000) -> list[Json]:
    """Return the beginning of the whole list of the seat to move."""
    return [in_json(as_json(a)) for a in islice(legal_actions(state, mover(state)), most)]


def mutations(action: Json, state: State, random: Random) -> list[Json]:
    """Return every variation of an action that changes one member."""
    board = [item.name for field in state.fields for item in field.items]
    take = action.get("take", [])
    changed = [action | {"field": at} for at in FIELDS]
    changed += [action | {"card": card} for card in [*state.players[mover(state)].hand, "5Su"]]
    changed += [action | {"value": value} for value in (-13, -1, 0, 1, 2, 14, 15, 27, 10**9)]
    changed += [action | {"season": season} for season in SEASONS]
    changed += [action | {"type": name} for name in ("sow", "harvest", "stockpile", "pass")]
    changed += [{k: v for k, v in action.items() if k != name} for name in action]
    changed += [action | {"take": [c for c in take if c != card]} for card in take]
    changed += [
        action | {"take": [*take, card]} for card in random.sample(board, min(4, len(board)))
    ]
    changed += [action | {"take": take[::-1]}, action | {"take": [*take, *take[:1]]}]
    changed += [action | {"season_card": random.choice(DECK)}, action | {"extra": 1}]
    changed += [action | {"cards": random.sample(DECK, size)} for size in (0, 1, 2, 4)]
    hand = [str(card) for card in state.players[mover(state)].hand]
    changed += [{k: v for k, v in action.items() if k != "card"} | {"cards": hand}]
    return changed
