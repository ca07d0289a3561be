"""The OpenAPI document and its page."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from drf_spectacular.openapi import AutoSchema

from accounts.api import openapi
from api.codes import OF_NO_OPERATION, OWN
from tests.support import known_answers

pytestmark = pytest.mark.quick

UNIONS = ("anyOf", "oneOf", "allOf")
OPEN = {
    "EventDescription.members[]",  # a JSON Schema
    "Meta.options[]",  # a JSON Schema
    "paths//api/v1/me/data/file/get/responses/200/content/application/json[]",  # rows of all kinds
}
"""The members that are objects of any kind."""
DOCUMENTS = ["/api/openapi.json", "/_allauth/openapi.json", "/_allauth/openapi.yaml"]


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Return the OpenAPI document generated from the present code, without warnings."""
    path = tmp_path_factory.mktemp("openapi") / "openapi.json"
    call_command(
        "spectacular", file=str(path), format="openapi-json", validate=True, fail_on_warn=True
    )
    return path.read_text()


def test_the_committed_document_is_up_to_date(described: str) -> None:
    committed = Path(settings.BASE_DIR / "openapi.json").read_text()
    assert json.loads(committed) == json.loads(described), "run ./do openapi"


def test_log_in_is_in_it(described: str) -> None:
    paths = json.loads(described)["paths"]
    assert {"/_allauth/app/v1/auth/signup", "/_allauth/app/v1/auth/login"} <= paths.keys()


@pytest.mark.parametrize("path", DOCUMENTS[:2])
def test_a_new_password_is_a_pending_step_in_both_documents(client: Client, path: str) -> None:
    schemas = json.loads(client.get(path).content)["components"]["schemas"]
    members = schemas.get("AuthFlow", schemas.get("Flow"))["properties"]
    assert "password_reset_by_code" in members["id"]["enum"]
    assert members["is_pending"] == {"type": "boolean"}


@pytest.mark.django_db
def test_an_answer_that_is_not_described_lets_a_test_fail(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(known_answers, "_responses", lambda _: {"GET /api/v1/meta": {"304": {}}})
    with pytest.raises(AssertionError, match="answers 200: describe it"):
        client.get("/api/v1/meta")


@pytest.mark.slow
def test_every_reference_leads_somewhere(described: str) -> None:
    document = json.loads(described)

    def references(part: object) -> set[str]:
        if isinstance(part, list):
            return set().union(*map(references, part))
        if isinstance(part, dict):
            here = {part["$ref"]} if isinstance(part.get("$ref"), str) else set()
            return here.union(*map(references, part.values()))
        return set()

    for reference in references(document):
        target = document
        for name in reference.removeprefix("#/").split("/"):
            target = target[name]


@pytest.mark.parametrize("path", DOCUMENTS)
def test_a_description_says_that_it_is_in_english(client: Client, path: str) -> None:
    answer = client.get(path, headers={"Accept-Language": "de"})
    assert answer.headers["Content-Language"] == "en"


def test_every_member_has_a_type(described: str) -> None:
    assert set(untyped(json.loads(described))) == OPEN


def test_a_member_without_a_type_is_found() -> None:
    bare = [{}, {"type": "object"}, {"type": "array"}, {"description": "Anything."}]
    for schema in bare:
        members = {"type": "object", "properties": {"each": {"type": "array", "items": schema}}}
        assert set(untyped({"components": {"schemas": {"Bad": members}}})) == {"Bad.each[]"}


def untyped(document: Any) -> Iterator[str]:
    """Yield the path of each schema without a precise type."""
    for name, schema in document["components"]["schemas"].items():
        yield from _untyped(schema, name)
    yield from _untyped_in_operations(document.get("paths"), "paths")


def _untyped_in_operations(part: Any, path: str) -> Iterator[str]:
    if isinstance(part, dict):
        if "schema" in part:
            yield from _untyped(part["schema"], path)
        for name, each in part.items():
            yield from _untyped_in_operations(each, f"{path}/{name}")
    elif isinstance(part, list):
        for place, each in enumerate(part):
            yield from _untyped_in_operations(each, f"{path}/{place}")


def _untyped(schema: dict[str, Any], path: str) -> Iterator[str]:
    unions = [each for name in UNIONS for each in schema.get(name, [])]
    named, other = schema.get("properties", {}), schema.get("additionalProperties")
    items = [schema["items"]] if "items" in schema else []
    several = [*schema.get("prefixItems", []), *items]
    telling = {
        "object": bool(unions or named or (other is not None and other is not True)),
        "array": bool(several),
    }
    kinds = schema.get("type", [])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    told = all(telling.get(kind, True) for kind in kinds)
    if not (told if kinds else unions or {"$ref", "enum", "const"} & set(schema)):
        yield path
    for name, member in named.items():
        yield from _untyped(member, f"{path}.{name}")
    for each in several:
        yield from _untyped(each, f"{path}[]")
    if isinstance(other, dict):
        yield from _untyped(other, f"{path}[]")
    for each in unions:
        yield from _untyped(each, path)


def test_every_operation_may_answer_with_a_problem(described: str) -> None:
    for path, operations in json.loads(described)["paths"].items():
        if path.startswith("/api/"):
            for operation in operations.values():
                assert "application/problem+json" in operation["responses"]["default"]["content"]


def test_the_known_codes_are_those_of_operations_and_two_more(described: str) -> None:
    document = json.loads(described)
    known = set(document["components"]["schemas"]["KnownCode"]["enum"])
    of_operations = [each["responses"]["default"]["x-codes"] for each in operations(document)]
    assert known - {code for codes in of_operations for code in codes} == OF_NO_OPERATION


def test_every_operation_for_which_codes_were_added_exists(described: str) -> None:
    assert set(OWN) <= {each["operationId"] for each in operations(json.loads(described))}


def test_the_id_of_an_operation_tells_whether_it_only_reads(described: str) -> None:
    for path, methods in json.loads(described)["paths"].items():
        for method, operation in methods.items():
            if path.startswith("/api/"):
                reads = operation["operationId"].endswith(("_get", "_list"))
                assert reads == (method == "get"), operation["operationId"]


def test_every_request_body_refuses_other_members(described: str) -> None:
    document = json.loads(described)
    schemas = document["components"]["schemas"]
    bodies = {
        each["requestBody"]["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
        for each in operations(document)
        if "requestBody" in each
    }
    nested = {name for name in schemas if name.endswith("Request")}
    assert bodies <= nested
    for name in nested:
        assert schemas[name]["additionalProperties"] is False, name


def test_patterns_are_anchored_and_references_plain(described: str) -> None:
    for path, part in parts({"": json.loads(described)}):
        if path.endswith("/pattern") and isinstance(part, str):
            assert part.startswith("^"), path
            assert part.endswith("$"), path
        if path.endswith("/allOf"):
            assert len(part) > 1, path


def operations(document: Any) -> list[Any]:
    """Return the operations of the API itself."""
    paths = document["paths"].items()
    return [each for path, found in paths if path.startswith("/api/") for each in found.values()]


def parts(whole: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    named = whole.items() if isinstance(whole, dict) else enumerate(whole)
    for name, part in named:
        yield f"{path}/{name}", part
        if isinstance(part, dict | list):
            yield from parts(part, f"{path}/{name}")


def test_it_is_served_to_everybody(client: Client) -> None:
    response = client.get("/api/openapi.json")
    assert response.status_code == 200
    assert json.loads(response.content)["openapi"].startswith("3.1")


def test_its_page_loads_nothing_from_elsewhere(client: Client) -> None:
    page = client.get("/api/docs/").content.decode()
    assert "/static/drf_spectacular_sidecar/" in page
    assert "//cdn" not in page


@pytest.mark.parametrize("path", DOCUMENTS)
def test_a_document_is_made_once_and_need_not_be_fetched_again(
    client: Client, path: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = client.get(path)
    assert first.headers["Cache-Control"] == "public, max-age=3600"
    monkeypatch.setattr(AutoSchema, "get_operation", None)
    monkeypatch.setattr(openapi, "get_schema", None)
    again = client.get(path, headers={"Accept": "text/html"}, query_params={"lang": "de"})
    assert again.content == first.content
    assert again.headers["Content-Type"] == first.headers["Content-Type"]
    known = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (known.status_code, known.content) == (304, b"")
