"""Leaks to plant: ways in which programs have revealed hidden information."""

import hashlib
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from itertools import islice
from typing import Any, NamedTuple

import msgspec
import pytest

import illimat_core as core
from illimat_core import Event, RuleError, State, fair_deal, observation
from illimat_core.actions import Harvest, Play
from illimat_core.cards import FIELDS, SUIT, VALUES, FieldId, Luminary
from illimat_core.decisions import Pending
from illimat_core.editions import CURRENT
from illimat_core.events import ChoiceMade, FieldSeeded, HandDrawn, ShownEvent, redact
from illimat_core.luminaries import audience, echo
from illimat_core.luminaries.audience import nameable_luminaries
from illimat_core.offers import batches
from illimat_core.offers.news import Asker
from illimat_core.picture import news
from illimat_core.positions import writing
from illimat_core.rules import plays
from illimat_core.rules.hooks import Draft, Tabletop
from illimat_core.rules.plays import act_of
from illimat_core.state import Field, Player
from tests.support.playing import Json, in_json

Viewer = int | None
Monkey = pytest.MonkeyPatch

CHOOSING: Json = {"players": 3, "luminaries": ["gambler", "audience", "newborn", "butchers"]}
WATCHED: Json = {
    "luminaries": ["audience", "newborn", "gambler", "maiden", "river", "union"],
    "audience": "spectator",
}
LUMINARIES: dict[str, Any] = CURRENT.luminaries  # type: ignore[assignment]


class Leak(NamedTuple):
    """A leak, the channel by which it must be found, and the games in which to look for it."""

    plant: Callable[[Monkey], None]
    channel: str
    options: Json | None = None


def in_view(member: Callable[[State, Viewer], Json]) -> Callable[[Monkey], None]:
    """Return a leak that adds or changes members of the view."""
    sees = core.observe

    def leaking(state: State, viewer: Viewer) -> Json:
        seen: Json = in_json(sees(state, viewer))
        return seen | member(state, viewer)

    return lambda monkey: monkey.setattr(core, "observe", leaking)


def state_hash(state: State, _: Viewer) -> Json:
    return {"etag": hashlib.sha256(msgspec.json.encode(state)).hexdigest()}


def next_suit(state: State, _: Viewer) -> Json:
    return {"next": [SUIT[card] for card in state.deck[:1]]}


def suits_of_hands(state: State, _: Viewer) -> Json:
    return {"suits": [Counter(sorted(SUIT[card] for card in p.hand)) for p in state.players]}


def legal_count(state: State, _: Viewer) -> Json:
    return {"moves": sum(1 for _ in islice(core.legal_actions(state, state.awaited[0]), 300))}


def can_match(state: State, _: Viewer) -> Json:
    actions = islice(core.legal_actions(state, state.awaited[0]), 300)
    return {"can_harvest": any(isinstance(action, Harvest) for action in actions)}


def size_of_choices(state: State, _: Viewer) -> Json:
    return {"chosen": [None if p.chosen is None else len(p.chosen) for p in state.players]}


def order_of_reserve(state: State, _: Viewer) -> Json:
    return {"reserve": [len(name) for name in state.reserve]}


def order_of_hands(state: State, viewer: Viewer) -> Json:
    hands = observation.observe(state, viewer).hands
    return {"hands": dict(sorted(hands.items(), key=lambda h: state.players[h[0]].hand))}


def order_of_set(state: State, _: Viewer) -> Json:
    places = {card: place for place, card in enumerate(sorted(state.deck))}
    return {"draw": [places[card] for card in set(state.deck)]}


def parity_of_hands(state: State, _: Viewer) -> Json:
    return {"odd": [sum(VALUES[card][0] for card in p.hand) % 2 for p in state.players]}


def cards_under_children(state: State, _: Viewer) -> Json:
    return {"children": list(state.beneath)}


def private_action_in_log(monkey: Monkey) -> None:
    def leaking(event: Event, viewer: Viewer, *, opened: bool = False) -> ShownEvent:
        return redact(event, viewer, opened=opened or isinstance(event, ChoiceMade))

    monkey.setattr(core, "redact", leaking)


def drawn_cards_as_news(monkey: Monkey) -> None:
    def leaking(event: Event, viewer: Viewer, *, opened: bool = False) -> ShownEvent:
        return redact(event, viewer, opened=opened or isinstance(event, HandDrawn))

    brought = news._brought
    monkey.setattr(core, "redact", leaking)
    monkey.setattr(news, "_brought", lambda e: e.cards if isinstance(e, HandDrawn) else brought(e))


def number_drawn_by_suit_in_log(monkey: Monkey) -> None:
    def leaking(event: Event, viewer: Viewer, *, opened: bool = False) -> Json:
        cards = event.cards if isinstance(event, HandDrawn) else ()
        shown: Json = in_json(redact(event, viewer, opened=opened))
        return shown | {"stars": sum(c[-2:] == "St" for c in cards)}

    monkey.setattr(core, "redact", leaking)


def refusal_names_the_holder(monkey: Monkey) -> None:
    def leaking(table: Tabletop, seat: int, cards: Any) -> None:
        for card in cards:
            if card not in table.state.players[seat].hand:
                holders = [s for s in table.state.seats if card in table.state.players[s].hand]
                raise RuleError(
                    "R-CARD-4", "card.not_in", card=card, fields=[FIELDS[sum(holders) % 4]]
                )

    monkey.setattr(plays, "check_in_hand", leaking)


def echo_asks_for_matches_only(monkey: Monkey) -> None:
    def asks(draft: Draft, at: FieldId, play: Play) -> None:
        seat = draft.state.turn.seat
        pending = Pending(kind="echo", awaiting=(seat,), at=at, act=act_of(play))
        if any(True for _ in echo.repeats(draft, pending, seat)):
            echo.you_may_repeat_it_elsewhere(draft, at, play)

    monkey.setitem(LUMINARIES, "echo", replace(LUMINARIES["echo"], after_play=asks))


def loom_opens_for_matches_only(monkey: Monkey) -> None:
    loom = LUMINARIES["loom"]

    def opens(table: Tabletop, at: FieldId, seat: int) -> bool:
        return any(True for _ in loom.free.options(table, at, seat))

    monkey.setitem(LUMINARIES, "loom", replace(loom, free=replace(loom.free, open=opens)))


def preview_shows_the_reseed(monkey: Monkey) -> None:
    def leaking(state: State, seat: Viewer, given: Json) -> list[ShownEvent]:
        events = core.decide(state, seat, core.read(state, seat, given))
        asker = Asker(state, seat)
        news = [event for event in events if asker.learns_from(event)]
        shown = [each for each in events if isinstance(each, FieldSeeded) or each not in news]
        return [redact(event, seat) for event in shown]

    monkey.setattr(core, "preview", leaking)


def batch_goes_on_after_news(monkey: Monkey) -> None:
    monkey.setattr(batches, "_check_nothing_learnt", lambda learnt: None)


def only_the_reserve_can_be_named(monkey: Monkey) -> None:
    def leaking(state: State) -> list[Luminary]:
        return [name for name in nameable_luminaries(state) if name in state.reserve]

    monkey.setattr(audience, "nameable_luminaries", leaking)


def hidden_card_in_its_item(monkey: Monkey) -> None:
    monkey.setattr(observation, "write_item", lambda item, hidden: writing.write_item(item))


def face_down_luminary_in_view(monkey: Monkey) -> None:
    def leaking(field: Field) -> str:
        return str(field.luminary)

    monkey.setattr(observation, "_luminary", leaking)


def private_card_in_its_place(monkey: Monkey) -> None:
    def leaking(player: Player, viewer: Viewer) -> list[str]:
        unseen = {seen.card for seen in player.private if viewer not in seen.by}
        return ["?" if card in unseen else card for card in sorted(player.harvested)]

    monkey.setattr(observation, "_harvested", leaking)


def menu_of_another_seat(monkey: Monkey) -> None:
    offers = core.menu
    monkey.setattr(core, "menu", lambda state, _: offers(state, state.awaited[0]))


def looms(*more: str) -> Json:
    return {"luminaries": ["loom", "maiden", "newborn", "union", *more], "players": 2}


def places_of_hands(monkey: Monkey) -> None:
    """Open the places of all cards that anybody draws."""
    monkey.setattr(fair_deal, "redact", lambda event, _: event)


LEAKS = {
    "full-state hash in the view": Leak(in_view(state_hash), "view"),
    "a private action in the log": Leak(private_action_in_log, "log", CHOOSING),
    "the next card's suit": Leak(in_view(next_suit), "view"),
    "suit counts of a hand": Leak(in_view(suits_of_hands), "view"),
    "legal count of another seat": Leak(in_view(legal_count), "view"),
    "a can-match flag": Leak(in_view(can_match), "view"),
    "a refusal naming a card of another": Leak(refusal_names_the_holder, "previews and refusals"),
    "an Echo not asked for lack of a match": Leak(
        echo_asks_for_matches_only,
        "decided again",
        {"luminaries": ["echo", "newborn", "maiden", "union"]},
    ),
    "a Loom not open for lack of a match": Leak(
        loom_opens_for_matches_only, "decided again", looms()
    ),
    "preview showing the reseed": Leak(preview_shows_the_reseed, "previews and refusals"),
    "a batch that tries a reveal": Leak(
        batch_goes_on_after_news,
        "batches",
        {"luminaries": ["gambler", "forest_queen", "maiden", "river"], "players": 2},
    ),
    "number of cards in a secret choice": Leak(in_view(size_of_choices), "view", CHOOSING),
    "reserve order": Leak(in_view(order_of_reserve), "view", {"luminaries": "core"}),
    "order of a set": Leak(in_view(order_of_set), "view"),
    "order of the hands": Leak(in_view(order_of_hands), "view"),
    "undrawn luminary in the spectator's list": Leak(
        only_the_reserve_can_be_named, "list", WATCHED
    ),
    "hidden card of the Soldiers in its item": Leak(
        hidden_card_in_its_item, "view", {"luminaries": ["soldiers", "newborn", "river", "maiden"]}
    ),
    "a luminary face down in the view": Leak(face_down_luminary_in_view, "view", CHOOSING),
    "a luminary face down in the picture": Leak(face_down_luminary_in_view, "picture", CHOOSING),
    "the cards under the Children": Leak(
        in_view(cards_under_children),
        "view",
        {"luminaries": ["children", "newborn", "river", "boat"]},
    ),
    "a private card in its place of the pile": Leak(
        private_card_in_its_place, "view", {"luminaries": ["children", "rusalka", "river", "boat"]}
    ),
    "the parity of a hand": Leak(in_view(parity_of_hands), "view"),
    "the cards drawn marked as new": Leak(drawn_cards_as_news, "news"),
    "how many Stars were drawn": Leak(
        number_drawn_by_suit_in_log, "log", {"players": 4, "luminaries": "none"}
    ),
    "places of cards in another's hand": Leak(places_of_hands, "places"),
    "another seat's menu": Leak(menu_of_another_seat, "menu"),
}
