"""Requests about leagues, and the query of their list."""

from typing import Any

from api.inputs import OneOf, QueryFlag, StrictSerializer, Text
from api.paging import PageQuerySerializer
from leagues.models import League
from leagues.spelling import NAME_LENGTH, read_name

LONGEST_ABOUT = 2000


class LeagueNameField(Text):
    """A name that strangers see."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=NAME_LENGTH, **options)

    def to_internal_value(self, data: Any) -> str:
        """Return the name; raises ValidationError for one that `leagues.spelling` refuses."""
        name: str = super().to_internal_value(data)
        return name if len(name) > NAME_LENGTH else name and read_name(name)  # long: refused next


class LeagueSerializer(StrictSerializer):
    """A league to create."""

    name = LeagueNameField(
        help_text="Its name; a public league has one that no other public league has."
    )
    about = Text(
        max_length=LONGEST_ABOUT, required=False, allow_blank=True, help_text="What it is about."
    )
    access = OneOf(
        League.Access.choices,
        required=False,
        help_text="Who may see it and register. Left out: `public`.",
    )


class LeagueChangeSerializer(LeagueSerializer):
    """Changes to a league; members that are left out do not change."""

    name = LeagueNameField(required=False, help_text="Its name.")


class LeaguesQuerySerializer(PageQuerySerializer):
    """Filters of the list of leagues."""

    mine = QueryFlag(
        required=False,
        help_text="Those you organise, play in or are invited to, whatever their access, instead.",
    )


class HandleSerializer(StrictSerializer):
    """A person, by their handle."""

    handle = Text(max_length=64, help_text="Their handle.")
