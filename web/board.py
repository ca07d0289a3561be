"""A view of a game, arranged for display on the game's page."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from django.utils.translation import gettext

from illimat_core.cards import FieldId
from illimat_core.messages import Language
from illimat_core.views import Observation
from illimat_core.words.board import amount, card_name, item_words, luminary_name, season_of_field

PLACES: Final[tuple[FieldId, ...]] = ("NW", "NE", "SW", "SE")  # row by row, as on the board


class FieldShown(NamedTuple):
    """A field: its season, its luminary if one lies there, its items in words."""

    name: str
    season: str
    luminary: str
    items: list[str]


class HandShown(NamedTuple):
    """A hand that the view shows: a title, and its cards in words."""

    title: str
    cards: list[str]


class SeatShown(NamedTuple):
    """A seat: its player, and the public information about it."""

    name: str
    points: int
    hand: int
    harvested: int
    okuses: int
    luminaries: list[str]
    awaited: bool
    gone: bool


def fields_shown(view: Observation, language: Language) -> list[FieldShown]:
    """Arrange the fields of a view, row by row."""
    return [
        FieldShown(
            name=name,
            season=language.form("season", season_of_field(view, name)),
            luminary=luminary_name(there, language) if (there := view.luminaries.get(name)) else "",
            items=[item_words(item, language) for item in view.fields[name]],
        )
        for name in PLACES
    ]


def hands_shown(
    view: Observation, names: Sequence[str], viewer: int | None, language: Language
) -> list[HandShown]:
    """Return the hands that the view shows, without empty ones."""
    return [
        HandShown(
            title=_hand_of(name, own=seat == viewer),
            cards=[card_name(card, language) for card in hand],
        )
        for seat, name in enumerate(names)
        if isinstance(hand := view.hands[seat], Sequence) and hand
    ]


def _hand_of(name: str, *, own: bool) -> str:
    return gettext("Your hand") if own else gettext("The hand of {name}").format(name=name)


def seats_shown(view: Observation, names: Sequence[str], language: Language) -> list[SeatShown]:
    """Arrange the seats of a view; `names` are the players' names by seat."""
    awaited = {asked.seat for asked in view.decisions}
    return [
        SeatShown(
            name=name,
            points=view.scores[seat],
            hand=amount(view.hands[seat]),
            harvested=amount(view.harvested[seat]),
            okuses=view.okuses[seat],
            luminaries=[luminary_name(claimed, language) for claimed in view.claimed[seat]],
            awaited=seat in awaited,
            gone=seat in view.forfeited,
        )
        for seat, name in enumerate(names)
    ]
