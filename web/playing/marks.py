"""What is marked on the board, and the board as a list of words, which is marked alike."""

from typing import NamedTuple

from illimat_core.cards import FIELDS, ROWS
from illimat_core.messages import Language
from illimat_core.observation import forbidden_acts
from illimat_core.picture import Marks, TouchTarget
from illimat_core.rules.hooks import Act
from illimat_core.views import Observation
from illimat_core.words.board import forbidden_text, item_words, season_of_field
from web.playing.choice_lists import Option, forbidden_plays_in
from web.playing.choices import Choosing, lying_in
from web.playing.offers import MAIN, ActionOffer

NOWHERE = TouchTarget("")


def marks_of(choosing: Choosing) -> Marks:
    """Return what is marked on the board: items and fields that may be touched or are chosen."""
    main = choosing.kind is None and bool(choosing.cards)
    items: dict[str, TouchTarget] = {}
    for field in FIELDS if main else ():
        if choosing.field in {"", field}:
            items |= _begun(choosing, field)
    items |= {
        card: TouchTarget(choosing.toggled(card).href, card in choosing.taken)
        for card in choosing.touchable
    }
    return Marks(
        choosing=bool(choosing.cards or choosing.field) and choosing.pool is None,
        items=items,
        fields=_fields(choosing) if main or choosing.kind else {},
        plates=_plates(choosing) if main else {},
    )


def _here(choosing: Choosing, field: str) -> list[ActionOffer]:
    return [offer for offer in choosing.played if offer.field == field]


def _begun(choosing: Choosing, field: str) -> dict[str, TouchTarget]:
    """Return the items of sets, each with the play that a touch on it begins: a harvest first.

    In the chosen field these are the sets of the play that is open in the dock.
    """
    begun: dict[str, TouchTarget] = {}
    leads = choosing.fresh.but(cards=choosing.cards)
    opened = choosing.offer.verb if choosing.field and choosing.offer else ""
    offers = [each for each in _here(choosing, field) if each.verb == opened or not opened]
    for offer in reversed(offers):
        for way in reversed(offer.ways):
            draft = leads.but(field=field, verb=offer.verb, value=way.value)
            begun |= {card: TouchTarget(draft.but(items=(card,)).href) for card in way.pool}
    return begun


def _fields(choosing: Choosing) -> dict[str, TouchTarget]:
    """Return the fields that may be chosen instead, and the one that is."""
    leads = choosing.draft if choosing.kind else choosing.fresh.but(cards=choosing.cards)
    among = choosing.of_kind if choosing.kind else choosing.played
    found = {offer.field: TouchTarget(leads.but(field=offer.field).href) for offer in among}
    found.pop("", None)
    return found | ({choosing.field: TouchTarget("", chosen=True)} if choosing.field else {})


def _plates(choosing: Choosing) -> dict[str, list[tuple[Act, bool]]]:
    """Return what may be done in each field, and what is forbidden there."""
    plates: dict[str, list[tuple[Act, bool]]] = {}
    for field, closed in forbidden_plays_in(choosing.view).items():
        verbs = {offer.verb for offer in _here(choosing, field)}
        plates[field] = [(act, act in verbs) for act in MAIN if act in verbs or act in closed]
    return plates


class Spot(NamedTuple):
    """A field in words: what is said of it, and its items as options."""

    field: str
    name: str
    href: str
    chosen: bool
    items: list[Option]


def board_in_words(view: Observation, marks: Marks, language: Language) -> list[Spot]:
    """Return the board as a list, each entry with where a touch on it leads."""
    closed, lying, spots = forbidden_acts(view), lying_in(view), []
    for field in (field for row in ROWS for field in row):
        place = language.say(f"picture.place.{field}")
        season = language.form("season", season_of_field(view, field))
        name = f"{place}, {season}: {forbidden_text(closed[field], language)}"
        items = []
        for each in (each for each in lying.values() if each.field == field):
            choice = marks.items.get(each.card, NOWHERE)
            items.append(Option(item_words(each.item, language), choice.href, choice.chosen))
        there = marks.fields.get(field, NOWHERE)
        spots.append(Spot(field, name, there.href, there.chosen, items))
    return spots
