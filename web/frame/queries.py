"""What is read of a page's address and its forms: numbers, ids of rows, and pages of lists."""

from typing import Final, TypeVar

from django.db.models import Model, QuerySet
from django.http import HttpRequest, QueryDict
from rest_framework.exceptions import ValidationError
from rest_framework.request import Request
from rest_framework.views import APIView

from api.paging import Page, page_of

MOST_DIGITS: Final = 6
DIGITS_OF_IDS: Final = 18  # in a database
Row = TypeVar("Row", bound=Model)


def number_in(request: HttpRequest, name: str) -> int:
    """Return a number of the query; 0 for anything else."""
    return _number(request.GET.get(name, ""), MOST_DIGITS)


def id_in(filled: QueryDict, name: str) -> int:
    """Return the id of a row that a form names; 0, which none has, for anything else."""
    return _number(filled.get(name, ""), DIGITS_OF_IDS)


def rows_in(
    request: HttpRequest, rows: QuerySet[Row], ordering: tuple[str, ...]
) -> Page[Row] | None:
    """Return the page of a list that the query asks for; None if its cursor is of another list."""
    try:
        return page_of(Request(request), APIView(), rows, ordering)
    except ValidationError:
        return None


def _number(given: str, most: int) -> int:
    return int(given) if given.isascii() and given.isdecimal() and len(given) <= most else 0
