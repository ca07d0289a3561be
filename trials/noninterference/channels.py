"""Everything that a viewer can learn of a game at one moment, which no hidden card may change."""

from collections.abc import Container, Iterator, Sequence
from itertools import islice, takewhile
from random import Random
from typing import Any

import msgspec

import illimat_core as core
from illimat_core import RuleError, SeededSource, State
from illimat_core.cards import DECK, FIELDS, LUMINARIES, ORDER, SEASONS, Card
from illimat_core.messages import ENGLISH
from illimat_core.observation import observe
from illimat_core.offers.news import Asker
from illimat_core.picture import (
    PAGE,
    Look,
    Marks,
    TouchTarget,
    blocks_of,
    board_piece,
    card_piece,
    draw,
    stamp,
)
from illimat_core.views import Observation
from trials.jsons import Json, in_json

Viewer = int | None

LISTED = 300
"""This much of the whole list is looked at."""
TRIED = 14
"""This many of the listed actions are tried as well."""

IDLE = 9
"""This many are tried by a seat that nobody waits for."""


def draw_tries(state: State, viewer: Viewer, random: Random) -> tuple[list[Json], list[list[Json]]]:
    """Return actions and batches that the viewer might try, legal or not, from public knowledge."""
    listed = [core.as_json(each) for each in islice(core.legal_actions(state, viewer), LISTED)]
    legal = random.sample(listed, min(TRIED, len(listed)))
    longest = sorted(listed, key=lambda action: -len(action.get("take", ())))[:2]
    illegal = illegal_actions(state, viewer, random)
    if viewer not in state.awaited:  # hardly anything but being told to wait
        some = [*random.sample(illegal, IDLE), *_ANY_TIME]
        return in_json(some), in_json([[first, random.choice(illegal)] for first in _ANY_TIME])
    batches = [[first, random.choice(illegal)] for first in (*legal[:4], *longest)]
    batches += [[first, random.choice(_ANSWERS)] for first in (*legal[4:8], *longest)]
    batches += [[first, random.choice(listed)] for first in legal[8:12]]
    batches += [[first, random.choice(illegal)] for first in _ANY_TIME]
    return in_json([*legal, *longest, *illegal]), in_json(batches)


_ANY_TIME: list[Json] = [{"type": "forfeit"}]
"""What lets somebody else's turn go on, if the game waits for the sender."""
_ANSWERS: list[Json] = [
    {"type": "end_turn"},
    {"type": "pass"},
    {"type": "name_season", "season": "Winter"},
    {"type": "turn_illimat", "summer": "NE"},
    {"type": "take_okus", "from": "board"},
    {"type": "discard", "cards": []},
]


def illegal_actions(state: State, viewer: Viewer, random: Random) -> list[Json]:
    """Return actions of every type, hardly any of which are legal."""
    own = [] if viewer is None else list(state.players[viewer].hand)
    items = [item.name for field in state.fields for item in field.items]
    cards = [*own, *own, *random.sample(DECK, 3)]

    def play(kind: str) -> Json:
        field = random.choice(FIELDS)
        there = [item.name for item in state.fields[FIELDS.index(field)].items]
        there += random.sample(items, min(1, len(items)))
        take = random.sample(there, min(random.randint(0, 2), len(there)))
        return {"type": kind, "card": random.choice(cards), "field": field, "take": take}

    def stockpile(kind: str) -> Json:
        return play(kind) | {"value": random.randint(1, 14)}

    def without(action: Json, *names: str) -> Json:
        return {name: value for name, value in action.items() if name not in names}

    several = {"cards": random.sample(cards, 2)}
    return [
        *(without(play("sow"), "take") for _ in range(3)),
        *(play("harvest") for _ in range(4)),
        without(play("harvest"), "card") | several,
        *(stockpile("stockpile") for _ in range(3)),
        without(stockpile("loom_stockpile"), "field"),
        {"type": "exchange", "give": random.choice(cards), "take": random.choice(items or DECK)},
        {"type": "exchange", "give": random.choice(cards), "take": random.choice(DECK)},
        {"type": "rake_sow", "card": random.choice(cards)},
        {"type": "turn_illimat", "summer": random.choice(FIELDS)},
        {"type": "name_season", "season": random.choice(SEASONS)},
        *({"type": kind, "cards": random.sample(cards, 2)} for kind in ("discard", "face_down")),
        {"type": "discard", "cards": []},
        {"type": "take_okus", "from": random.choice(["board", *state.seats])},
        {"type": "name_luminary", "luminary": random.choice(LUMINARIES)},
        *({"type": "ask_passive", "of": seat} for seat in (*state.seats, 9)),
        *({"type": kind} for kind in ("end_turn", "pass", "forfeit", "nonsense")),
        {},
    ]


def show_all(
    state: State, viewer: Viewer, tried: Sequence[Json], batches: Sequence[list[Json]]
) -> dict[str, str]:
    """Return for each channel the text that the viewer gets through it."""
    listed = [core.as_json(each) for each in islice(core.legal_actions(state, viewer), LISTED)]
    channels: dict[str, Any] = {
        "view": core.observe(state, viewer),
        "picture": drawn(observe(state, viewer), viewer),
        "pieces": draw_pieces(observe(state, viewer), viewer),
        "stamp": stamp(observe(state, viewer), PAGE),
        "list": listed,
        "menu": core.menu(state, viewer),
        "may_ask": core.may_ask(state, viewer),
        "previews and refusals": [_previewed(state, viewer, action) for action in tried],
        "plans": [_planned(state, viewer, action) for action in tried],
        "batches": [_batched(state, viewer, batch) for batch in batches],
    }
    return {name: as_text(told) for name, told in channels.items()}


def drawn(view: Observation, viewer: Viewer) -> str:
    return draw(view, [f"seat {seat}" for seat in range(len(view.scores))], viewer)


def draw_pieces(view: Observation, viewer: Viewer) -> list[str]:
    """Return the pieces of a page: the board with all marks, a close-up, and the viewer's hand."""
    choice = TouchTarget("?chosen", chosen=True)
    lying = [item for items in view.fields.values() for item in items]
    cards = [each if isinstance(each, str) else each.card or each.groups[0][0] for each in lying]
    marks = Marks(
        choosing=True,
        items=dict.fromkeys(cards[::2], choice),
        fields=dict.fromkeys(FIELDS, choice),
        plates=dict.fromkeys(FIELDS, (("sow", True), ("harvest", False))),
        luminaries=dict.fromkeys(view.luminaries.values(), "/luminary"),
    )
    look = Look(ENGLISH, PAGE, marks=marks)
    fullest = max(FIELDS, key=lambda field: len(view.fields[field]))
    drawn = [board_piece(view, look, "The board"), board_piece(view, look, "Close", fullest)]
    hand = [] if viewer is None else view.hands[viewer]
    held = hand if isinstance(hand, Sequence) else []
    drawn += [card_piece(Card(card)) for card in held]
    return [*drawn, blocks_of("".join(drawn), PAGE, ENGLISH)]


def _previewed(state: State, viewer: Viewer, action: Json) -> Any:
    try:
        return core.preview(state, viewer, action)
    except RuleError as refusal:
        return [refusal.rule, refusal.detail]


def _planned(state: State, viewer: Viewer, action: Json) -> Any:
    """Return what a page shows after an action that waits to be sent with the next one."""
    try:
        after = core.ahead(state, viewer, action)
    except RuleError as refusal:
        return [refusal.rule, refusal.detail]
    if viewer not in after.awaited or after.over:
        return None
    return [observe(after, viewer), core.menu(after, viewer)]


def _batched(state: State, viewer: Viewer, batch: list[Json]) -> Any:
    """Return the refusal, or the events before the first news, which a sender may learn."""
    try:
        _, events = core.batch(state, viewer, batch, SeededSource(b"batch"))
    except RuleError as refusal:
        return [refusal.rule, refusal.detail, refusal.index]
    asker = Asker(state, viewer)
    before = takewhile(lambda event: not asker.learns_from(event), events)
    return [core.redact(event, viewer) for event in before]


def find_unseen(
    state: State, viewer: Viewer, seen: Container[str], tried: Sequence[Json]
) -> Iterator[str]:
    """Yield each preview that shows a card not yet seen, or a luminary that lies face down."""
    lying = {field.luminary for field in state.fields if field.luminary and not field.face_up}
    down = lying | {*state.reserve}
    for action in tried:
        previewed = in_json(_previewed(state, viewer, action))
        events = [part for part in previewed if isinstance(part, dict)]  # a refusal has none
        cards = {word for event in events for word in as_text(event).split('"') if word in ORDER}
        named = {e.get("luminary") for e in events if e["type"] != "LuminaryNamed"}
        shown = [*(card for card in cards if card not in seen), *(named & down)]
        if shown:
            yield f"a preview of {action} shows {shown}"


def as_text(told: Any) -> str:
    """Return a JSON value as text for comparison byte for byte, members in their own order."""
    return msgspec.json.encode(told).decode()
