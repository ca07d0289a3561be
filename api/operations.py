"""What an operation of the API is called, what it takes and what it answers: said once.

`operation` describes a method of a view for the OpenAPI document, reads its input by the serializer
that it is described by, and answers with what the method returns.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial, wraps
from inspect import signature
from typing import TYPE_CHECKING, Any, cast

from django.http import HttpResponseBase
from drf_spectacular.utils import extend_schema
from msgspec import Struct
from rest_framework.fields import empty
from rest_framework.request import Request
from rest_framework.views import APIView

from api.answers import (
    IF_NONE_MATCH,
    UNCHANGED,
    empty_answer,
    json_answer,
    tagged_answer,
    without_secrets,
)
from api.idempotency import HEADER, OPTIONAL_KEY, answer_repeatably, read_key
from api.inputs import EmptySerializer, StrictSerializer, read_input

if TYPE_CHECKING:
    from accounts.models import User

OK, CREATED, ACCEPTED, NO_CONTENT, NOT_MODIFIED = 200, 201, 202, 204, 304
Members = dict[str, Any]
"""What was read by the serializer of an operation."""


def operation(
    name: str,
    summary: str,
    takes: type[StrictSerializer] | None = None,
    *,
    status: int = OK,
    answers: Any = None,
    tagged: bool = False,
    secretless: bool = False,
    repeatable: bool = False,
    parameters: Sequence[Any] = (),
    request: Any = empty,
    **described: Any,
) -> Callable[[Callable[..., Any]], Callable[..., HttpResponseBase]]:
    """Return a decorator for a view's method.

    `takes` is for the query of a GET, else for the body; without it, that has to be empty, unless
    `request`, or a serializer among the `parameters`, describes what the method reads by itself. A
    method that has a parameter `members` gets what was read.

    The method returns a Struct, which is answered with `status`, or None; or an answer of its own:
    then `answers` says of what, by status if there are several. A `tagged` answer has an ETag, by
    its bytes or by the method, and may be 304; a `secretless` one may be compressed. A `repeatable`
    request may have an Idempotency-Key.
    """

    def decorate(method: Callable[..., Any]) -> Callable[..., HttpResponseBase]:
        form, is_get = signature(method), method.__name__ == "get"
        has_body = method.__name__ in {"patch", "post", "put"} and request is empty
        reads_itself = request is not empty or any(isinstance(each, type) for each in parameters)
        kind = takes or (None if reads_itself else EmptySerializer)

        @wraps(method)
        def answer(view: APIView, asked: Request, **given: Any) -> HttpResponseBase:
            if kind is not None:
                members = read_input(kind, asked.query_params if is_get else asked.data)
                given |= {"members": members} if "members" in form.parameters else {}
            do = partial(method, view, asked, **given)
            if repeatable and HEADER in asked.headers:
                user = cast("User", asked.user)
                return answer_repeatably(asked, user, read_key(asked), do, status=status)
            return finish(asked, do())

        def finish(asked: Request, body: Struct | HttpResponseBase | None) -> HttpResponseBase:
            if body is None:
                return empty_answer()
            if isinstance(body, HttpResponseBase):
                return body
            made = tagged_answer(asked, body) if tagged else json_answer(body, status)
            return without_secrets(made) if secretless else made

        told = answers or form.return_annotation
        by_status = told if isinstance(told, Mapping) else {status if told else NO_CONTENT: told}
        query = [takes] if takes and is_get else []
        headers = [IF_NONE_MATCH] * tagged + [OPTIONAL_KEY] * repeatable
        described_as = extend_schema(
            operation_id=name,
            summary=summary,
            parameters=[*query, *parameters, *headers],
            request=kind if has_body else request,
            responses={**by_status, **({NOT_MODIFIED: UNCHANGED} if tagged else {})},
            **described,
        )
        return described_as(answer)

    return decorate
