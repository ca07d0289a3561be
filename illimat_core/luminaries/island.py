"""The Island: players act in its field alone, whatever the season (R-LUM-ISLAND).

No other luminary's words count while it is in play, but for the Forest Queen's hold on the Illimat.
"""

from illimat_core.cards import FieldId
from illimat_core.hooks import Act, Description, Rules, Table


def there_no_season_restricts(_: Table, at: FieldId, __: Act, field: FieldId) -> bool:
    return field == at


def nobody_acts_elsewhere(_: Table, at: FieldId, __: Act, field: FieldId) -> str | None:
    return None if field == at else f"The Island lies in {at}: only there may you act."


RULES = Rules(
    luminary="island",
    description=Description(
        in_play=(
            "You may only act in its field, where no season restricts you, and no other "
            "luminary counts, except that the Forest Queen still holds the Illimat."
        ),
    ),
    overrides_all=True,
    forbids=nobody_acts_elsewhere,
    lifts_season=there_no_season_restricts,
)
