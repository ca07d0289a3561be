"""The dock of a page: the lists of choices, what they would lead to, and the buttons that send."""

import json
import uuid
from collections.abc import Sequence
from typing import Any, NamedTuple

from django.utils.translation import gettext

from games.reading.tables import Table
from illimat_core.cards import FIELDS, SEASONS
from illimat_core.messages import Language, capitalize
from illimat_core.words.board import card_name
from web.frame.card_chips import marking
from web.playing import choice_lists, wording
from web.playing.choices import Choosing, peel
from web.playing.offers import MAIN
from web.playing.plan import Foreseen, MovePlan, foresee
from web.playing.sent_moves import MALFORMED


class ActionButton(NamedTuple):
    """A button that sends actions: what it says, and what it sends."""

    says: str
    actions: str
    key: str


def make_button(says: str, *actions: dict[str, Any]) -> ActionButton:
    """Return a button with a key of its own, under which it acts once."""
    return ActionButton(says, json.dumps(actions, separators=(",", ":")), str(uuid.uuid4()))


def choices_context(
    choosing: Choosing, prompt: str, names: Sequence[str], language: Language
) -> dict[str, Any]:
    """Return what may be chosen next and what is chosen; `prompt` is what is asked at first."""
    draft, marked = choosing.draft, marking(language)
    offered, parts = (
        choice_lists.list_choices(choosing, names, language),
        choice_lists.parts_of(choosing),
    )
    verb = draft.verb if choosing.is_begun else ""
    return {
        "lead": wording.lead(verb, draft.cards, draft.field, prompt=prompt, language=marked),
        "lists": offered,
        "parts": parts,
        "sets_say_it": any(each.kind == "sets" for each in offered)
        and all(part.done for part in parts),
        "ways": choice_lists.describe_ways(choosing),
        "back": choosing.back.href if choosing.is_begun else "",
    }


def label_button(
    choosing: Choosing, action: dict[str, Any], names: Sequence[str], language: Language
) -> str:
    taken = [card for item in choosing.taken for card in choosing.items[item].cards]
    count = len(taken or choosing.cards)
    return wording.button(action, names, count, language)


def dock_context(
    table: Table, choosing: Choosing, plan: MovePlan, language: Language
) -> dict[str, Any]:
    names, action = table.names, choosing.action
    prompts = {each.kind: each.prompt for each in choosing.view.decisions}
    prompt = prompts.get(choosing.menu.decision, "")
    if choosing.menu.decision == "after_play" and choosing.kinds:
        acts = [wording.free_named(*kind, language) for kind in choosing.kinds]
        prompt = wording.still_open(acts, ends=bool(choosing.at_once), language=language)
    seen = foresee(table, plan.state, action, language) if action else Foreseen([])

    def button(says: str, last: dict[str, Any]) -> ActionButton:
        actions = [*plan.actions, last]
        return make_button(wording.together(says, len(actions)), *actions)

    says = label_button(choosing, action, names, language) if action else ""
    chosen = [button(says, action)] if action and not seen.refusal else []
    usual = [
        button(wording.verb_named(each.verb), {"type": each.verb}) for each in choosing.at_once
    ]
    keeps = choosing.pool is not None and not choosing.cards
    return choices_context(choosing, prompt, names, language) | {
        "planned": plan.told,
        "also": choosing.way.also if choosing.way else "",
        "effects": seen.told,
        "unmet": (_unfinished(choosing) or seen.refusal) if seen.refusal else _unmet(choosing),
        "only_pass": _only_pass(choosing, plan),
        "forbidden": _forbidden(table, choosing, plan, language),
        "form": chosen[0] if chosen and not keeps else None,
        "then": choosing.then.href if seen.goes_on and choosing.then else "",
        "at_once": [*chosen, *usual] if keeps else usual,
        "draft": choosing.given.href,
    }


def _forbidden(table: Table, choosing: Choosing, plan: MovePlan, language: Language) -> str:
    """Return why the touched card of the hand cannot be played; empty if it can."""
    held = choosing.view.hands.get(table.seat) if table.seat is not None else None
    cards = held if isinstance(held, Sequence) else []
    card = next((each for each in choosing.given.cards if each in cards), "")
    if not card or choosing.cards:
        return ""
    if choosing.kind or not any(offer.verb in MAIN for offer in choosing.offers):
        return gettext("{card} is of no use here.").format(
            card=capitalize(card_name(card, language))
        )
    sown = [{"type": "sow", "card": card, "field": field} for field in FIELDS]
    named = [each | {"season": SEASONS[0]} for each in sown]  # as some cards need it
    seen = [foresee(table, plan.state, each, language) for each in (*sown, *named)]
    refusals = [each.refusal for each in seen if each.rule != MALFORMED]
    return " ".join(dict.fromkeys(filter(None, refusals)))


def _only_pass(choosing: Choosing, plan: MovePlan) -> str:
    """Return why nothing can be repeated where the Echo asks for it; empty if something can."""
    act = plan.state.pending.act if plan.state.pending else None
    return wording.nothing_to_repeat(act) if act and not choosing.of_kind else ""


def _unfinished(choosing: Choosing) -> str:
    """Return how far the chosen items are from the value that they are to make, in a sentence."""
    way = choosing.way
    if way is None or way.joins:
        return ""
    _, left = peel(list(choosing.taken), way)
    makes = sum(choosing.items[card].value for card in left)
    return wording.unmet(way.value, makes, chosen=True) if left else ""


def _unmet(choosing: Choosing) -> str:
    """Return what is still to be chosen before anything can be sent."""
    offer = choosing.offer
    if choosing.kind and not choosing.cards and any(each.cards for each in choosing.of_kind):
        return gettext("Choose a card of your hand.")
    if choosing.action or offer is None:
        return ""
    if choosing.way and not choosing.taken:
        return wording.unmet(choosing.way.value, 0, chosen=False)
    if offer.takes and not choosing.taken:
        return gettext("Choose a card of the board.")
    if offer.pool:
        return gettext("Choose {least} to {most} cards.").format(least=offer.least, most=offer.most)
    return gettext("Choose a season.")
