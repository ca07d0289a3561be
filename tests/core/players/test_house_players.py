"""House players act legally and reproducibly, and use only what their seat has seen."""

from collections import Counter
from itertools import islice
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from illimat_core import Action, State, evolve, legal_actions, redact
from illimat_core.cards import Card, Seat
from illimat_core.errors import PlayerError
from illimat_core.events import CardsExchanged, CardSown, CardsReturned, HandDiscarded, SeatsMoved
from illimat_core.players import random
from illimat_core.players.dice import Dice
from illimat_core.players.knowledge import HIDDEN, follow, know
from illimat_core.players.levels import LEVELS, MAX_BUDGET, choose
from illimat_core.players.memory import Memory
from illimat_core.players.worlds import UnseenThings
from tests.support.knowledge import TOGETHER, remembered
from tests.support.playing import Game, any_options, games, play
from trials.noninterference.choices import Chooser, differences, house

BUDGETS = {"random": 1, "beginner": 1, "steady": 1, "strong": 8}
HOUSE = {level: house(level, budget) for level, budget in BUDGETS.items()}


@settings(max_examples=settings().max_examples // 4)
@given(games(most=60, chosen=any_options))
def test_every_level_chooses_what_is_legal_and_the_same_again(game: Game) -> None:
    for state, seat, _, memory in list(remembered(game))[-2:]:
        legal = list(islice(legal_actions(state, seat), 5_000))
        for level, chooser in HOUSE.items():
            chosen = chooser(state, seat, memory)
            assert chosen in legal, level
            assert chosen == chooser(state, seat, memory)


@given(games(most=80, chosen=any_options))
def test_a_world_looks_to_its_seat_like_the_game_it_is_in(game: Game) -> None:
    for state, seat, _, memory in list(remembered(game))[-3:]:
        known = know(state, seat, memory)
        world = UnseenThings(known).world(Dice(b"world"))
        assert know(world, seat, memory) == known
        assert list(islice(legal_actions(world, seat), 300)) == list(
            islice(legal_actions(state, seat), 300)
        )
        assert cards_of(world) <= set(state.options.deck)


def cards_of(state: State) -> set[str]:
    """Return the cards of a state, each of which is in exactly one place."""
    cards = [*state.deck, *state.beneath]
    cards += [card for player in state.players for card in (*player.hand, *player.harvested)]
    items = [item for field in state.fields for item in field.items]
    cards += [card for item in items for card in (*item.cards, *item.hidden)]
    assert len(set(cards)) == len(cards)
    return set(cards)


def test_a_seat_remembers_hands_that_were_passed_on() -> None:
    moved = SeatsMoved(takes=((0, 1), (1, 0)), scores=True)
    before = play({}, 1, 0).state
    memory = follow(Memory(0), before, [moved])
    assert memory.held == dict.fromkeys(before.players[0].hand, 1)
    after = evolve(before, moved)
    world = UnseenThings(know(after, 0, memory)).world(Dice(b"any"))
    assert set(world.players[1].hand) == set(before.players[0].hand)
    back = follow(memory, after, [moved])
    assert back.held == dict.fromkeys(after.players[0].hand, 1)


def test_a_seat_remembers_what_others_took_in_exchange_until_they_play_it() -> None:
    before = play({"players": 3}, 1, 0).state
    took = CardsExchanged(seat=1, give=Card("2Su"), take=Card("5Wi"), field="SW")
    memory = follow(Memory(0), before, [took])
    assert memory.held == {"5Wi": 1}
    sown = CardSown(seat=1, card=Card("5Wi"), field="NE")
    assert follow(memory, before, [sown]).held == {}
    returned = redact(CardsReturned(seat=1, count=1, cards=(Card("9Wi"),)), 0)
    assert follow(memory, before, [returned]).held == {}


def test_a_seat_remembers_which_of_its_cards_left_the_round() -> None:
    before = play({"players": 3}, 1, 0).state
    hand = before.players[0].hand
    gone = HandDiscarded(seat=0, count=len(hand), cards=hand)
    memory = follow(Memory(0), before, [gone])
    assert memory.gone == set(hand)
    world = UnseenThings(know(evolve(before, gone), 0, memory)).world(Dice(b"any"))
    assert cards_of(world).isdisjoint(hand)


def test_knowledge_has_a_blank_for_whatever_is_hidden() -> None:
    state = play({"luminaries": "all", "stars": "always"}, 3, 12).state
    known = know(state, 0)
    assert set(known.table.deck) == {HIDDEN}
    assert set(known.table.players[1].hand) == {HIDDEN}
    assert known.table.players[0].hand == state.players[0].hand


def found(choosers: dict[str, Chooser], games: range, **more: Any) -> list[str]:
    """Return the choices in some random games that depend on hidden cards."""
    counts: Counter[str] = Counter()
    return [line for seed in games for line in differences(seed, choosers, counts, **more)]


@pytest.mark.no_cover  # a search
def test_no_choice_depends_on_what_is_hidden() -> None:
    assert found(HOUSE, range(3), positions=3, most=60) == []


@pytest.mark.no_cover  # a search
def test_no_choice_made_together_with_others_depends_on_theirs() -> None:
    assert found(HOUSE, range(100, 102), options=TOGETHER, positions=6, most=60) == []


@pytest.mark.thorough
@pytest.mark.no_cover  # a search
def test_no_choice_of_2000_depends_on_what_is_hidden() -> None:
    counts: Counter[str] = Counter()
    seed = 1_000
    while counts["positions"] < 2_000:
        options = TOGETHER if seed % 4 == 0 else None
        assert list(differences(seed, HOUSE, counts, options=options, positions=12)) == []
        seed += 1
    assert {"turn", "echo", "changeling_claim", "gambler", "audience"} <= counts.keys()


def with_the_true_draw_pile(state: State, seat: Seat, memory: Memory) -> Action:
    known = know(state, seat, memory)
    world = replace(UnseenThings(known).world(Dice(b"peek")), deck=state.deck)
    return random.choose(world, seat, Dice("".join(world.deck[:2]).encode()))


def with_the_true_choices(state: State, seat: Seat, memory: Memory) -> Action:
    del memory
    chosen = [card for player in state.players for card in player.chosen or ()]
    return random.choose(state, seat, Dice("".join(chosen).encode()))


def with_a_cache_keyed_by_hidden_cards() -> Chooser:
    """Return a player that caches its choices by hidden cards."""
    kept: dict[bytes, Action] = {}

    def chooser(state: State, seat: Seat, memory: Memory) -> Action:
        key = msgspec.json.encode([state, seat])
        dice = Dice(b"cache", str(len(kept)))
        if key not in kept:
            kept[key] = random.choose(
                UnseenThings(know(state, seat, memory)).world(dice), seat, dice
            )
        return kept[key]

    return chooser


PEEKING: dict[str, Chooser] = {
    "the true draw pile": with_the_true_draw_pile,
    "the true choices of others": with_the_true_choices,
    "a cache keyed by hidden cards": with_a_cache_keyed_by_hidden_cards(),
}


@pytest.mark.parametrize("peeking", PEEKING)
def test_a_player_that_peeks_is_found(peeking: str) -> None:
    assert found({peeking: PEEKING[peeking]}, range(100, 104), options=TOGETHER, most=120)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("budget", [0, -1, MAX_BUDGET + 1])
def test_an_impossible_budget_is_refused(level: str, budget: int) -> None:
    with pytest.raises(PlayerError, match="budget: Choose a budget of 1 to 100,000"):
        choose(level, know(play({}, 1, 0).state, 0), b"", budget)


def test_an_unknown_level_is_refused() -> None:
    with pytest.raises(PlayerError, match="There is no level clever"):
        choose("clever", know(play({}, 1, 0).state, 0), b"")
