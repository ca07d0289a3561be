"""What each app holds about people: the sections of the file of one's own data.

Each app registers its sections when it is ready, and what it holds but does not show (`HIDDEN`). A
test walks over all models, so that no table can be forgotten.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Final

from django.apps import apps
from django.db.models import Model, QuerySet
from django.db.models.expressions import Combinable

from accounts.models import User

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

PAGE: Final = 100  # rows that one query reads
MOST: Final = 20_000  # rows of a section, the newest

Row = dict[str, Any]


def _key(user: User) -> list[Any]:
    return [user.pk]


@dataclass(frozen=True)
class HeldRows:
    """A section of the file: what rows of one model, the newest first, say about a person.

    `person` is the path to the person, from the label of the model, and `is_one_of` what the person
    has there: usually their id. `shown` are the columns in the file, and `hidden` the others, each
    with the reason; `*` stands for all others. `more` is read from other tables. `only` are further
    conditions on the rows. `show` converts a row, given its number in the section, for a section
    that has more than columns. The file has the `note`, too.
    """

    name: str
    person: str
    shown: tuple[str, ...]
    hidden: Mapping[str, "StrOrPromise"] = field(default_factory=dict)
    is_one_of: Callable[[User], list[Any]] = _key
    show: Callable[[User, Row, int], Any] | None = None
    more: dict[str, Combinable] = field(default_factory=dict)
    only: dict[str, Any] = field(default_factory=dict)
    note: "StrOrPromise" = ""

    @property
    def model(self) -> type[Model]:
        return apps.get_model(".".join(self.person.split(".")[:2]))

    @property
    def path(self) -> str:
        return self.person.split(".")[2]

    def rows(self, user: User, after: Any, number: int) -> Iterator[tuple[Any, Any]]:
        """Yield the key of each row after one, and what the file says of it; MOST in all."""
        own = {f"{self.path}__in": self.is_one_of(user)} | self.only
        rows: QuerySet[Any] = self.model._default_manager.filter(**own)
        found = rows.annotate(**self.more).order_by("-pk")
        while number < MOST:
            older = found if after is None else found.filter(pk__lt=after)
            page = list(older.values("pk", *self.shown, *self.more)[: min(PAGE, MOST - number)])
            for row in page:
                after = row.pop("pk")
                told = {_named(name): value for name, value in row.items()}
                yield after, self.show(user, told, number) if self.show else told
                number += 1
            if len(page) < PAGE:
                return


def _named(column: str) -> str:
    return column.removesuffix("__handle").replace("__", "_")


HELD: Final[list[HeldRows]] = []
"""The sections, in the order of the file; whole once all apps are ready."""
HIDDEN: Final[dict[str, "StrOrPromise"]] = {}
"""What is held about a person but not shown, `app.Model.field`, each with the reason."""


def held_add(*sections: HeldRows, hidden: Mapping[str, "StrOrPromise"] | None = None) -> None:
    """Add the sections of an app, and the fields that are not shown, with the reasons."""
    HELD.extend(sections)
    HIDDEN.update(hidden or {})


def reasons_hidden() -> list[dict[str, Any]]:
    """Return the reasons for which something is not shown, each with its sections.

    Each reason says what it is about: nobody outside knows the columns.
    """
    sections: dict[str, list[str]] = {str(reason): [] for reason in HIDDEN.values()}
    for held in HELD:
        for reason in dict.fromkeys(map(str, held.hidden.values())):
            sections.setdefault(reason, []).append(held.name)
    return [{"what": reason, "sections": names} for reason, names in sections.items()]
