"""Where there is more than usual to choose from, the page offers all of it all the same."""

import json
from itertools import islice
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.http import QueryDict

from accounts.models import User
from games.stream import store
from illimat_core import (
    State,
    as_json,
    fold,
    legal_actions,
    menu,
)
from illimat_core.events import HandDrawn
from tests.support.crowds import OPTIONS, sown
from tests.support.positions import Asked, game_at
from tests.web.players import Table
from web.playing.offers import offers_of

pytestmark = [pytest.mark.django_db]


def left_out(state: State) -> dict[str, Any] | None:
    """Return a harvest that the menu leaves out because there are too many, if there is one."""
    if state.pending is not None or max(len(field.items) for field in state.fields) < 12:
        return None
    seat = state.awaited[0]
    offered = menu(state, seat)
    assert offered
    cut = {
        (*offer.cards, offer.field): {
            frozenset(group) for way in offer.ways for group in way.groups
        }
        for offer in offers_of(offered)
        if offer.verb == "harvest" and any(way.cut for way in offer.ways)
    }
    for action in map(as_json, islice(legal_actions(state, seat), 3000)):
        if action["type"] != "harvest" or set(action) != {"type", "card", "field", "take"}:
            continue
        listed = cut.get((action["card"], action["field"]))
        if listed and frozenset(action["take"]) not in listed:
            return action
    return None


def lead(table: Table, user: User, target: dict[str, Any]) -> None:
    """Choose what a harvest is made of, one after the other, until the page can send it."""
    page = table.look(user)
    wanted = {"card": {target["card"]}, "field": {target["field"]}, "item": {*target["take"]}}
    wanted["verb"] = {"harvest"}
    done = 0
    while True:
        for form in page.forms:
            sent = json.loads(form.fields.get("actions", "[{}]"))[-1]
            if sent.get("type") == "harvest" and {*sent["take"]} == wanted["item"]:
                return table.send(user, form)
        leading = [
            (count, each)
            for each in page.choices
            if (count := parts(each, wanted)) is not None and count > done
        ]
        assert leading, page.address
        done, address = min(leading)
        page = table.look(user, address)


def parts(address: str, wanted: dict[str, set[str]]) -> int | None:
    """Return of how many parts of a harvest an address tells; None if also of another thing."""
    draft = {name: {*values} for name, values in QueryDict(urlsplit(address).query).lists()}
    draft.pop("value", None)
    fits = all(values <= wanted.get(name, set()) for name, values in draft.items())
    return sum(map(len, draft.values())) if fits else None


def test_a_harvest_that_a_cut_menu_leaves_out_is_chosen_item_by_item(people: list[User]) -> None:
    state, events, target = next(
        (state, events, target)
        for seed in range(20)
        for state, events in sown(seed)
        if (target := left_out(state)) is not None
    )
    seat = state.turn.seat
    game = game_at(Asked(state, seat, "turn", events, OPTIONS), people)
    lead(Table(game.id, people, 1), game.person(seat), target)
    left = store.state_of(game.game).field(target["field"]).items
    assert {item.name for item in left}.isdisjoint(target["take"])


def test_each_card_of_a_hand_of_eight_can_be_played(people: list[User]) -> None:
    state, events = next(sown(1))
    seat = state.turn.seat
    events = [*events, HandDrawn(seat=seat, count=4, cards=state.deck[:4])]
    state = fold(events)
    game = game_at(Asked(state, seat, "turn", events, OPTIONS), people)
    user, player = game.person(seat), Table(game.id, people, 1)
    page = player.look(user)
    for card in state.players[seat].hand:
        assert any(parts(each, {"card": {card}}) == 1 for each in page.choices)
    card = state.players[seat].hand[-1]
    sent = player.act_as(user, lambda action: card in action.values(), f"card={card}")
    assert card in sent["actions"]
