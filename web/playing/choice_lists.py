"""The choices of a `Choosing` as lists of links: their labels, their addresses, and notes.

A link leads to the draft in which its choice is made. What is not possible has a note that says
why.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext, ngettext

from illimat_core.cards import ROWS, SEASONS, VALUES, Card, FieldId, season_at
from illimat_core.messages import Language
from illimat_core.observation import forbidden_acts
from illimat_core.views import Observation
from illimat_core.words.board import card_name, forbidden_text
from web.playing import wording
from web.playing.choices import Choosing, Lying, peel
from web.playing.offers import MAIN, Way

SETS: Final = 8  # ready sets that are shown; of more, the cards are chosen one by one
TONES: Final = {"Spring": "Sp", "Summer": "Su", "Autumn": "Au", "Winter": "Wi"}


def forbidden_plays_in(view: Observation) -> dict[str, list[str]]:
    """Return the main plays that are forbidden in each field."""
    return {field: [*map(str, acts)] for field, acts in forbidden_acts(view).items()}


class Option(NamedTuple):
    """Something to choose; without an address it cannot be chosen, and the note says why.

    A card of the hand that cannot be played has a note, and an address at which the dock says more.
    `cards` are shown before the label; `tone` is the suit of the colour that goes with it.
    """

    label: str
    href: str = ""
    chosen: bool = False
    note: str = ""
    cards: tuple[str, ...] = ()
    tone: str = ""


class ChoiceList(NamedTuple):
    """Options of one kind, of which one or several are chosen."""

    kind: str
    title: str
    options: list[Option]


class ChosenPart(NamedTuple):
    """Chosen items: what they make, and whether that is the value wanted."""

    items: list[Lying]
    says: str
    done: bool


def list_choices(choosing: Choosing, names: Sequence[str], language: Language) -> list[ChoiceList]:
    found = [*_kinds(choosing, language), *_ways(choosing), *_lying(choosing)]
    found += _needs(choosing, language)
    if choosing.kind is None and choosing.cards:
        found = [*_together(choosing, language), *_where(choosing, language), *found]
    if picks := [offer for offer in choosing.of_kind if offer.pick]:
        chosen = choosing.pick
        key = "season" if picks[0].verb == "name_season" else "pick"
        options = [
            Option(
                wording.pick_named(offer.verb, offer.pick, names, language),
                choosing.draft.but(verb=offer.verb, **{key: offer.pick}).href,
                offer.pick == chosen,
            )
            for offer in picks
        ]
        found.append(ChoiceList("picks", wording.verb_named(picks[0].verb), options))
    if choosing.kind and any(offer.field for offer in choosing.of_kind):
        found.append(ChoiceList("fields", gettext("Where is Summer?"), _turned(choosing, language)))
    return [each for each in found if each.options]


def list_hand(choosing: Choosing, cards: Sequence[str], language: Language) -> list[Option]:
    return [_held(choosing, card, language) for card in cards]


def _held(choosing: Choosing, card: str, language: Language) -> Option:
    name, chosen, draft = card_name(card, language), card in choosing.cards, choosing.draft
    if choosing.pool:
        left = [each for each in choosing.cards if each != card]
        if not chosen and (card not in choosing.pool.pool or len(left) == choosing.pool.most):
            return Option(name, cards=(card,), note=gettext("no more cards"))
        cards = tuple(left) if chosen else (*choosing.cards, card)
        return Option(name, draft.but(cards=cards).href, chosen, cards=(card,))
    if frozenset({card}) not in {offer.cards for offer in choosing.of_kind}:
        in_some = any(card in offer.cards for offer in choosing.of_kind)
        if not in_some:
            href = "" if chosen else choosing.fresh.but(cards=(card,)).href
            return Option(name, href, chosen, gettext("cannot be played now"), cards=(card,))
    kind = choosing.kind
    fresh = choosing.fresh.but(verb=kind[0], at=kind[1]) if kind else choosing.fresh
    leads = fresh if chosen and len(choosing.cards) == 1 else fresh.but(cards=(card,))
    return Option(name, leads.href, chosen, cards=(card,))


def _kinds(choosing: Choosing, language: Language) -> Iterator[ChoiceList]:
    """Yield what else may be done than a main play, if there is a choice."""
    if choosing.cards and not choosing.kind:
        return
    plays = any(offer.verb in MAIN for offer in choosing.offers)
    if not plays and len(choosing.kinds) == 1:
        return
    options = [
        Option(
            wording.free_named(verb, at, language),
            choosing.fresh.but(verb=verb, at=at).href,
            (verb, at) == choosing.kind,
        )
        for verb, at in choosing.kinds
    ]
    yield ChoiceList("kinds", gettext("Or") if plays else gettext("What to do"), options)


def _together(choosing: Choosing, language: Language) -> Iterator[ChoiceList]:
    """Yield the cards that may be played as one with those chosen."""
    chosen = frozenset(choosing.cards)
    more = {
        card for offer in choosing.of_kind if chosen < offer.cards for card in offer.cards - chosen
    }
    if not more and len(chosen) == 1:
        return
    options = [
        Option(
            card_name(card, language),
            choosing.fresh.but(cards=(*choosing.cards, card)).href,
            cards=(card,),
        )
        for card in sorted(more)
    ]
    for card in choosing.cards if len(chosen) > 1 else ():
        fewer = choosing.fresh.but(cards=tuple(each for each in choosing.cards if each != card))
        options.append(Option(card_name(card, language), fewer.href, chosen=True, cards=(card,)))
    yield ChoiceList("together", gettext("As one card, together with"), options)


def _where(choosing: Choosing, language: Language) -> Iterator[ChoiceList]:
    if choosing.field:
        yield ChoiceList("verbs", gettext("What to do"), list(_verbs(choosing)))
        return
    options = [_field(choosing, field, language) for row in ROWS for field in row]
    yield ChoiceList("fields", gettext("Where"), options)


def _field(choosing: Choosing, field: FieldId, language: Language) -> Option:
    view = choosing.view
    verbs = [offer.verb for offer in choosing.played if offer.field == field]
    closed = forbidden_acts(view)[field]
    season = season_at(field, view.summer)
    label = ", ".join(wording.VERBS[verb]() for verb in verbs) or gettext("Not possible")
    where = language.say("board.field", field=field, season=season)
    if verbs:
        href = choosing.draft.but(field=field, verb="", items=None, value=0).href
        return Option(label, href, note=where, tone=TONES[season])
    notes = [forbidden_text(closed, language)] if closed else []
    if "harvest" not in closed:
        values = _values(choosing)
        notes.append(wording.why_not("harvest", view, field, closed=False, values=values))
    return Option(label, note=f"{where}: {', '.join(notes)}", tone=TONES[season])


def _values(choosing: Choosing) -> str:
    """Return what the chosen cards count, for a sentence."""
    counts = [VALUES[Card(card)] for card in choosing.cards]
    if len(counts) == 1:
        return gettext(" or ").join(map(str, counts[0]))
    return str(sum(each[0] for each in counts))


def _verbs(choosing: Choosing) -> Iterator[Option]:
    field = choosing.field
    closed = forbidden_plays_in(choosing.view)[field]
    possible = {offer.verb for offer in choosing.played if offer.field == field}
    now = choosing.offer.verb if choosing.offer else ""
    for verb in MAIN:
        name = wording.VERBS[verb]()
        if verb in possible:
            leads = choosing.draft.but(verb=verb, items=None, value=0, season="", season_card="")
            yield Option(name, leads.href, verb == now)
        else:
            why = wording.why_not(
                verb,
                choosing.view,
                field,
                closed=verb in closed,
                values=_values(choosing),
            )
            yield Option(name, note=why)


def _ways(choosing: Choosing) -> Iterator[ChoiceList]:
    """Yield the values to make, and the ready sets of items."""
    ways = choosing.offer.ways if choosing.offer else ()
    if len(ways) > 1:
        values = [
            Option(
                str(way.value),
                choosing.draft.but(value=way.value, items=()).href,
                way is choosing.way,
            )
            for way in ways
        ]
        yield ChoiceList("values", gettext("What they are to make"), values)
    sets = [(way, group) for way in ways for group in way.sets]
    if len(sets) > SETS or any(way.cut for way in ways):
        return
    if len(sets) > 1 or not choosing.taken:
        options = [_set(choosing, way, group) for way, group in sets]
        yield ChoiceList("sets", gettext("Ready sets"), options)


def _lying(choosing: Choosing) -> Iterator[ChoiceList]:
    """Yield the items of which one may be taken, as for an exchange."""
    if choosing.offer and choosing.offer.takes:
        options = [
            Option("", choosing.toggled(card).href, card in choosing.taken, cards=lying.cards)
            for card, lying in choosing.items.items()
            if card in choosing.touchable
        ]
        yield ChoiceList("lying", gettext("Cards of the board"), options)


def _set(choosing: Choosing, way: Way, group: list[str]) -> Option:
    cards = tuple(group)
    chosen = way is choosing.way and set(group) <= set(choosing.taken)
    joins = group in way.joins
    note = gettext("with your card: {value}") if joins else "= {value}"
    return Option(
        "",
        choosing.with_set(way, group).href,
        chosen,
        note=note.format(value=way.value),
        cards=cards,
    )


def describe_ways(choosing: Choosing) -> str:
    """Return how many sets there are, where they are too many to be shown; or nothing."""
    ways = choosing.offer.ways if choosing.offer else ()
    count = sum(way.count for way in ways)
    if count > SETS or any(way.cut for way in ways):
        return ngettext(
            "There is {number} way: touch the cards.",
            "There are {number} ways: touch the cards.",
            count,
        ).format(number=count)
    return ""


def _needs(choosing: Choosing, language: Language) -> Iterator[ChoiceList]:
    """Yield the card that sets the season, and the season, where they must be named."""
    if choosing.offer and choosing.offer.season == "card":
        yield ChoiceList(
            "setters",
            gettext("Which card turns the Illimat?"),
            [
                Option(
                    card_name(card, language),
                    choosing.draft.but(season_card=card, season="").href,
                    card == choosing.season_card,
                    cards=(card,),
                )
                for card in choosing.offer.setters or {}
            ],
        )
    if choosing.needs_season:
        yield ChoiceList(
            "seasons",
            gettext("Which season comes to the field?"),
            [
                Option(
                    language.form("season", season),
                    choosing.draft.but(season=season).href,
                    season == choosing.draft.season,
                    tone=TONES[season],
                )
                for season in SEASONS
            ],
        )


def _turned(choosing: Choosing, language: Language) -> list[Option]:
    summer = language.form("season", "Summer")
    return [
        Option(
            f"{summer}: {language.form('field', field)}",
            choosing.draft.but(field=field).href,
            field == choosing.field,
            tone="Su",
        )
        for row in ROWS
        for field in row
    ]


def parts_of(choosing: Choosing) -> list[ChosenPart]:
    """Return what the chosen items make, set by set, and what is left over."""
    way, items = choosing.way, choosing.items
    if way is None or not choosing.taken:
        return []
    whole, left = peel(list(choosing.taken), way)
    joins = [sorted(each) for each in way.joins]
    parts = []
    for group in whole:
        lying = [items[card] for card in group]
        says = gettext("with your card: {value}") if sorted(group) in joins else "= {value}"
        parts.append(ChosenPart(lying, says.format(value=way.value), done=True))
    if left:
        counts = sum(items[card].value for card in left)
        to_go = way.value - counts
        says = f"= {counts}"
        if to_go > 0 and not (joins and whole):
            says += ", " + gettext("{number} to go").format(number=to_go)
        parts.append(ChosenPart([items[card] for card in left], says, done=False))
    return parts
