"""The API's words for standard refusals, in place of those of the framework and of Python.

Code, title and detail of problems for which only the HTTP status is known: a status has the same
code whether a view, Django REST framework or Django itself refuses. The phrases of HTTPStatus would
not do: they differ between versions of Python. Sentences for what fields refuse: they stand in
JSON, and beside the fields of forms.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from django.utils.translation import gettext_lazy
from rest_framework import serializers

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise, StrPromise


class ProblemText(NamedTuple):
    """The code, title and detail of a problem."""

    code: str
    title: "StrOrPromise"
    detail: "StrOrPromise"


STANDARD = {
    400: ProblemText(
        "bad_request",
        gettext_lazy("The request cannot be understood"),
        gettext_lazy(
            "The request cannot be understood. Check its address, its headers and its JSON."
        ),
    ),
    401: ProblemText(
        "not_authenticated",
        gettext_lazy("You are not logged in"),
        gettext_lazy(
            "Log in first, and send the session token in the header X-Session-Token "
            "(see /api/docs/)."
        ),
    ),
    403: ProblemText(
        "permission_denied",
        gettext_lazy("This is not yours to do"),
        gettext_lazy(
            "This is not yours to do. A browser must also send its CSRF token in X-CSRFToken."
        ),
    ),
    404: ProblemText(
        "not_found",
        gettext_lazy("There is nothing here"),
        gettext_lazy("There is nothing here, or nothing that you may see."),
    ),
    405: ProblemText(
        "method_not_allowed",
        gettext_lazy("This path does not take that method"),
        gettext_lazy("This path does not take that method; the header Allow names those it takes."),
    ),
    406: ProblemText(
        "not_acceptable",
        gettext_lazy("There is no answer of that kind"),
        gettext_lazy(
            "The answer cannot be given in the form that the header Accept asks for, only as JSON."
        ),
    ),
    411: ProblemText(
        "length_required",
        gettext_lazy("The length of the request is missing"),
        gettext_lazy("The request came in chunks. Send it whole, with the header Content-Length."),
    ),
    413: ProblemText(
        "content_too_large",
        gettext_lazy("The request is too large"),
        gettext_lazy(
            "The request is too large; GET /api/v1/meta says how many bytes its body may have."
        ),
    ),
    415: ProblemText(
        "unsupported_media_type",
        gettext_lazy("Requests of that kind are not read"),
        gettext_lazy(
            "Only JSON in UTF-8 is read, without a Content-Encoding; the header Content-Type must "
            "be application/json."
        ),
    ),
    429: ProblemText(
        "throttled",
        gettext_lazy("There were too many requests"),
        gettext_lazy("There were too many requests. Wait before you try again."),
    ),
    500: ProblemText(
        "internal_server_error",
        gettext_lazy("The server failed"),
        gettext_lazy(
            "The server failed; its log says how. Look whether your request was done before you "
            "repeat it. With an Idempotency-Key, just repeat it."
        ),
    ),
    503: ProblemText(
        "unavailable",
        gettext_lazy("The server is not ready"),
        gettext_lazy(
            "The server's database is away or busy just now. Repeat the request in a moment."
        ),
    ),
}
INVALID = ProblemText(
    "invalid",
    gettext_lazy("The input cannot be taken"),
    gettext_lazy("Some of the input cannot be taken; `errors` says which, and why."),
)


def text_of_status(status: int) -> ProblemText:
    """Return code, title and detail for a status; an unlisted status gets those of 400 or 500."""
    return STANDARD.get(status) or STANDARD[400 if status < 500 else 500]  # noqa: PLR2004


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
"""Sentences by the class of the field and the code of the error."""


def replace_words() -> None:
    """Give the framework's fields these words; all fields that are built afterwards use them."""
    for field, words in WORDS.items():
        field.default_error_messages.update(words)
