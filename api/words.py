"""The API's words for what Django REST framework's fields refuse, in place of the framework's.

They stand in JSON and beside the fields of forms.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final

from django.utils.translation import gettext_lazy
from rest_framework import serializers

if TYPE_CHECKING:
    from django_stubs_ext import StrPromise

MOMENT: Final = gettext_lazy(
    "Give the time with its offset from UTC, such as 2030-03-01T18:00:00+01:00."
)
WORDS: Final[Mapping[type[serializers.Field[Any, Any, Any, Any]], Mapping[str, "StrPromise"]]] = {
    serializers.Field: {
        "required": gettext_lazy("This is missing."),
        "null": gettext_lazy("This cannot be null."),
    },
    serializers.BooleanField: {"invalid": gettext_lazy("This must be true or false.")},
    serializers.CharField: {
        "invalid": gettext_lazy("This must be a text."),
        "blank": gettext_lazy("This cannot be empty."),
        "max_length": gettext_lazy("This can have at most {max_length} characters."),
        "min_length": gettext_lazy("This must have at least {min_length} characters."),
    },
    serializers.DateTimeField: dict.fromkeys(["invalid", "date", "make_aware", "overflow"], MOMENT),
    serializers.IntegerField: {
        "invalid": gettext_lazy("This must be a whole number."),
        "max_string_length": gettext_lazy("This number is too long."),
        "max_value": gettext_lazy("This can be at most {max_value}."),
        "min_value": gettext_lazy("This must be at least {min_value}."),
    },
    serializers.ListField: {
        "not_a_list": gettext_lazy("This must be a list."),
        "empty": gettext_lazy("This list cannot be empty."),
        "max_length": gettext_lazy("This list can have at most {max_length} entries."),
        "min_length": gettext_lazy("This list must have at least {min_length} entries."),
    },
    serializers.RegexField: {"invalid": gettext_lazy("This does not have the right form.")},
    serializers.UUIDField: {"invalid": gettext_lazy("This must be a UUID.")},
}
"""The words by the class of the field and the code of the error."""


def replace_words() -> None:
    """Give the framework's fields these words; all fields that are built afterwards use them."""
    for field, words in WORDS.items():
        field.default_error_messages.update(words)
