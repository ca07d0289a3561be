"""Query parameters of the ratings API."""

from api.inputs import OneOf
from api.paging import PageQuerySerializer
from ratings.results import RATED_MODES


class ChangesQuerySerializer(PageQuerySerializer):
    """The mode whose ratings are asked for."""

    mode = OneOf(RATED_MODES, help_text="The mode.")
