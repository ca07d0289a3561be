"""What an operation of the API is called, what it takes and what it answers: said once.

`operation` describes a method of a view for the OpenAPI document, reads its input by the serializer
that it is described by, and answers with what the method returns.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import KW_ONLY, dataclass
from functools import partial, wraps
from inspect import signature
from typing import TYPE_CHECKING, Any, cast

from django.http import HttpResponseBase
from drf_spectacular.utils import OpenApiExample, extend_schema
from msgspec import Struct
from rest_framework.fields import empty
from rest_framework.request import Request
from rest_framework.views import APIView

from api.answers import (
    IF_NONE_MATCH,
    UNCHANGED,
    allow_compression,
    empty_answer,
    json_answer,
    tagged_answer,
)
from api.idempotency import HEADER, OPTIONAL_KEY, answer_repeatably, read_key
from api.inputs import EmptySerializer, StrictSerializer, read_input

if TYPE_CHECKING:
    from django.contrib.auth.base_user import AbstractBaseUser
    from django_stubs_ext import StrOrPromise

OK, CREATED, ACCEPTED, NO_CONTENT, NOT_MODIFIED = 200, 201, 202, 204, 304
View = Callable[..., HttpResponseBase]
Members = dict[str, Any]
"""What was read by the serializer of an operation."""


@dataclass(frozen=True)
class operation:  # noqa: N801 - a decorator
    """A decorator for a view's method.

    `takes` is for the query of a GET, else for the body; without it, that has to be empty, unless
    `request`, or a serializer among the `parameters`, describes what the method reads by itself. A
    method that has a parameter `members` gets what was read.

    The method returns a Struct, which is answered with `status`, or None; or an answer of its own:
    then `answers` says of what, by status if there are several. A `tagged` answer has an ETag, by
    its bytes or by the method, and may be 304; a `secretless` one may be compressed. A `repeatable`
    request may have an Idempotency-Key. The last four are for the OpenAPI document only.
    """

    name: str
    summary: str
    takes: type[StrictSerializer] | None = None
    _: KW_ONLY
    status: int = OK
    answers: Any = None
    tagged: bool = False
    secretless: bool = False
    repeatable: bool = False
    parameters: Sequence[Any] = ()
    request: Any = empty
    auth: Sequence[str] | None = None
    description: "StrOrPromise | None" = None
    examples: Sequence[OpenApiExample] | None = None
    extensions: dict[str, Any] | None = None

    def __call__(self, method: Callable[..., Any]) -> View:
        """Return the view's method around `method`, described for the OpenAPI document."""
        form, is_get = signature(method), method.__name__ == "get"
        kind = self._kind()

        @wraps(method)
        def answer(view: APIView, asked: Request, **given: Any) -> HttpResponseBase:
            if kind is not None:
                members = read_input(kind, asked.query_params if is_get else asked.data)
                given |= {"members": members} if "members" in form.parameters else {}
            do = partial(method, view, asked, **given)
            if self.repeatable and HEADER in asked.headers:
                user = cast("AbstractBaseUser", asked.user)
                return answer_repeatably(asked, user, read_key(asked), do, status=self.status)
            return self._finish(asked, do())

        return self._describe(method.__name__, form.return_annotation)(answer)

    def _kind(self) -> type[StrictSerializer] | None:
        """Return what reads the input; None if the method does so by itself."""
        is_read = any(isinstance(each, type) for each in self.parameters)
        reads_itself = self.request is not empty or is_read
        return self.takes or (None if reads_itself else EmptySerializer)

    def _finish(self, asked: Request, body: Struct | HttpResponseBase | None) -> HttpResponseBase:
        if body is None:
            return empty_answer()
        if isinstance(body, HttpResponseBase):
            return body
        made = tagged_answer(asked, body) if self.tagged else json_answer(body, self.status)
        return allow_compression(made) if self.secretless else made

    def _describe(self, verb: str, returned: Any) -> Callable[[View], View]:
        """Return what describes a method that answers to `verb` with what is `returned`."""
        answers = self.answers or returned
        if not isinstance(answers, Mapping):
            answers = {self.status if answers else NO_CONTENT: answers}
        query = [self.takes] if self.takes and verb == "get" else []
        headers = [IF_NONE_MATCH] * self.tagged + [OPTIONAL_KEY] * self.repeatable
        has_body = verb in {"patch", "post", "put"} and self.request is empty
        return extend_schema(
            operation_id=self.name,
            summary=self.summary,
            parameters=[*query, *self.parameters, *headers],
            request=self._kind() if has_body else self.request,
            responses={**answers, **({NOT_MODIFIED: UNCHANGED} if self.tagged else {})},
            auth=self.auth,
            description=self.description,
            examples=self.examples,
            extensions=self.extensions,
        )
