"""The records of a menu; their JSON is that of ACTIONS.md section 2.

The package `offers` fills them in, and the luminaries' modules do so for their own actions. The
description of the API is generated from them.
"""

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, UnsetType

from illimat_core.actions import TYPES
from illimat_core.annotations import says
from illimat_core.cards import Card, FieldId, Luminary, Season, Seat
from illimat_core.decisions import Kind

Group = list[Card]
"""Items, each by its first card in deck order."""
Needed = Literal["free", "card"]
"""What a play must name besides: ``free`` a ``season``, ``card`` a ``season_card``."""
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


class MenuTemplate(msgspec.Struct, frozen=True, kw_only=True, rename={"from_": "from"}):
    """Several actions in one: choose one entry of each list, or of `cards` `least` to `most`.

    `at`, `least`, `most`, `season`, `season_cards` and `stockpile` are not members of the action;
    they describe members that it needs. Copy all other members into the action.
    """

    type: Annotated[
        str,
        says("The type of the action."),
        msgspec.Meta(extra_json_schema={"enum": list(TYPES)}),
    ]
    at: Annotated[FieldId | UnsetType, says("The field where the luminary lies.")] = UNSET
    give: Annotated[list[Card] | UnsetType, says("The hand cards to choose from.")] = UNSET
    take: Annotated[list[Card] | UnsetType, says("The board cards to choose from.")] = UNSET
    cards: Annotated[list[Card] | UnsetType, says("The hand cards to choose from.")] = UNSET
    card: Annotated[
        Card | list[Card] | UnsetType, says("The hand card, or those to choose from.")
    ] = UNSET
    summer: Annotated[list[FieldId] | UnsetType, says("The fields to choose from.")] = UNSET
    luminary: Annotated[list[Luminary] | UnsetType, says("The luminaries to choose from.")] = UNSET
    from_: Annotated[
        list[Seat | str] | UnsetType,
        says("The seats to choose from, and `board` if it can be chosen."),
    ] = UNSET
    least: Annotated[int | UnsetType, says("The smallest number of `cards`.")] = UNSET
    most: Annotated[int | UnsetType, says("The largest number of `cards`.")] = UNSET
    season: Annotated[
        Needed | list[Season] | UnsetType | None,
        says("The same as in a play; for `name_season`, the seasons to choose from."),
    ] = UNSET
    season_cards: SeasonCards = UNSET
    stockpile: Annotated[
        list[MenuStockpile] | UnsetType,
        says("The stockpiles to choose from; one of them gives `value` and `take`."),
    ] = UNSET


class Menu(msgspec.Struct, frozen=True, kw_only=True):
    """Your legal actions in a compact form. `docs/api.md` says how to build actions from it."""

    decision: Annotated[Kind, says("The kind of the open decision.")]
    plays: Annotated[list[MenuPlay], says("One entry for each choice of cards and field.")]
    free: Annotated[
        list[MenuTemplate], says("The free actions, which come in addition to the play.")
    ]
    answers: Annotated[list[MenuTemplate], says("The actions that answer the decision.")]
    cut: Annotated[bool, says("Whether plays or groups were left out because there are too many.")]
