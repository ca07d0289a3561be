"""The page of a running game: what its template shows."""

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext

from games.models import Game
from games.reading import selectors
from games.reading.lists import games_of
from games.reading.tables import Table
from illimat_core import State, may_ask, menu, observe
from illimat_core.cards import FIELDS, FieldId
from illimat_core.messages import Language
from illimat_core.picture import PAGE, Look, Marks
from illimat_core.views import Observation
from illimat_core.words.board import card_name, count_cards, round_text
from illimat_core.words.descriptions import explain_luminaries
from web.frame.news import news_context
from web.playing.choice_lists import Option, list_hand
from web.playing.choices import Choosing
from web.playing.dock import ActionButton, dock_context, make_button
from web.playing.drafts import MoveDraft
from web.playing.marks import marks_of
from web.playing.plan import MovePlan, plan_of
from web.playing.position import draw_position
from web.playing.ribbon import ribbon_of

CROWDED = 10
"""Items of a field; of more, a close-up opens when the field is chosen."""
TOGETHER = ("gambler", "audience")
"""The decisions that several seats make at the same time."""


def playing_context(
    table: Table, view: Observation, draft: MoveDraft, language: Language
) -> dict[str, Any]:
    """Return the template context of a running game; `draft` is what its viewer has chosen.

    After a plan, all of it is as the plan leaves the game, `view` among it.
    """
    about, draft = draft.about, draft.but(about="")
    state = selectors.game_state(table=table)
    asks = state if table.game.state == Game.State.RUNNING and not table.still else None
    plan = plan_of(table, asks, draft.planned, language) if asks else None
    choosing = _choosing(table, view, plan, draft, language) if plan else None
    shown: dict[str, Any] = {"asked": choosing is not None}
    known = explain_luminaries(view, language)
    shown["about"] = next((each for each in known if each.luminary == about), None)
    shown["without"] = draft.href
    news = news_context(table, language)
    played = bool(news["news"].own)  # what they had chosen is not lost, but done
    marks = Marks(luminaries=_luminaries(view, draft))
    if choosing and plan:
        view = choosing.view
        marks = marks_of(choosing)._replace(luminaries=_luminaries(view, draft))
        shown |= dock_context(table, choosing, plan, language)
        shown["dropped"] = not played and len(plan.actions) < len(draft.planned)
        shown["lost"] = (
            not played and choosing.has_lost and not shown["dropped"] and not shown["forbidden"]
        )
    look = Look(language, PAGE, news["news"].marks, marks)
    drawn = draw_position(view, _hand(table, view, choosing, language), look, _crowded(view, draft))
    return (
        shown
        | news
        | drawn
        | {
            "view": view,
            "ribbon": ribbon_of(table, view, language),
            "round_said": round_text(view, language),
            "stage": "now-asked" if shown.get("forbidden") else stage_of(choosing),
            "asking": _asking(table, asks) if asks else [],
            "choosing_still": _choosing_still(table, view, language),
            "next_game": None if choosing else _next_game(table),
            "to_draw": count_cards(view.draw),
        }
    )


def _choosing(
    table: Table, view: Observation, plan: MovePlan, draft: MoveDraft, language: Language
) -> Choosing | None:
    """Return what the viewer may choose after what they have planned; None if they are not asked.

    The draft's plan is cut to what is possible, and the board is as it would lie then.
    """
    offered = menu(plan.state, table.seat, language)
    if offered is None:
        return None
    if plan.actions:
        view = observe(plan.state, table.seat, language=language)
    return Choosing(offered, view, draft.but(planned=draft.planned[: len(plan.actions)]))


def _hand(
    table: Table, view: Observation, choosing: Choosing | None, language: Language
) -> list[Option]:
    """Return the cards of the viewer's hand, which may be chosen if they are asked."""
    held = view.hands.get(table.seat, []) if table.seat is not None else []
    cards = held if isinstance(held, Sequence) else []
    if choosing:
        return list_hand(choosing, cards, language)
    return [Option(card_name(card, language), cards=(card,)) for card in cards]


def _crowded(view: Observation, draft: MoveDraft) -> FieldId | None:
    """Return the chosen field, if so much lies there that it is shown close up."""
    here = next((field for field in FIELDS if field == draft.field), None)
    return here if here and len(view.fields[here]) > CROWDED else None


def stage_of(choosing: Choosing | None) -> str:
    """Return how far a move is, which decides what a small screen shows."""
    if choosing is None:
        return "now-waiting"
    if not choosing.is_begun:
        return "now-asked"
    return "now-choosing step-field" if choosing.field else "now-choosing"


def _luminaries(view: Observation, draft: MoveDraft) -> dict[str, str]:
    """Return where a touch on each luminary leads: to its words in the dock."""
    return {
        code: f"{draft.but(about=code.strip('()')).href}#about"
        for code in view.luminaries.values()
        if code != "?"
    }


def _asking(table: Table, state: State) -> list[ActionButton]:
    """Return buttons that ask others for the card that served their last stockpile (R-STOCK-7)."""
    return [
        make_button(
            gettext("Ask {name} for the card of their stockpile").format(name=table.names[seat]),
            {"type": "ask_passive", "of": seat},
        )
        for seat in may_ask(state, table.seat)
    ]


def _choosing_still(table: Table, view: Observation, language: Language) -> str:
    """Return who still has to choose, where several choose at once; never what was chosen."""
    asked = [each for each in view.decisions if each.kind in TOGETHER and each.seat != table.seat]
    if not asked:
        return ""
    names = [table.names[each.seat] for each in asked if each.seat is not None]
    return gettext("Still choosing: {names}.").format(names=language.form("and", names))


def _next_game(table: Table) -> Game | None:
    """Return another game in which it is the viewer's turn."""
    if table.viewer is None:
        return None
    waiting = games_of(user=table.viewer, filters={"state": "my_turn"})
    return waiting.exclude(pk=table.game.pk).first()
