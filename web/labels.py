"""The labels of a form's fields, for sentences that name members of the API's requests."""

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from django.utils.translation import gettext

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MEMBER: Final = re.compile(r"`(\w+)`")


class Named(NamedTuple):
    """A field with the paths of the members that it is for, and with what can be chosen in it."""

    paths: Iterable[str]
    label: "StrOrPromise"
    choices: Iterable[tuple[str, "StrOrPromise"]]


def labels_of(fields: Iterable[Named]) -> Mapping[str, "StrOrPromise"]:
    """Return labels by the last names of paths, and by values; the first of two fields counts."""
    members: dict[str, StrOrPromise] = {}
    values: dict[str, StrOrPromise] = {}
    for paths, label, choices in fields:
        for path in paths:
            members.setdefault(re.split("[./]", path)[-1], label)
        for value, title in choices:
            values.setdefault(value, title)
    return values | members


def with_labels(sentence: str, labels: Mapping[str, "StrOrPromise"]) -> str:
    """Return a sentence in which members such as `rated` have the labels that the form shows."""

    def label(found: re.Match[str]) -> str:
        known = labels.get(found[1])
        return found[0] if known is None else gettext("“{label}”").format(label=known)

    return MEMBER.sub(label, sentence)
