"""An operation says once what it takes and answers: the description and the reading agree."""

import pytest
from django.http import HttpResponse
from django.urls import path
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.settings import patched_settings
from msgspec import Struct
from rest_framework.request import Request
from rest_framework.test import APIRequestFactory
from rest_framework.views import APIView

from api.inputs import Number, StrictSerializer
from api.operations import CREATED, Members, operation

pytestmark = pytest.mark.quick


class NumberSerializer(StrictSerializer):
    """A number."""

    number = Number()


class Doubled(Struct):
    """Twice the number."""

    number: int


class DoublingView(APIView):
    """Doubles numbers."""

    authentication_classes = ()
    permission_classes = ()

    @operation("doubled_get", "Two", tagged=True)
    def get(self, _request: Request) -> Doubled:
        """Return two."""
        return Doubled(2)

    @operation("doubled_make", "Double", NumberSerializer, status=CREATED)
    def post(self, _request: Request, members: Members) -> Doubled:
        """Double a number."""
        return Doubled(2 * members["number"])

    @operation("doubled_forget", "Forget")
    def delete(self, _request: Request) -> None:
        """Forget it."""

    @operation("doubled_again", "Double again")
    def put(self, _request: Request) -> Doubled:
        """Double it again."""
        return Doubled(4)


def ask(method: str, body: str = "", path: str = "/doubled", **headers: str) -> HttpResponse:
    request = APIRequestFactory().generic(method, path, body, "application/json", headers=headers)
    answer: HttpResponse = DoublingView.as_view()(request)
    return answer


def test_a_method_gets_what_it_takes_and_its_struct_is_the_answer() -> None:
    answer = ask("POST", '{"number": 3}')
    assert (answer.status_code, answer.content) == (201, b'{"number":6}')


@pytest.mark.parametrize(
    ("method", "body"),
    [
        ("POST", '{"number": "3"}'),
        ("POST", "{}"),
        ("PUT", '{"number": 3}'),
        ("DELETE", '{"number": 3}'),
    ],
)
def test_what_it_does_not_take_is_refused(method: str, body: str) -> None:
    assert ask(method, body).status_code == 422


def test_a_query_that_it_does_not_take_is_refused() -> None:
    assert ask("GET", path="/doubled?number=3").status_code == 422


def test_a_method_that_returns_nothing_has_no_content() -> None:
    assert ask("DELETE").status_code == 204


def test_the_version_that_is_known_is_not_sent_again() -> None:
    etag = ask("GET").headers["ETag"]
    assert ask("GET", **{"If-None-Match": etag}).status_code == 304
    assert ask("GET", **{"If-None-Match": '"another"'}).content == b'{"number":2}'


def test_what_is_read_and_answered_is_what_is_described() -> None:
    urls = [path("doubled", DoublingView.as_view())]
    with patched_settings({"POSTPROCESSING_HOOKS": []}):
        generator = SchemaGenerator(patterns=urls)  # type: ignore[no-untyped-call]
        paths = generator.get_schema(public=True)["paths"]  # type: ignore[no-untyped-call]
    told = paths["/doubled"]
    assert {each: list(told[each]["responses"]) for each in told} == {
        "get": ["200", "304"],
        "post": ["201"],
        "put": ["200"],
        "delete": ["204"],
    }
    assert [each["name"] for each in told["get"]["parameters"]] == ["If-None-Match"]
    bodies = {each: told[each]["requestBody"]["content"] for each in ("post", "put")}
    assert {each: content["application/json"]["schema"] for each, content in bodies.items()} == {
        "post": {"$ref": "#/components/schemas/NumberRequest"},
        "put": {"$ref": "#/components/schemas/EmptyRequest"},
    }
    answered = told["post"]["responses"]["201"]["content"]["application/json"]["schema"]
    assert answered == {"$ref": "#/components/schemas/Doubled"}
