"""Drafts of actions, as people choose them on a game's page."""

import json

from illimat_core import Action, State, as_json, menu, observe
from web.playing.choices import Choosing
from web.playing.drafts import MoveDraft


def choosing(state: State, seat: int | None, draft: MoveDraft) -> Choosing:
    offered = menu(state, seat)
    assert offered
    return Choosing(offered, observe(state, seat), draft)


def draft_of(action: Action) -> MoveDraft:
    """Return the draft of an action, as somebody chooses it member by member."""
    told = json.loads(json.dumps(as_json(action)))
    played = [told[name] for name in ("card", "give") if name in told] + list(told.get("cards", []))
    take = told.get("take")
    pick = told.get("from", told.get("luminary", ""))
    return MoveDraft(
        verb=told["type"],
        cards=tuple(played),
        field=told.get("field", told.get("summer", "")),
        value=told.get("value", 0),
        items=None if take is None else (take,) if isinstance(take, str) else tuple(take),
        season=told.get("season", ""),
        season_card=told.get("season_card", ""),
        pick=str(pick),
    )


def with_place(draft: MoveDraft, asked: Choosing) -> MoveDraft:
    """Return the draft with the field of the luminary that allows its action, if one does."""
    places = [at for verb, at in asked.kinds if verb == draft.verb]
    return draft.but(at=places[0]) if places else draft
