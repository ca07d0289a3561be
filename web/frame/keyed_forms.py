"""Forms that act: each is sent with a key of its own, so that sending it twice acts once.

A form includes `web/acting.html`, which has the CSRF token and a fresh key. The answer to a key is
stored where the API stores the answers to its `Idempotency-Key`s, and for as long.
"""

import hashlib
from collections.abc import Callable, Mapping
from datetime import timedelta
from http import HTTPStatus
from typing import Final, NamedTuple

import msgspec
from django.http import HttpRequest
from django.utils.translation import gettext_lazy
from rest_framework.exceptions import ValidationError

from accounts.models import User
from api.details import ProblemDetails, describe
from api.idempotency import KEY, Answer, answer_once
from api.problems import IdempotencyKeyReusedProblem, Problem, UnavailableProblem, problem_of
from games.stream import integrity
from illimat_core.sealing import canonical
from web.frame.viewers import FIELD as VIEWER

FIELD: Final = "key"
ENTROPY: Final = "entropy"
"""The field that `entropy.js` fills with bytes of the person's own; empty without scripts."""
SHOWN_FOR: Final = timedelta(minutes=5)
"""How long the answer to a form that is sent again shows the secret that the form has made."""
NOT_SIGNED: Final = {FIELD, ENTROPY, VIEWER, "csrfmiddlewaretoken"}
INCOMPLETE: Final = gettext_lazy("The form was incomplete. Load the page again.")
FORM_REUSED: Final = gettext_lazy(
    "This form was sent before, with something else in it. Load the page again."
)
"""What a page says instead of the API, whose sentence is about its header."""


class Refusal(NamedTuple):
    """Why a form was refused, with the HTTP status of the page that says so.

    `at` has a sentence for each member of the input at fault, by its path: `options/players`.
    `code` and `rule` are those of the API's answer.
    """

    status: int
    detail: str
    at: Mapping[str, str] = {}
    code: str = ""
    rule: str = ""

    @property
    def sentences(self) -> list[str]:
        """What is wrong with the members at fault or, if there are none, the detail."""
        return list(self.at.values()) or [self.detail]


_problem = msgspec.json.Decoder(ProblemDetails).decode


def act_once(request: HttpRequest, user: User, do: Callable[[], str]) -> str | Refusal:
    """Run `do`, which returns an address, once for the key of a form.

    Return that address, or why the form was refused; the same form sent again gets the same. As in
    the API, refusals by the game or the table are kept under the key, others may be tried again.
    Errors that the API has no problem for are raised.
    """

    def answer() -> Answer:
        try:
            return Answer(HTTPStatus.SEE_OTHER, do())
        except Exception as error:
            problem = problem_of(error)
            if not (isinstance(problem, Problem) and problem.kept):
                raise
            return Answer(problem.status_code, msgspec.json.encode(describe(problem)).decode())

    try:
        key, fingerprint = _key(request), _fingerprint(request)
        given = answer_once(user=user, key=key, fingerprint=fingerprint, answer=answer)
    except Exception as error:
        return refuse(error)
    if given.status == HTTPStatus.SEE_OTHER:
        return given.body
    return _refusal(_problem(given.body))


def refuse(error: Exception) -> Refusal:
    """Freeze a game that an error shows to be damaged; return the refusal that the error means.

    Raises the error again if it means none, or that the database cannot be used just now.
    """
    error = integrity.freeze_if_damaged(error)
    problem = problem_of(error)
    if problem is None or isinstance(problem, UnavailableProblem):
        raise error
    return _refusal(describe(problem))


def entropy_in(posted: Mapping[str, str]) -> dict[str, str]:
    """Return the bytes that a form brings for chance, as a member of the API's; none if empty."""
    return {ENTROPY: posted[ENTROPY]} if posted.get(ENTROPY) else {}


def _refusal(problem: ProblemDetails) -> Refusal:
    errors = problem.errors or ()
    at = {each.pointer.removeprefix("#/").removeprefix("#"): each.detail for each in errors}
    if ENTROPY in at:  # which nobody typed
        at[ENTROPY] = str(INCOMPLETE)
    rule = problem.rule if isinstance(problem.rule, str) else ""
    detail = (
        FORM_REUSED if problem.code == IdempotencyKeyReusedProblem.default_code else problem.detail
    )
    return Refusal(problem.status, str(detail), at, problem.code, rule)


def _key(request: HttpRequest) -> str:
    key = request.POST.get(FIELD, "")
    if not KEY.fullmatch(key):
        raise ValidationError({FIELD: [INCOMPLETE]})
    return key


def _fingerprint(request: HttpRequest) -> str:
    """Return a hash of the form's address and of what was filled in."""
    filled = {name: found for name, found in request.POST.lists() if name not in NOT_SIGNED}
    return hashlib.sha256(f"form\0{request.path}\0{canonical(filled)}".encode()).hexdigest()
