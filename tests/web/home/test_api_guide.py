"""The server serves the guide to the API."""

import re
from urllib.parse import urljoin

import pytest
from django.test import Client
from django.urls import Resolver404, resolve

from accounts.models import User
from web.home import api_guide

PAGES = sorted(api_guide.names())
HREF = re.compile(r'href="([^"#]+)(?:#([^"]+))?"')
ID = re.compile(r'id="([^"]+)"')


def test_it_has_the_pages_that_the_author_of_a_client_needs() -> None:
    assert {"api.md", "reference.md", "rules/ACTIONS.md", "concepts/chance.md"} <= api_guide.names()


@pytest.mark.parametrize("name", ["operating.md", "../README.md", "nothing.md", "rules"])
def test_it_has_no_other_files(client: Client, name: str) -> None:
    assert client.get(f"/api/guide/{name}").status_code == 404


def test_the_list_of_endpoints_and_the_pages_lead_to_it(client: Client, db: None) -> None:
    for path in ("/api/docs/", "/"):
        assert 'href="/api/guide/"' in client.get(path).content.decode()
    assert client.get("/api/v1/meta").json()["links"]["guide"] == "/api/guide/"


@pytest.mark.parametrize("name", PAGES)
def test_each_link_of_a_page_leads_to_something_served(client: Client, name: str) -> None:
    address = f"/api/guide/{name}"
    assert client.get(address).status_code == 200
    for path, anchor in HREF.findall(api_guide.render_page(name).content):
        target = urljoin("/api/guide/" if name == api_guide.START else address, path)
        if "://" in target:
            continue
        try:
            resolve(target)
        except Resolver404:
            pytest.fail(f"{name} links to {path}")
        page = target.removeprefix("/api/guide/")
        if anchor and page in api_guide.names():
            assert anchor in ID.findall(api_guide.render_page(page).content), f"{path}#{anchor}"


def test_pages_are_the_same_for_everybody_and_may_be_cached(client: Client, db: None) -> None:
    client.force_login(User.objects.create_user("ada", "ada@example.org"))
    shown = client.get("/api/guide/")
    assert "public" in shown.headers["Cache-Control"]
    assert "Cookie" not in shown.headers.get("Vary", "")
    assert b"ada" not in shown.content.split(b"<main")[0]


def test_tables_and_examples_are_shown_as_such(client: Client) -> None:
    shown = client.get("/api/guide/").content.decode()
    assert "<h1 id=" in shown
    assert "<table>" in shown
    assert '<code class="language-json">' in shown
