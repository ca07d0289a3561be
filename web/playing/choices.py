"""What may be chosen in a turn: `Choosing` decides it from a menu, a view and a draft alone.

It also says what is chosen, and has the action once all of it is. Choices that are the only ones
are made by themselves, and what is no longer possible is dropped.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Final

from illimat_core.cards import FOOLS, ORDER, SEASONS, VALUES
from illimat_core.console.shorthand import shorten
from illimat_core.menu_entries import Menu
from illimat_core.views import ItemView, Observation
from web.playing.drafts import MOST_PLANNED, MoveDraft
from web.playing.offers import AT_ONCE, MAIN, ActionOffer, Way, offers_of

MEMBERS: Final[dict[str, tuple[str, ...]]] = {
    "sow": ("card", "field", "season"),
    "harvest": ("card", "field", "take", "season_card", "season"),
    "stockpile": ("card", "field", "value", "take", "season"),
    "rake_sow": ("card", "season"),
    "loom_stockpile": ("card", "value", "take", "season"),
    "exchange": ("give", "take"),
    "turn_illimat": ("summer",),
    "name_season": ("season",),
    "take_okus": ("from",),
    "name_luminary": ("luminary",),
    "discard": ("cards",),
    "face_down": ("cards",),
    "pass": (),
    "end_turn": (),
}
"""The members of each action other than its type."""
PEELED: Final = 2_000  # steps at which sums are told apart


@dataclass(frozen=True)
class Lying:
    """An item of a field: the card that names it, all its cards, and its value."""

    card: str
    field: str
    item: str | ItemView
    cards: tuple[str, ...]
    value: int

    @property
    def is_pile(self) -> bool:
        return not isinstance(self.item, str) and self.item.value is not None


def lying_in(view: Observation) -> dict[str, Lying]:
    """Return the items of the board by the card that names each: its first in deck order."""
    found = {}
    for field, items in view.fields.items():
        for item in items:
            cards, value = _cards_of(item)
            card = min(cards, key=lambda each: ORDER[each])  # type: ignore[index]
            found[card] = Lying(card, field, item, cards, value or VALUES[card][0])  # type: ignore[index]
    return found


def _cards_of(item: str | ItemView) -> tuple[tuple[str, ...], int | None]:
    if isinstance(item, str):
        return (item,), None
    if item.card:
        return (item.card,), None
    return tuple(card for group in item.groups for card in group), item.value


class Choosing:
    """What is chosen of a menu in a draft, and what may be chosen next."""

    def __init__(self, menu: Menu, view: Observation, draft: MoveDraft) -> None:
        self.menu = menu
        self.view = view
        self.items = lying_in(view)
        self.given = draft
        self.offers = offers_of(menu)

    @property
    def at_once(self) -> list[ActionOffer]:
        """What may be done without choosing anything."""
        return [offer for offer in self.offers if offer.verb in AT_ONCE]

    @cached_property
    def kinds(self) -> dict[tuple[str, str], list[ActionOffer]]:
        """The offers that are no main plays, by action and the luminary that allows it."""
        found: dict[tuple[str, str], list[ActionOffer]] = {}
        for offer in self.offers:
            if offer.verb not in (*MAIN, *AT_ONCE):
                found.setdefault((offer.verb, offer.at), []).append(offer)
        return found

    @cached_property
    def kind(self) -> tuple[str, str] | None:
        """The kind of action that the draft is about; None for a main play."""
        asked = (self.given.verb, self.given.at)
        if asked in self.kinds:
            return asked
        plays = any(offer.verb in MAIN for offer in self.offers)
        return next(iter(self.kinds)) if len(self.kinds) == 1 and not plays else None

    @cached_property
    def of_kind(self) -> list[ActionOffer]:
        """The offers of that kind."""
        if self.kind:
            return self.kinds[self.kind]
        return [offer for offer in self.offers if offer.verb in MAIN]

    @cached_property
    def cards(self) -> tuple[str, ...]:
        """The hand cards that are chosen, as far as some offer goes on from them."""
        chosen = frozenset(self.given.cards)
        if self.pool:
            kept = [card for card in self.given.cards if card in self.pool.pool]
            return tuple(kept[: self.pool.most])
        return self.given.cards if any(chosen <= offer.cards for offer in self.of_kind) else ()

    @property
    def pool(self) -> ActionOffer | None:
        """The offer of which several hand cards are chosen, if it is of that kind."""
        return next((offer for offer in self.of_kind if offer.pool), None)

    @cached_property
    def played(self) -> list[ActionOffer]:
        """The offers that play just the chosen cards."""
        return [offer for offer in self.of_kind if offer.cards == frozenset(self.cards)]

    @cached_property
    def field(self) -> str:
        among = {offer.field for offer in self.played}
        return self.given.field if self.given.field in among else ""

    @cached_property
    def offer(self) -> ActionOffer | None:
        """The offer that is chosen: its action, cards, field and pick."""
        if self.pool:
            return self.pool
        found = [offer for offer in self.played if offer.field == self.field]
        found = [offer for offer in found if not offer.pick or offer.pick == self.pick]
        if self.kind is None:
            found = [offer for offer in found if self.field]
            wanted = [offer for offer in found if offer.verb == self.given.verb]
            found = sorted(wanted or found, key=lambda offer: MAIN.index(offer.verb))
        return found[0] if found else None

    @property
    def pick(self) -> str:
        """The chosen seat, luminary or season."""
        return self.given.season if self.given.verb == "name_season" else self.given.pick

    @cached_property
    def way(self) -> Way | None:
        """The value that the items are to make."""
        ways = self.offer.ways if self.offer else ()
        chosen = frozenset(self.given.items or ())
        named = [way for way in ways if way.value == self.given.value]
        fitting = [way for way in (*named, *ways) if way.cut or chosen <= way.pool]
        return next(iter(fitting or named or ways), None)

    @cached_property
    def taken(self) -> tuple[str, ...]:
        """The chosen items; a single set is chosen by itself."""
        if self.offer and self.offer.takes:
            return tuple(item for item in self.given.items or () if item in self.offer.takes)[:1]
        if self.way is None:
            return ()
        if self.given.items is None and len(self.offer.ways if self.offer else ()) == 1:
            sets = self.way.sets
            return tuple(sets[0]) if len(sets) == 1 and not self.way.cut else ()
        return tuple(item for item in self.given.items or () if item in self.touchable)

    @cached_property
    def touchable(self) -> frozenset[str]:
        """The items that may be taken for the chosen value."""
        if self.offer and self.offer.takes:
            return frozenset(self.offer.takes)
        if self.way is None or self.offer is None:
            return frozenset()
        if not self.way.cut:
            return self.way.pool
        fields = {self.items[item].field for item in self.way.pool if item in self.items}
        fields.add(self.offer.field or self.offer.at)
        return frozenset(item for item, lying in self.items.items() if lying.field in fields)

    @cached_property
    def season_card(self) -> str:
        """The played card that is to set the season."""
        setters = (self.offer.setters if self.offer else None) or {}
        return self.given.season_card if self.given.season_card in setters else ""

    @property
    def needs_season(self) -> bool:
        if self.offer is None:
            return False
        if self.offer.season == "card":
            return (self.offer.setters or {}).get(self.season_card) == "free"
        return self.offer.season == "free"

    @property
    def fresh(self) -> MoveDraft:
        """The draft with nothing chosen but what is planned."""
        return MoveDraft(planned=self.given.planned)

    @property
    def then(self) -> MoveDraft | None:
        """The draft in which the chosen action is planned, and another follows; None if it may not.

        At most `MOST_PLANNED` actions are planned.
        """
        if self.action is None or len(self.given.planned) == MOST_PLANNED:
            return None
        return MoveDraft(planned=(*self.given.planned, shorten(self.action)))

    @cached_property
    def draft(self) -> MoveDraft:
        """The draft with what was chosen by itself, and without what is not possible."""
        offer = self.offer
        return self.fresh.but(
            cards=self.cards,
            field=self.field,
            verb=offer.verb if offer else self.kind[0] if self.kind else "",
            at=self.kind[1] if self.kind else "",
            value=self.way.value if self.way else 0,
            items=self.taken if self.taken or self.given.items is not None else None,
            season_card=self.season_card,
            season=self.given.season if self.given.season in SEASONS else "",
            pick=self.given.pick,
        )

    @property
    def has_lost(self) -> bool:
        """Whether something that was chosen is not possible, as after the game has moved on."""
        given, kept = self.given, self.draft
        named = (given.field, kept.field), (given.verb, kept.verb), (given.at, kept.at)
        return (
            not set(given.cards).issubset(kept.cards)
            or not set(given.items or ()).issubset(kept.items or ())
            or any(before and before != now for before, now in named)
        )

    @cached_property
    def back(self) -> MoveDraft:
        for earlier in self.given.earlier():
            if Choosing(self.menu, self.view, earlier).draft != self.draft:
                return earlier
        return MoveDraft()

    @property
    def is_begun(self) -> bool:
        """Whether anything is chosen that can be taken back."""
        return self.back != self.given and self.given != MoveDraft()

    @property
    def action(self) -> dict[str, Any] | None:
        """The action, or None as long as something is left to choose."""
        offer = self.offer
        if offer is None or (self.needs_season and not self.draft.season):
            return None
        if offer.season == "card" and not self.season_card:
            return None
        if (offer.ways or offer.takes) and not self.taken:
            return None
        if offer.pool and not offer.least <= len(self.cards) <= offer.most:
            return None
        return {"type": offer.verb} | self._members(offer)

    def _members(self, offer: ActionOffer) -> dict[str, Any]:
        cards, taken, pick = list(self.cards), list(self.taken), offer.pick
        members: dict[str, Any] = {
            "card": cards[0] if len(cards) == 1 else None,
            "cards": cards,
            "give": cards[:1] and cards[0],
            "field": self.field,
            "summer": self.field,
            "take": taken[0] if offer.takes else taken,
            "value": self.way.value if self.way else 0,
            "from": int(pick) if pick.isdigit() else pick,
            "luminary": pick,
            "season": pick or (self.needs_season and self.draft.season),
            "season_card": self.season_card,
        }
        names = list(MEMBERS[offer.verb])
        if offer.verb == "harvest":
            names[0] = "card" if len(cards) == 1 else "cards"
            names += ["value"] if FOOLS & set(cards) else []
        optional = {"season", "season_card"}
        return {name: members[name] for name in names if members[name] or name not in optional}

    def toggled(self, item: str) -> MoveDraft:
        """Return the draft with an item taken, or given back if it is taken."""
        return self._taking(set(self.taken) ^ {item})

    def with_set(self, way: Way, group: Iterable[str]) -> MoveDraft:
        """Return the draft with a set taken, or given back; sets that overlap it are given up."""
        added, taken = set(group), set(self.taken)
        if self.way is not way:
            return self._taking(added, way)
        if added <= taken:
            return self._taking(taken - added)
        whole, _ = peel(sorted(taken), way)
        kept = [set(each) for each in whole if not added & set(each)]
        if list(group) in way.joins:
            kept = [each for each in kept if sorted(each) not in [sorted(j) for j in way.joins]]
        return self._taking(added.union(*kept))

    def _taking(self, items: set[str], way: Way | None = None) -> MoveDraft:
        ordered = tuple(sorted(items, key=lambda card: ORDER[card]))  # type: ignore[index]
        if self.offer and self.offer.takes:
            ordered = tuple(items - set(self.taken))[:1] if items - set(self.taken) else ()
        if self.offer is None or self.way is None:
            return self.draft.but(items=ordered)
        ways = [way] if way else [self.way, *self.offer.ways]
        fitting = [each for each in ways if each.cut or items <= each.pool]
        value = (fitting or ways)[0].value
        return self.draft.but(items=ordered, value=value, season="", season_card="")


def peel(items: list[str], way: Way) -> tuple[list[list[str]], list[str]]:
    """Return sets of a way that the items are made of, disjoint, and the items that are left.

    As many items as possible are in sets, as far as `PEELED` steps go.
    """
    sets = sorted((each for each in way.sets if set(each) <= set(items)), key=len, reverse=True)
    best: list[list[str]] = []
    steps = PEELED

    def search(rest: frozenset[str], chosen: list[list[str]], first: int) -> None:
        nonlocal best, steps
        if sum(map(len, chosen)) > sum(map(len, best)):
            best = chosen
        for place in range(first, len(sets)):
            steps -= 1
            if steps < 0 or sum(map(len, best)) == len(items):
                return
            if rest.issuperset(sets[place]):
                search(rest - set(sets[place]), [*chosen, sets[place]], place + 1)

    search(frozenset(items), [], 0)
    left = [item for item in items if not any(item in each for each in best)]
    return best, left
