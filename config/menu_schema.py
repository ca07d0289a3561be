"""The menu in the OpenAPI document: what clients put actions together from."""

from typing import Any, Final

from illimat_core.actions import TYPES
from illimat_core.cards import FIELDS

Schema = dict[str, Any]

_CARD: Final[Schema] = {"type": "string", "examples": ["5Wi"]}
_FIELD: Final[Schema] = {"type": "string", "enum": list(FIELDS)}


def _list_of(items: Schema, description: str) -> Schema:
    return {"type": "array", "items": items, "description": description}


def _object(description: str, required: str, **properties: Schema) -> Schema:
    return {
        "type": "object",
        "description": description,
        "properties": properties,
        "required": required.split(),
    }


def _refers_to(name: str) -> Schema:
    return {"$ref": f"#/components/schemas/{name}"}


_GROUP: Final = _list_of(_CARD, "Items, each by its first card in deck order.")
_COUNT: Final[Schema] = {
    "type": "integer",
    "description": "How many groups there are, also where `cut` says that they are not all listed.",
}
_SEASON: Final[Schema] = {
    "type": ["string", "null"],
    "description": (
        "What the play needs besides: null nothing, `free` a `season`, `card` a `season_card`."
    ),
}
_SEASON_CARDS: Final[Schema] = {
    "type": "object",
    "additionalProperties": {"type": ["string", "null"]},
    "description": (
        "Where `season` is `card`: the cards to choose from; `free` for one that needs a `season`."
    ),
}
MENU_SCHEMAS: Final[dict[str, Schema]] = {
    "Menu": _object(
        "What you may do, compactly. `docs/api.md` says how actions are put together from it.",
        "decision plays free answers cut",
        decision={"type": "string", "description": "The kind of the open decision."},
        plays=_list_of(_refers_to("MenuPlay"), "One entry for each cards and field."),
        free=_list_of(_refers_to("MenuTemplate"), "Free actions, beside the play."),
        answers=_list_of(_refers_to("MenuTemplate"), "What answers the decision."),
        cut={"type": "boolean", "description": "Whether something was left out."},
    ),
    "MenuPlay": _object(
        "What may be done with a card, or several as one, in a field.",
        "cards field sow harvest stockpile season",
        cards=_list_of(_CARD, "A single one goes into `card`, several into `cards`."),
        field=_FIELD,
        sow={"type": "boolean", "description": "Whether it may be sown."},
        harvest=_list_of(_refers_to("MenuHarvest"), "An entry for each value."),
        stockpile=_list_of(_refers_to("MenuStockpile"), "An entry for each value."),
        season=_SEASON,
        season_cards=_SEASON_CARDS,
    ),
    "MenuHarvest": _object(
        "Harvests of a value: `take` is any union of `groups` that share no item.",
        "value groups count",
        value={"type": "integer", "description": "Sent where a Fool is played."},
        groups=_list_of(_GROUP, "Sets of items that sum to the value."),
        count=_COUNT,
        also={"type": "string", "description": "The rule whose terms a `take` must fulfil, too."},
        also_text={"type": "string", "description": "These terms, for a person."},
        also_fields=_list_of(_FIELD, "The fields these terms speak of."),
        most={"type": "integer", "description": "How many groups may be put together."},
    ),
    "MenuStockpile": _object(
        "Stockpiles of a value: `take` is one of `with`, and any of `beside` that share no item.",
        "value with beside count",
        value={"type": "integer"},
        **{"with": _list_of(_GROUP, "What makes the value together with the card.")},
        beside=_list_of(_GROUP, "What makes the value by itself."),
        count=_COUNT,
    ),
    "MenuTemplate": _object(
        "Stands for actions: a list for one of its members, `cards` for `least` to `most` of them. "
        "`at`, `least`, `most`, `season`, `season_cards` and `stockpile` do not go into the "
        "action; what they stand for does. All other members go into it as they are.",
        "type",
        type={"type": "string", "enum": list(TYPES)},
        at=_FIELD | {"description": "Where the luminary lies."},
        least={"type": "integer"},
        most={"type": "integer"},
        stockpile=_list_of(_refers_to("MenuStockpile"), "One gives `value` and `take`."),
        season={
            "description": "As in a play; a list of seasons where the type is `name_season`.",
            "anyOf": [{"type": ["string", "null"]}, {"type": "array", "items": {"type": "string"}}],
        },
        season_cards=_SEASON_CARDS,
    )
    | {"additionalProperties": True},
}
