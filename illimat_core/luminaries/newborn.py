"""The Newborn: reveals the luminary opposite, or calls one from the reserve (R-LUM-NEWBORN)."""

from illimat_core.cards import FieldId, opposite
from illimat_core.decisions import Step, step
from illimat_core.messages import english
from illimat_core.rules.hooks import Draft, LuminaryRules
from illimat_core.rules.turn import SEEDS, deal_into, discard, turn_up

english(
    {
        "newborn.name": "the Newborn",
        "newborn.short": "Reveals the luminary opposite, too.",
        "newborn.on_reveal": (
            "The luminary of the opposite field is revealed as well; if there is none, a random "
            "one comes from the reserve."
        ),
    }
)


def it_reveals_the_luminary_opposite(draft: Draft, at: FieldId) -> None:
    across = opposite(at)
    field = draft.state.field(across)
    called = field.luminary is None
    luminary = next(iter(draft.state.reserve), None) if called else field.luminary
    if luminary is None or field.face_up:
        return
    draft.next(step("top_up", across))
    turn_up(draft, across, luminary, from_reserve=called)


def top_up(draft: Draft, now: Step) -> None:
    """Deal the cards a reveal needs and let it take effect, or discard the luminary."""
    at = now.at
    assert at is not None
    rules = draft.rules_at(at)
    there = sum(len(item.cards) for item in draft.state.field(at).items)
    missing = max(0, (rules.seeds if rules else SEEDS) - there)
    if missing > len(draft.state.deck):
        discard(draft, at)
        return
    if missing:
        deal_into(draft, at, missing)
    # Where more seeds than usual were dealt, as for the River, they were the effect of the reveal.
    if rules and rules.seeds == SEEDS:
        draft.next(step("take_effect", at))


RULES = LuminaryRules(
    luminary="newborn",
    emblem=(
        "M-12 2C-11 10-5 13 0 13S11 10 12 2zM-12 2C-8-1-4-1 0 2S8 5 12 2"
        "M-4-2.6a4.2 4.2 0 1 1 4.6-.4"
        "M6-12 7-9.6 9.6-9.4 7.6-7.8 8.2-5.2 6-6.6 3.8-5.2 4.4-7.8"
    ),
    on_reveal=it_reveals_the_luminary_opposite,
)
