"""Refusals: every kind of illegal action is refused by the rule that section 15 names."""

from random import Random

from hypothesis import assume, given

from illimat_core import RuleError, State, decide, read, write
from tests.core.actions import listed, mutations
from tests.core.oracles.refusals import refusal
from tests.support.playing import FIELDS, SEASONS, Json, lit_positions, mover, seeds
from trials.dice import dice

CHANGED, MADE_UP = 40, 20  # actions that are tried in a position
PLAYS = ("sow", "harvest", "stockpile", "exchange", "rake_sow", "loom_stockpile")


@given(lit_positions(), seeds)
def test_the_first_rule_that_is_broken_refuses(state: State, seed: int) -> None:
    assume(not state.over)
    random, seat, position = dice(seed), mover(state), write(state)
    legal = random.choice(listed(state, 200))
    wrong = mutations(legal, state, random)
    tried = random.sample(wrong, min(CHANGED, len(wrong)))
    tried += [made_up(state, random) for _ in range(MADE_UP)]
    for action in tried:
        rules: set[str | None] = {*refusal(position, seat, action)}
        assert refused_by(state, seat, action) in (rules or {None}), action


def refused_by(state: State, seat: int, action: Json) -> str | None:
    """Return the rule that refuses an action; None if it is legal."""
    try:
        decide(state, seat, read(state, seat, action))
    except RuleError as refused:
        return refused.rule
    return None


def made_up(state: State, random: Random) -> Json:
    """Return an action of cards on the table, and sometimes of a card elsewhere."""
    hand = [str(card) for card in state.players[mover(state)].hand]
    board = [str(card) for field in state.fields for item in field.items for card in item.cards]
    action: Json = {"type": random.choice(PLAYS)}
    kind, card = action["type"], random.choice([*hand * 3, *board[:1], "KSt"])
    if kind == "exchange":
        return action | {"give": card, "take": random.choice([*board, "KSt"])}
    if kind == "harvest" and random.random() < 0.4:
        action["cards"] = random.sample(hand, random.randint(1, len(hand)))
    else:
        action["card"] = card
    if kind in {"sow", "harvest", "stockpile"}:
        action["field"] = random.choice(FIELDS)
    if kind not in {"sow", "rake_sow"}:
        action["take"] = random.sample(board, min(len(board), random.choice([0, 1, 1, 2, 3])))
    if kind in {"stockpile", "loom_stockpile"} or (kind == "harvest" and random.random() < 0.2):
        action["value"] = random.randint(0, 16)
    if random.random() < 0.2:
        action["season"] = random.choice(SEASONS)
    return action
