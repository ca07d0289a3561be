"""Pagination of lists: query, cursor, and the address of the next page."""

from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, TypeVar
from urllib.parse import urlencode

from django.core.signing import BadSignature, Signer
from django.db.models import Model, QuerySet
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import ValidationError
from rest_framework.pagination import Cursor, CursorPagination
from rest_framework.request import Request
from rest_framework.utils.urls import replace_query_param
from rest_framework.views import APIView

from api.inputs import QueryNumber, StrictSerializer, Text

PAGE_SIZE = 20
MAX_PAGE_SIZE = 100
MAX_CURSOR_LENGTH = 2_000
BAD_CURSOR = gettext_lazy("Take the cursor from `next` unchanged.")
Row = TypeVar("Row", bound=Model)


class PageQuerySerializer(StrictSerializer):
    """The query parameters that select a page of a list."""

    limit = QueryNumber(
        min_value=1, max_value=MAX_PAGE_SIZE, default=PAGE_SIZE, help_text="How many at most."
    )
    cursor = Text(
        required=False, max_length=MAX_CURSOR_LENGTH, help_text="From `next` of the page before."
    )


class Page(NamedTuple, Generic[Row]):
    """The rows of a page, and the address of the next page, if there is one."""

    rows: Sequence[Row]
    next: str | None


class _Pagination(CursorPagination):
    """Signs cursors, so that none holds what the columns of its list cannot be compared with."""

    page_size = PAGE_SIZE
    max_page_size = MAX_PAGE_SIZE
    page_size_query_param = "limit"

    def __init__(self, path: str, ordering: tuple[str, ...]) -> None:
        self.ordering = ordering
        self._signer = Signer(salt=f"cursor {path}")

    def encode_cursor(self, cursor: Cursor) -> str:
        """Return the address of the page that a cursor names."""
        signed = self._signer.sign_object(list(cursor))
        return replace_query_param(self.base_url or "", self.cursor_query_param, signed)

    def decode_cursor(self, request: Request) -> Cursor | None:
        """Return the cursor of a request; raises ValidationError for one of another list."""
        signed = request.query_params.get(self.cursor_query_param)
        if signed is None:
            return None
        try:
            return Cursor(*self._signer.unsign_object(signed))
        except BadSignature as error:
            raise ValidationError({"cursor": [BAD_CURSOR]}) from error


def page_of(
    request: Request, view: APIView, rows: QuerySet[Row], ordering: tuple[str, ...]
) -> Page[Row]:
    """Return the page of `rows` that a request asks for, cut by the columns of `ordering`.

    New rows do not shift the pages. Raises ValidationError for a cursor of another list.
    """
    pagination = _Pagination(request.path, ordering)
    found = pagination.paginate_queryset(rows, request, view) or []
    return Page(found, pagination.get_next_link())


def address_of(request: Request, **query: Any) -> str:
    """Return the address of another page of the list that `request` asks for."""
    return request.build_absolute_uri(f"{request.path}?{urlencode(query)}")
