"""The records of a menu; their JSON is that of ACTIONS.md section 2.

The package `offers` fills them in, and the luminaries' modules do so for their own actions. The
description of the API is generated from them.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from illimat_core.annotations import says
from illimat_core.cards import Card, FieldId, Luminary, Season, Seat
from illimat_core.decisions import Kind

Group = list[Card]
"""Items, each by its first card in deck order."""
Needed = Literal["free", "card"]
"""What else a play must name: ``free`` a ``season``, ``card`` a ``season_card``."""
SeasonCards = Annotated[
    dict[Card, Literal["free"] | None] | UnsetType,
    says(
        "If `season` is `card`: the cards that can be the `season_card`. A card with "
        "`free` needs a `season` as well."
    ),
]
Count = Annotated[
    int,
    says("The number of groups, including those that were left out (see `cut`)."),
]

At = Annotated[FieldId, says("The field where the luminary lies.")]
SeasonToName = Annotated[
    Literal["free"] | None,
    says("What else the action must name: nothing (null) or a `season` (`free`)."),
]
Cards = Annotated[list[Card], says("The hand cards to choose from.")]
Least = Annotated[int, says("The smallest number of `cards`.")]
Most = Annotated[int, says("The largest number of `cards`.")]


class MenuHarvest(msgspec.Struct, frozen=True, kw_only=True):
    """The harvests of one value: `take` lists one or more `groups` that have no item in common."""

    value: Annotated[int, says("The value of the harvest; send it if a Fool is played.")]
    groups: Annotated[list[Group], says("Sets of items that sum to the value.")]
    count: Count
    also: Annotated[str | UnsetType, says("The rule that restricts `take` further.")] = UNSET
    also_fields: Annotated[
        list[FieldId] | UnsetType, says("The fields that this rule is about.")
    ] = UNSET
    most: Annotated[int | UnsetType, says("The largest number of groups that may be combined.")] = (
        UNSET
    )
    also_text: Annotated[
        str | UnsetType, says("The restriction, in a sentence for the player.")
    ] = UNSET


class MenuStockpile(msgspec.Struct, frozen=True, kw_only=True, rename={"with_": "with"}):
    """The stockpiles of one value: `take` lists one group of `with` and any of `beside`.

    The groups must have no item in common.
    """

    value: Annotated[int, says("The value of the stockpile; always send it.")]
    with_: Annotated[
        list[Group], says("Sets of items that, together with the card, sum to the value.")
    ]
    beside: Annotated[list[Group], says("Sets of items that sum to the value by themselves.")]
    count: Count


class MenuPlay(msgspec.Struct, frozen=True, kw_only=True):
    """What may be done with a card, or several as one, in a field."""

    cards: Annotated[
        list[Card], says("The cards to play: send a single card as `card`, several as `cards`.")
    ]
    field: Annotated[FieldId, says("The field they are played into.")]
    sow: Annotated[bool, says("Whether the card may be sown.")]
    harvest: Annotated[list[MenuHarvest], says("One entry for each value.")]
    stockpile: Annotated[list[MenuStockpile], says("One entry for each value.")]
    season: Annotated[
        Needed | None,
        says(
            "What else the play must name: nothing (null), a `season` (`free`) or a "
            "`season_card` (`card`)."
        ),
    ]
    season_cards: SeasonCards = UNSET


class _Template(msgspec.Struct, frozen=True, kw_only=True, tag_field="type"):
    """Several actions of one type in one entry.

    A list stands for one of its entries, and `cards` for `least` to `most` of them. `at`, `least`,
    `most`, `season` (but for `name_season`) and `stockpile` are not members of the action; they
    describe members that it needs. Copy all other members into the action.
    """


class ExchangeTemplate(_Template, frozen=True, kw_only=True, tag="exchange"):
    """An exchange: choose a hand card to `give` and a board card to `take`."""

    at: Annotated[
        FieldId | UnsetType,
        says("The field where the luminary lies; left out where all fields may be chosen from."),
    ] = UNSET
    give: Annotated[list[Card], says("The hand cards to choose from.")]
    take: Annotated[list[Card], says("The board cards to choose from.")]


class RakeSowTemplate(_Template, frozen=True, kw_only=True, tag="rake_sow"):
    """A sow for the Rake: choose a `card`."""

    at: At
    card: Annotated[list[Card], says("The hand cards to choose from.")]
    season: SeasonToName


class LoomStockpileTemplate(_Template, frozen=True, kw_only=True, tag="loom_stockpile"):
    """A stockpile of the Loom: choose a `stockpile`, which gives `value` and `take`."""

    at: At
    card: Annotated[Card, says("The hand card.")]
    season: SeasonToName
    stockpile: Annotated[list[MenuStockpile], says("The stockpiles to choose from.")]


class EndTurnTemplate(_Template, frozen=True, kw_only=True, tag="end_turn"):
    """The end of the turn without the free actions that are still open."""


class PassTemplate(_Template, frozen=True, kw_only=True, tag="pass"):
    """Declining what is offered."""


class TurnIllimatTemplate(_Template, frozen=True, kw_only=True, tag="turn_illimat"):
    """A turn of the Illimat: choose the field that is to be in `summer`."""

    summer: Annotated[list[FieldId], says("The fields to choose from.")]


class NameSeasonTemplate(_Template, frozen=True, kw_only=True, tag="name_season"):
    """A season to name."""

    season: Annotated[list[Season], says("The seasons to choose from.")]


class DiscardTemplate(_Template, frozen=True, kw_only=True, tag="discard"):
    """Cards to put back: choose `least` to `most` of `cards`."""

    cards: Cards
    least: Least
    most: Most


class FaceDownTemplate(_Template, frozen=True, kw_only=True, tag="face_down"):
    """Cards for the Audience: choose `least` to `most` of `cards`."""

    cards: Cards
    least: Least
    most: Most


class TakeOkusTemplate(_Template, frozen=True, kw_only=True, tag="take_okus"):
    """An okus to take: choose whose."""

    from_: Annotated[
        list[Seat | Literal["board"]],
        says("The seats to choose from, and `board` if it can be chosen."),
    ] = msgspec.field(name="from")


class NameLuminaryTemplate(_Template, frozen=True, kw_only=True, tag="name_luminary"):
    """A luminary to name."""

    luminary: Annotated[list[Luminary], says("The luminaries to choose from.")]


MenuTemplate = (
    ExchangeTemplate | RakeSowTemplate | LoomStockpileTemplate | EndTurnTemplate | PassTemplate
    | TurnIllimatTemplate | NameSeasonTemplate | DiscardTemplate | FaceDownTemplate
    | TakeOkusTemplate | NameLuminaryTemplate
)  # fmt: skip
"""Several actions of one type in one entry; its `type` tells which members it has."""


class Menu(msgspec.Struct, frozen=True, kw_only=True):
    """Your legal actions in a compact form. `docs/api.md` says how to build actions from it."""

    decision: Annotated[Kind, says("The kind of the open decision.")]
    plays: Annotated[list[MenuPlay], says("One entry for each choice of cards and field.")]
    free: Annotated[
        list[MenuTemplate], says("The free actions, which come in addition to the play.")
    ]
    answers: Annotated[list[MenuTemplate], says("The actions that answer the decision.")]
    cut: Annotated[bool, says("Whether plays or groups were left out because there are too many.")]
