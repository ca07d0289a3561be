"""Games dealt from committed secrets: what is drawn, what is opened, and what proves a place."""

from functools import cache
from hashlib import sha256
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from illimat_core import sealing
from illimat_core.events import HandDrawn, LuminaryDiscarded, LuminaryRevealed, RoundDealt
from illimat_core.fair_deal import CardPlace, drawn, find_places_seen, open_scopes
from illimat_core.sealing import shuffled
from tests.support.sealed_games import GAME, SEED, SealedGame

LUMINARIES = ["gambler", "children", "soldiers", "newborn"]
OPTIONS = {"players": 2, "luminaries": LUMINARIES, "rounds": 3}
PERSISTING = OPTIONS | {"luminaries": "core", "luminaries_persist": True, "rounds": 6}
KEY = bytes(range(32))


@cache
def game(*, persisting: bool = False) -> SealedGame:
    """Return a game of two in which the deck is reshuffled, or whose luminaries persist."""
    return SealedGame(PERSISTING if persisting else OPTIONS)


def secret(scope: str) -> bytes:
    return sealing.secret_of(SEED, scope)


@pytest.mark.parametrize("persisting", [False, True])
def test_every_list_leads_to_its_root(*, persisting: bool) -> None:
    found = game(persisting=persisting)
    roots = {
        (row.sequence, of): getattr(event, f"{of}_root")
        for row, event in zip(found.rows, found.events, strict=True)
        for of in ("deck", "luminaries")
        if getattr(event, f"{of}_root", None)
    }
    lists = {(each.event, each.of): each for each in drawn(found.rows, found.events)}
    assert {
        place: each.opened_by(GAME, secret(each.scope)).root for place, each in lists.items()
    } == (roots)
    assert {of for _, of in roots} == {"deck", "luminaries"}
    assert persisting or len(roots) > 2 * found.state.round  # with those of reshuffles
    assert persisting or any(each.label.startswith("reshuffle/") for each in lists.values())


def test_luminaries_that_persist_are_drawn_from_the_secret_of_the_round_their_set_began() -> None:
    found = game(persisting=True)
    scopes = [each.scope for each in drawn(found.rows, found.events) if each.of == "luminaries"]
    assert len(scopes) > len(set(scopes))
    other = game()
    others = [each.scope for each in drawn(other.rows, other.events) if each.of == "luminaries"]
    assert others == [f"luminaries/{round_}" for round_ in range(1, game().state.round + 1)]


@pytest.mark.parametrize("viewer", [0, 1, None])
def test_every_place_that_somebody_saw_is_proven(viewer: int | None) -> None:
    found = game()
    lists = {(each.event, each.of): each for each in drawn(found.rows, found.events)}
    seen = list(find_places_seen(found.rows, found.events, viewer))
    for place in seen:
        of = lists[place.event, place.of]
        opened = of.opened_by(GAME, secret(of.scope))
        path, blind = opened.path(place.place), opened.blinds[place.place]
        assert root_by(place, blind, path, len(of.cards)) == opened.root
    assert {each.of for each in seen} == {"deck", "luminaries"}
    assert len({each[:3] for each in seen}) == len(seen)


def test_a_viewer_sees_only_their_own_hands_places() -> None:
    found = game()
    own = {each.card for each in find_places_seen(found.rows, found.events, 0)}
    shown = [
        card
        for event in found.events
        if isinstance(event, HandDrawn) and event.seat == 0
        for card in event.cards
    ]
    assert own.issuperset(shown)
    first = next(event for event in found.events if isinstance(event, RoundDealt))
    start = found.rows[found.events.index(first)].sequence
    seen = [
        each for each in find_places_seen(found.rows, found.events, None) if each.event == start
    ]
    assert {each.place for each in seen if each.of == "deck"} >= set(range(12))


def test_each_luminary_that_comes_into_sight_is_proven_once() -> None:
    found = game(persisting=True)
    shown = {
        event.luminary
        for event in found.events
        if isinstance(event, LuminaryRevealed | LuminaryDiscarded)
    }
    seen = [
        each for each in find_places_seen(found.rows, found.events, None) if each.of == "luminaries"
    ]
    assert {each.card for each in seen} == shown


def root_by(place: CardPlace, blind: bytes, path: list[str], count: int) -> str:
    """Return the root that an opening leads to, as the specification says it."""
    found = sha256(f"leaf/{place.place}/{place.card}/".encode() + blind).digest()
    at, rest = place.place, iter(map(bytes.fromhex, path))
    while count > 1:
        if at ^ 1 < count:
            pair = (next(rest), found) if at % 2 else (found, next(rest))
            found = sha256(b"node/" + pair[0] + pair[1]).digest()
        at, count = at // 2, (count + 1) // 2
    assert not list(rest)
    return found.hex()


@given(st.integers(1, 65), st.data())
def test_a_place_leads_to_the_root_of_a_list_of_any_length(length: int, data: Any) -> None:
    cards = [f"card {number}" for number in range(length)]
    at = data.draw(st.integers(0, length - 1))
    opened = shuffled(KEY, "deal/2/deck", cards)
    place = CardPlace(1, "deck", at, cards[at])
    assert root_by(place, opened.blinds[at], opened.path(at), length) == opened.root
    other = place._replace(card="another")
    assert root_by(other, opened.blinds[at], opened.path(at), length) != opened.root


def test_games_from_before_draw_luminaries_with_the_key_of_the_round_and_have_no_roots() -> None:
    found = SealedGame(OPTIONS, old=True, most=60)
    assert not list(drawn(found.rows, found.events))
    assert not list(find_places_seen(found.rows, found.events, 0))


def opened(found: SealedGame | None, **more: Any) -> list[str]:
    given = {"over": False, "persists": False, "own_luminaries": True} | more
    return list(open_scopes(found.state if found else None, **given))


def test_secrets_are_opened_when_their_rounds_are_scored() -> None:
    assert opened(SealedGame(OPTIONS, most=1)) == ["seats"]
    later = game()
    assert later.state.round == 3
    assert opened(later) == ["seats", "1", "2", "luminaries/1", "luminaries/2"]
    assert opened(later, over=True) == [*opened(later)[:3], "3", *opened(later)[3:], "luminaries/3"]


def test_luminaries_that_persist_are_opened_with_a_later_set_or_the_end() -> None:
    found = game(persisting=True)
    began, round_ = found.state.set_began, found.state.round
    rounds = [str(each) for each in range(1, round_)]
    sets = [f"luminaries/{each}" for each in range(1, began)]
    assert opened(found, persists=True) == ["seats", *rounds, *sets]
    whole = [f"luminaries/{each}" for each in range(1, round_ + 1)]
    assert opened(found, persists=True, over=True) == ["seats", *rounds, str(round_), *whole]


def test_before_it_begins_a_game_opens_nothing_unless_it_is_called_off() -> None:
    assert opened(None) == []
    assert opened(None, over=True) == ["seats", "1", "luminaries/1"]


def test_games_from_before_open_no_round_in_which_a_luminary_may_persist() -> None:
    assert opened(game(persisting=True), persists=True, own_luminaries=False) == ["seats"]
    assert opened(game(), own_luminaries=False) == ["seats", "1", "2"]
    assert opened(game(), own_luminaries=False, over=True) == ["seats", "1", "2", "3"]
