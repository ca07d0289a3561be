"""The Universe: a harvest into its field takes from the whole board (R-LUM-UNIVERSE)."""

from illimat_core.cards import FIELDS, FieldId
from illimat_core.hooks import Rules, Table


def all_other_fields(_: Table, at: FieldId) -> tuple[FieldId, ...]:
    return tuple(field for field in FIELDS if field != at)


RULES = Rules(luminary="universe", reaches=all_other_fields, mixes_fields=True)
