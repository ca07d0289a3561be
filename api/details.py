"""Problem details (RFC 9457): the form in which the API answers every refusal."""

from collections.abc import Iterator, Mapping
from http import HTTPStatus
from typing import Annotated, Any
from uuid import UUID

import msgspec
from django.http import HttpResponse
from django.utils.translation import gettext
from msgspec import UNSET, Meta, UnsetType
from rest_framework import exceptions

from api.problems import Problem
from api.standard import INVALID, ProblemText, text_of_status
from illimat_core.annotations import says
from illimat_core.errors import clip

MEDIA_TYPE = "application/problem+json"
MAX_ERRORS = 10
MAX_DETAIL = 500  # characters; details may quote what a client sent
REPHRASED = (exceptions.MethodNotAllowed, exceptions.UnsupportedMediaType)
"""The framework's refusals without a remedy: the detail of their status is used instead."""


class InputError(msgspec.Struct, frozen=True):
    """What is wrong with one member of the input."""

    pointer: Annotated[str, says("A JSON pointer to the member, as a URI fragment.")]
    detail: Annotated[str, says("What went wrong and what to do, in a sentence for a person.")]
    code: Annotated[str, says("A code for programs.")]


class ProblemDetails(msgspec.Struct, frozen=True, kw_only=True):
    """Why a request was refused (RFC 9457)."""

    type: Annotated[
        str,
        says("A URN that identifies the kind of problem and never changes."),
        Meta(extra_json_schema={"format": "uri", "examples": ["urn:illimat:problem:refused"]}),
    ]
    title: Annotated[str, says("The kind of problem, for a person.")]
    status: Annotated[int, says("The HTTP status.", minimum=400, maximum=599)]
    detail: Annotated[str, says("What went wrong and what to do, in a sentence for a person.")]
    code: Annotated[
        str,
        says(
            "A code for programs: the last part of `type`. `KnownCode` lists those that are known, "
            "`x-codes` those of each operation; expect others, too."
        ),
    ]
    rule: Annotated[str | UnsetType, says("The rule that the action breaks.")] = UNSET
    index: Annotated[
        int | UnsetType,
        says("The index in `actions` of the refused action, from 0.", minimum=0),
    ] = UNSET
    pointer: Annotated[
        str | UnsetType,
        says("A JSON pointer, as a URI fragment, into the malformed action: to the member."),
    ] = UNSET
    current_version: Annotated[
        int | UnsetType, says("The current version of the game, if it is not the one you sent.")
    ] = UNSET
    epoch: Annotated[
        str | UnsetType, says("The present epoch, if the history that you know is gone.")
    ] = UNSET
    game: Annotated[UUID | UnsetType, says("The id of the frozen game.")] = UNSET
    season: Annotated[UUID | UnsetType, says("The id of the damaged season.")] = UNSET
    quota: Annotated[str | UnsetType, says("The quota that is used up.")] = UNSET
    limit: Annotated[int | UnsetType, says("The size of that quota.")] = UNSET
    errors: Annotated[
        list[InputError] | UnsetType,
        says(f"What is wrong with the input, in at most {MAX_ERRORS} entries."),
    ] = UNSET


def describe(refusal: exceptions.APIException) -> ProblemDetails:
    if isinstance(refusal, exceptions.ValidationError):
        return _describe_invalid(refusal)
    if isinstance(refusal, Problem):
        text = ProblemText(str(refusal.get_codes()), refusal.title, str(refusal.detail))
        return _details(refusal.status_code, text, **refusal.members)
    text = text_of_status(refusal.status_code)
    code, detail = refusal.get_codes(), str(refusal.detail)
    if code != refusal.default_code or isinstance(refusal, exceptions.AuthenticationFailed):
        text = text._replace(code=str(code))
    if detail != str(refusal.default_detail) and not isinstance(refusal, REPHRASED):
        text = text._replace(detail=detail)
    return _details(refusal.status_code, text)


def describe_status(status: int) -> ProblemDetails:
    return _details(status, text_of_status(status))


def problem_answer(
    problem: ProblemDetails, headers: Mapping[str, str] | None = None
) -> HttpResponse:
    body = msgspec.json.encode(problem)
    return HttpResponse(body, MEDIA_TYPE, problem.status, headers=headers)


def _describe_invalid(refusal: exceptions.ValidationError) -> ProblemDetails:
    errors = list(_errors(refusal.get_full_details(), "#"))
    text = INVALID
    if len(errors) > MAX_ERRORS:
        first = gettext(
            "Some of the input cannot be taken; `errors` says which, and why. "
            "These are the first {shown} of {all}."
        )
        text = text._replace(detail=first.format(shown=MAX_ERRORS, all=len(errors)))
    return _details(HTTPStatus.UNPROCESSABLE_ENTITY, text, errors=errors[:MAX_ERRORS])


def _details(status: int, text: ProblemText, **members: Any) -> ProblemDetails:
    return ProblemDetails(
        type=f"urn:illimat:problem:{text.code}",
        title=str(text.title),
        status=int(status),
        detail=_clip_detail(str(text.detail)),
        code=text.code,
        **members,
    )


def _clip_detail(detail: str) -> str:
    return detail if len(detail) <= MAX_DETAIL else f"{detail[:MAX_DETAIL]}…"


def _errors(found: Any, pointer: str) -> Iterator[InputError]:
    """Flatten the nested errors of a serializer into one entry for each error."""
    if isinstance(found, list):
        for index, item in enumerate(found):
            deeper = isinstance(item, Mapping) and not _is_complaint(item)
            yield from _errors(item, f"{pointer}/{index}" if deeper else pointer)
    elif _is_complaint(found):
        yield InputError(pointer, _clip_detail(str(found["message"])), str(found["code"]))
    else:
        for name, item in found.items():
            part = clip(str(name)).replace("~", "~0").replace("/", "~1")
            here = pointer if name in {"non_field_errors", "__all__"} else f"{pointer}/{part}"
            yield from _errors(item, here)


def _is_complaint(found: Mapping[str, Any]) -> bool:
    """Return whether `found` is a single error; those of a member called `message` are a list."""
    return isinstance(found.get("message"), str)
