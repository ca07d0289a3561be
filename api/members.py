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


class Member(NamedTuple):
    """What a member of a record means.

    `says` is the API's sentence: English, never translated. `label` and `help` are those of forms
    and pages, and `part` is the heading there; without one, a member belongs to the part of the one
    before. `help` may name the bounds, `{least}` and `{most}`, and other `numbers`. `words` say
    what each value means that can be chosen, in the order of the form. Pages leave out a member
    that does not apply in a record. A member that is `first` precedes the others of its part.
    """

    says: str
    label: str = ""
    help: str = ""
    least: int = 0
    most: int | None = None
    words: Mapping[str, str] = {}
    part: str = ""
    numbers: Mapping[str, object] = {}
    applies: Callable[[Any], bool] = lambda _: True
    first: bool = False


class DeclaredMember(NamedTuple):
    """A member of a record: its type without None, whether None is allowed, its usual value."""

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
                types = [each for each in get_args(annotated) if each is not NoneType]
                nullable = NoneType in get_args(annotated)
                members[field.name] = DeclaredMember(
                    field.name,
                    types[0] if nullable else annotated,
                    nullable,
                    field.default,
                    about._replace(part=part),
                )
    return members
