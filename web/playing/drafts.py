"""The draft of a move: what somebody has chosen so far, as the query of a game's page.

A draft is in the address alone, so going back, reloading and another device all find it.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Any, Final
from urllib.parse import urlencode

from django.http import QueryDict

from illimat_core.cards import FIELDS, LUMINARIES, ORDER, SEASONS

VALUE: Final = re.compile("[0-9]{1,3}")
MOST: Final = 60  # cards or items: more than a game has
MOST_PLANNED: Final = 8  # actions before the one that is chosen
LONGEST: Final = 300  # characters of a planned action
ORDERED: Final = (
    *("planned", "cards", "field", "verb", "at", "value"),
    *("items", "season_card", "season", "pick", "about"),
)
"""The members, in the order in which they are chosen."""
NAMES: Final = {"planned": "plan", "cards": "card", "items": "item"}


@dataclass(frozen=True, kw_only=True)
class MoveDraft:
    """What is chosen; an empty member is not chosen yet.

    `verb` is the type of an action, `at` the field of the luminary that allows it, `items` are
    items of the board, each by a card: None as long as nobody has chosen any, empty once all are
    taken away again. `pick` is a seat, `board` or a luminary. `planned` are actions in shorthand,
    which are to be sent together with the one that is chosen, before it. `about` is a luminary
    whose words are shown beside the choice.
    """

    planned: tuple[str, ...] = ()
    cards: tuple[str, ...] = ()
    field: str = ""
    verb: str = ""
    at: str = ""
    value: int = 0
    items: tuple[str, ...] | None = None
    season_card: str = ""
    season: str = ""
    pick: str = ""
    about: str = ""

    def but(self, **changes: Any) -> "MoveDraft":
        return replace(self, **changes)

    @property
    def href(self) -> str:
        """Its address, relative to the page of its game."""
        return f"?{urlencode(list(self._pairs()))}"

    def _pairs(self) -> Iterator[tuple[str, str]]:
        for name in ORDERED:
            chosen = getattr(self, name)
            if isinstance(chosen, tuple):
                key = NAMES[name]
                yield from ((key, each) for each in chosen or ([""] if name == "items" else []))
            elif chosen:
                yield name, str(chosen)

    def earlier(self) -> Iterator["MoveDraft"]:
        """Yield the draft without what was chosen last, then without what was chosen before."""
        draft, nothing = self, MoveDraft()
        order = [each.name for each in fields(self) if each.name != "planned"]
        if self.at or not self.cards:
            order = ["verb", "at", *(name for name in order if name not in {"verb", "at"})]
        for name in reversed(order):
            if getattr(draft, name) != getattr(nothing, name):
                draft = draft.but(**{name: getattr(nothing, name)})
                yield draft
        while draft.planned:
            draft = draft.but(planned=draft.planned[:-1])
            yield draft


def read_draft(query: QueryDict) -> MoveDraft:
    """Return the draft in a query; what is no card, field, season and so on is left out."""
    items = tuple(_cards(query, "item")) if "item" in query else None
    value = query.get("value", "")
    planned = [text for text in query.getlist("plan") if len(text) <= LONGEST]
    return MoveDraft(
        planned=tuple(planned[:MOST_PLANNED]),
        cards=tuple(_cards(query, "card")),
        field=_one(query, "field", FIELDS),
        verb=query.get("verb", "")[:20],
        at=_one(query, "at", FIELDS),
        value=int(value) if VALUE.fullmatch(value) else 0,
        items=items,
        season_card=_one(query, "season_card", ORDER),
        season=_one(query, "season", SEASONS),
        pick=_one(query, "pick", ("board", *map(str, range(8)), *LUMINARIES)),
        about=_one(query, "about", LUMINARIES),
    )


def _cards(query: QueryDict, name: str) -> list[str]:
    given = [card for card in query.getlist(name)[:MOST] if card in ORDER]
    return sorted(dict.fromkeys(given), key=lambda card: ORDER[card])  # type: ignore[index]


def _one(query: QueryDict, name: str, among: Any) -> str:
    given = query.get(name, "")
    return given if given in among else ""
