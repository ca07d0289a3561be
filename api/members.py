"""What is said once about a member of a record: its bounds, its words, and when it applies.

`Annotated[int, Member(…)]` in a Struct describes a member for the API, for forms and for pages,
which build their parts from it. Nothing here is enforced when stored records are read, so that a
bound can be tightened later. Nothing here needs Django; labels, helps, words and parts are msgids.
"""

from collections.abc import Callable, Mapping
from functools import cache
from types import NoneType
from typing import Any, NamedTuple, get_args

import msgspec
from msgspec import UnsetType


def gettext_noop(sentence: str) -> str:
    """Mark a sentence for translators and return it; it is translated where it is shown."""
    return sentence


class Member(NamedTuple):
    """What a member of a record means.

    `says` is the API's sentence: English, never translated. `label` and `help` are those of forms
    and pages, and `part` is the heading there; without one, a member belongs to the part of the one
    before. `help` may name the bounds, `{least}` and `{most}`, and other `numbers`. `words` say
    what each value means that can be chosen, in the order of the form, and `follows` what comes of
    it; `UNSET` stands for leaving it out. Pages leave out a member that does not apply in a record,
    and order those of a part by `place`.
    """

    says: str
    label: str = ""
    help: str = ""
    least: int = 0
    most: int | None = None
    words: Mapping[Any, str] = {}
    follows: Mapping[Any, str] = {}
    part: str = ""
    numbers: Mapping[str, object] = {}
    applies: Callable[[Any], bool] = lambda _: True
    place: int = 0


class DeclaredMember(NamedTuple):
    """A member of a record: its type without None, whether None is allowed, its usual value.

    If its usual value is `UNSET`, what it is worth when it is left out depends on other members.
    """

    name: str
    type: Any
    nullable: bool
    usual: Any
    about: Member

    def says_something(self, value: Any, record: Any) -> bool:
        """Return whether pages show a value: not an empty one, nor 0 if that is usual."""
        is_number = type(value) is int and self.usual != 0
        return (bool(value) or is_number) and self.about.applies(record)


@cache
def members_of(struct: type[msgspec.Struct]) -> Mapping[str, DeclaredMember]:
    """Return the members of a Struct that are annotated with a `Member`, in their order."""
    members, part = {}, ""
    for field in msgspec.structs.fields(struct):
        for about in getattr(field.type, "__metadata__", ()):
            if isinstance(about, Member):
                part = about.part or part
                (annotated, *_) = get_args(field.type)
                nullable = NoneType in get_args(annotated)
                may_lack = nullable or UnsetType in get_args(annotated)
                members[field.name] = DeclaredMember(
                    field.name,
                    get_args(annotated)[0] if may_lack else annotated,
                    nullable,
                    field.default,
                    about._replace(part=part),
                )
    return members


def members_in(struct: type[msgspec.Struct], part: str) -> list[DeclaredMember]:
    """Return the members in a part of a Struct, in the order of pages."""
    inside = [each for each in members_of(struct).values() if each.about.part == part]
    return sorted(inside, key=lambda each: each.about.place)
