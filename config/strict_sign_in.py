"""The API's strict parsing of JSON, applied to sign-up and log-in."""

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.utils.translation import gettext
from rest_framework.exceptions import ParseError

from api.details import describe, problem_answer
from api.parsers import parse_json
from config.middleware import Handler


class StrictSignInBody:
    """Rejects a malformed JSON body before django-allauth reads it.

    allauth parses JSON less strictly than the API does: deep nesting, integers of thousands of
    digits and lone surrogates would fail later, with status 500.
    """

    def __init__(self, get_response: Handler) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        """Answer, with 400 if the body is not a JSON object that the API would accept."""
        if request.path.startswith("/_allauth/") and request.method != "GET" and request.body:
            try:
                if not isinstance(parse_json(request.body), dict):
                    return _bad_request(gettext("The body is not a JSON object."))
            except ParseError as error:
                return _bad_request(str(error.detail))
        return self.get_response(request)


def _bad_request(detail: str) -> HttpResponse:
    return problem_answer(describe(ParseError(detail)))
