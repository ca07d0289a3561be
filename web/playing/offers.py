"""The offers of a menu, one for each thing that a person may do, in one form.

A menu packs what may be done (`illimat_core.menu_entries`); here each choice of an action, cards
and field stands by itself, so that a page can ask for them one after the other.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from illimat_core import menu_entries as entries
from illimat_core.menu_entries import Menu, MenuHarvest, MenuPlay, MenuStockpile, MenuTemplate
from illimat_core.rules.hooks import Act

MAIN: Final[tuple[Act, ...]] = ("harvest", "sow", "stockpile")
"""The main plays, in the order in which a page offers them."""
AT_ONCE: Final = ("pass", "end_turn")
"""What needs nothing to be chosen."""


@dataclass(frozen=True, kw_only=True)
class Way:
    """How items may make a value: sets of items; `cut` says whether some sets are left out.

    `joins` are the sets that make it together with the played card, of which a stockpile may need
    one; `groups` make it by themselves.
    """

    value: int
    groups: list[list[str]]
    joins: Sequence[list[str]] = ()
    cut: bool = False
    also: str = ""
    count: int = 0

    @property
    def sets(self) -> list[list[str]]:
        """All sets that hold an item."""
        return [each for each in (*self.joins, *self.groups) if each]

    @property
    def pool(self) -> frozenset[str]:
        return frozenset(item for each in self.sets for item in each)


@dataclass(frozen=True, kw_only=True)
class ActionOffer:
    """An action that may be put together.

    `at` is the field of the luminary that allows a free action. `season` is what it must name
    as well (`free`, `card` or nothing), `setters` those cards of which one sets the season, each
    with whether its season is free. `takes` are the board cards of which one is taken, `pool` the
    hand cards of which `least` to `most` are chosen. `pick` is a season, a seat or a luminary.
    """

    verb: str
    cards: frozenset[str] = frozenset()
    field: str = ""
    at: str = ""
    ways: tuple[Way, ...] = ()
    season: str | None = None
    setters: Mapping[str, str | None] | None = None
    takes: tuple[str, ...] = ()
    pool: tuple[str, ...] = ()
    least: int = 0
    most: int = 0
    pick: str = ""


def offers_of(menu: Menu) -> list[ActionOffer]:
    """Return all that a menu offers, main plays first."""
    found = [offer for play in menu.plays for offer in _of_play(play)]
    for template in (*menu.free, *menu.answers):
        found += _of_template(template)
    return found


def _of_play(play: MenuPlay) -> Iterator[ActionOffer]:
    cards = frozenset(map(str, play.cards))
    season, setters = play.season, _setters(play)
    ways = {
        "harvest": tuple(map(_harvest, play.harvest)),
        "stockpile": tuple(map(_stockpile, play.stockpile)),
    }
    for verb in MAIN:
        if play.sow if verb == "sow" else ways[verb]:
            yield ActionOffer(
                verb=verb,
                cards=cards,
                field=play.field,
                ways=ways.get(verb, ()),
                season=season,
                setters=setters if verb == "harvest" else None,
            )


def _harvest(entry: MenuHarvest) -> Way:
    return Way(
        value=entry.value,
        groups=[list(group) for group in entry.groups],
        cut=entry.count > len(entry.groups),
        also=entry.also_text or "",
        count=entry.count,
    )


def _stockpile(entry: MenuStockpile) -> Way:
    return Way(
        value=entry.value,
        joins=[list(group) for group in entry.with_],
        groups=[list(group) for group in entry.beside],
        cut=entry.count > len(entry.with_) + len(entry.beside),
        count=entry.count,
    )


def _setters(entry: MenuPlay) -> dict[str, str | None]:
    return {str(card): season for card, season in (entry.season_cards or {}).items()}


def _of_template(template: MenuTemplate) -> Iterator[ActionOffer]:
    verb = str(template.__struct_config__.tag)
    match template:
        case entries.DiscardTemplate() | entries.FaceDownTemplate():
            pool = tuple(map(str, template.cards))
            yield ActionOffer(verb=verb, pool=pool, least=template.least, most=template.most)
        case entries.ExchangeTemplate():
            takes = tuple(map(str, template.take))
            for card in template.give:
                alone = frozenset({str(card)})
                yield ActionOffer(verb=verb, at=template.at or "", cards=alone, takes=takes)
        case entries.RakeSowTemplate():
            for card in template.card:
                alone = frozenset({str(card)})
                yield ActionOffer(verb=verb, at=template.at, cards=alone, season=template.season)
        case entries.LoomStockpileTemplate():
            ways = tuple(map(_stockpile, template.stockpile))
            alone, season = frozenset({str(template.card)}), template.season
            yield ActionOffer(verb=verb, at=template.at, cards=alone, ways=ways, season=season)
        case entries.TurnIllimatTemplate():
            yield from (ActionOffer(verb=verb, field=each) for each in template.summer)
        case entries.NameSeasonTemplate():
            yield from (ActionOffer(verb=verb, pick=each) for each in template.season)
        case entries.TakeOkusTemplate():
            yield from (ActionOffer(verb=verb, pick=str(each)) for each in template.from_)
        case entries.NameLuminaryTemplate():
            yield from (ActionOffer(verb=verb, pick=each) for each in template.luminary)
        case _:
            yield ActionOffer(verb=verb)
