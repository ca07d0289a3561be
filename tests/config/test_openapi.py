"""The description of the API, and its page."""

import json
from pathlib import Path

import pytest
from allauth.headless.spec import views
from django.conf import settings
from django.core.management import call_command
from django.test import Client
from drf_spectacular.openapi import AutoSchema

DOCUMENTS = ["/api/openapi.json", "/_allauth/openapi.json", "/_allauth/openapi.yaml"]


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The OpenAPI document as the code describes it now, without warnings."""
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


def test_every_operation_may_answer_with_a_problem(described: str) -> None:
    for path, operations in json.loads(described)["paths"].items():
        if path.startswith("/api/"):
            for operation in operations.values():
                assert "application/problem+json" in operation["responses"]["default"]["content"]


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
    monkeypatch.setattr(views, "get_schema", None)
    again = client.get(path, headers={"Accept": "text/html"}, query_params={"lang": "de"})
    assert again.content == first.content
    assert again.headers["Content-Type"] == first.headers["Content-Type"]
    known = client.get(path, headers={"If-None-Match": first.headers["ETag"]})
    assert (known.status_code, known.content) == (304, b"")
