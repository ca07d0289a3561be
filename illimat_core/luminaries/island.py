"""The Island: players act in its field alone, whatever the season (R-LUM-ISLAND).

While it is in play, no other luminary applies, except the Forest Queen's hold on the Illimat.
"""

from illimat_core.cards import FieldId
from illimat_core.messages import Message, english
from illimat_core.rules.hooks import Act, LuminaryRules, Tabletop

english(
    {
        "island.name": "the Island",
        "island.short": "You may act only here, whatever the season.",
        "island.in_play": (
            "You may only act in its field, where no season restricts you, and no other luminary "
            "counts, except that the Forest Queen still holds the Illimat."
        ),
        "island.only_there": "The Island is in {field}: you may act only there.",
    }
)


def there_no_season_restricts(_: Tabletop, at: FieldId, __: Act, field: FieldId) -> bool:
    return field == at


def nobody_acts_elsewhere(_: Tabletop, at: FieldId, __: Act, field: FieldId) -> Message | None:
    return None if field == at else Message("island.only_there", {"field": at})


RULES = LuminaryRules(
    luminary="island",
    emblem=(
        "M-14 9C-11 6-9 6-6 9S-1 12 2 9 7 6 10 9 13 11 15 9M-9 6C-6 1 5 1 9 6"
        "M0 2C1-3 .4-6-1-9M-1-9C-5-12-9-11-11-7M-1-9C-4-8-6-6-6.6-3M-1-9C2-13 7-13 9.4-10"
        "M-1-9C3-9 6-7 6.6-3.6"
    ),
    overrides_all=True,
    forbids=nobody_acts_elsewhere,
    lifts_season=there_no_season_restricts,
)
