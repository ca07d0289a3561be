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
        "Where `season` is `card`: the cards to choose from; `free` for one that needs a `season`."
    ),
]
Count = Annotated[
    int,
    says("How many groups there are, also where `cut` says that they are not all listed."),
]


class MenuHarvest(msgspec.Struct, frozen=True, kw_only=True):
    """Harvests of a value: `take` is any union of `groups` that share no item."""

    value: Annotated[int, says("Sent where a Fool is played.")]
    groups: Annotated[list[Group], says("Sets of items that sum to the value.")]
    count: Count
    also: Annotated[str | UnsetType, says("The rule whose terms a `take` must fulfil, too.")] = (
        UNSET
    )
    also_fields: Annotated[list[FieldId] | UnsetType, says("The fields these terms speak of.")] = (
        UNSET
    )
    most: Annotated[int | UnsetType, says("How many groups may be put together.")] = UNSET
    also_text: Annotated[str | UnsetType, says("These terms, for a person.")] = UNSET


class MenuStockpile(msgspec.Struct, frozen=True, kw_only=True, rename={"with_": "with"}):
    """Stockpiles of a value: `take` is one of `with`, and any of `beside` that share no item."""

    value: Annotated[int, says("The value, which is sent.")]
    with_: Annotated[
        list[Group], says("Sets of items that sum to the value together with the card.")
    ]
    beside: Annotated[list[Group], says("Sets of items that sum to the value without the card.")]
    count: Count


class MenuPlay(msgspec.Struct, frozen=True, kw_only=True):
    """What may be done with a card, or several as one, in a field."""

    cards: Annotated[list[Card], says("A single one goes into `card`, several into `cards`.")]
    field: Annotated[FieldId, says("The field they are played into.")]
    sow: Annotated[bool, says("Whether it may be sown.")]
    harvest: Annotated[list[MenuHarvest], says("An entry for each value.")]
    stockpile: Annotated[list[MenuStockpile], says("An entry for each value.")]
    season: Annotated[
        Needed | None,
        says(
            "What the play needs besides: null nothing, `free` a `season`, `card` a `season_card`."
        ),
    ]
    season_cards: SeasonCards = UNSET


class MenuTemplate(msgspec.Struct, frozen=True, kw_only=True, rename={"from_": "from"}):
    """Stands for actions; a list for one of its members, `cards` for `least` to `most` of them.

    `at`, `least`, `most`, `season`, `season_cards` and `stockpile` do not go into the action; what
    they stand for does. All other members go into it as they are.
    """

    type: Annotated[
        str,
        says("The type of the action."),
        msgspec.Meta(extra_json_schema={"enum": list(TYPES)}),
    ]
    at: Annotated[FieldId | UnsetType, says("Where the luminary lies.")] = UNSET
    give: Annotated[list[Card] | UnsetType, says("The hand cards to choose from.")] = UNSET
    take: Annotated[list[Card] | UnsetType, says("The board cards to choose from.")] = UNSET
    cards: Annotated[list[Card] | UnsetType, says("The hand cards to choose from.")] = UNSET
    card: Annotated[
        Card | list[Card] | UnsetType, says("The hand card, or those to choose from.")
    ] = UNSET
    summer: Annotated[list[FieldId] | UnsetType, says("The fields to choose from.")] = UNSET
    luminary: Annotated[list[Luminary] | UnsetType, says("The luminaries to choose from.")] = UNSET
    from_: Annotated[
        list[Seat | str] | UnsetType, says("The seats to choose from, and the `board`.")
    ] = UNSET
    least: Annotated[int | UnsetType, says("How many `cards` at least.")] = UNSET
    most: Annotated[int | UnsetType, says("How many `cards` at most.")] = UNSET
    season: Annotated[
        Needed | list[Season] | UnsetType | None,
        says("As in a play; a list of seasons where the type is `name_season`."),
    ] = UNSET
    season_cards: SeasonCards = UNSET
    stockpile: Annotated[list[MenuStockpile] | UnsetType, says("One gives `value` and `take`.")] = (
        UNSET
    )


class Menu(msgspec.Struct, frozen=True, kw_only=True):
    """Your legal actions in a compact form. `docs/api.md` says how to build actions from it."""

    decision: Annotated[Kind, says("The kind of the open decision.")]
    plays: Annotated[list[MenuPlay], says("One entry for each cards and field.")]
    free: Annotated[list[MenuTemplate], says("Free actions, beside the play.")]
    answers: Annotated[list[MenuTemplate], says("The actions that answer the decision.")]
    cut: Annotated[bool, says("Whether plays or groups were left out because they are too many.")]
