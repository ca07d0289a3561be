"""The query of a game's picture."""

from api.inputs import OneOf, StrictSerializer
from illimat_core.messages import LANGUAGES
from illimat_core.picture import THEMES, WIDTHS


class PictureQuerySerializer(StrictSerializer):
    """How a game is drawn."""

    theme = OneOf(list(THEMES), default="light", help_text="The colours.")
    width = OneOf(
        list(WIDTHS),
        default="phone",
        help_text="`phone`: higher than wide; `desk`: wider than high, with the seats at the side.",
    )
    language = OneOf(
        list(LANGUAGES),
        required=False,
        help_text="The language of the writing. Left out: that of `Accept-Language`.",
    )
