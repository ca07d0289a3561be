"""The pages can be installed as an app, and say what to do without a network."""

import re
from contextlib import closing
from io import BytesIO

import pytest
from django.test import Client
from PIL import Image

from accounts.models import User
from tests.support.pages import browser_of
from web.frame.icons import FOLDER, SIZES, icons


def load(client: Client, url: str) -> bytes:
    with closing(client.get(url)) as answer:
        assert answer.status_code == 200
        return answer.getvalue()


def test_the_files_of_the_icon_are_as_it_is_drawn() -> None:
    for name, content in icons().items():
        if (FOLDER / name).read_bytes() != content:
            pytest.fail(f"{name} is not as the icon is drawn: run `python -m web.frame.icons`.")


@pytest.mark.parametrize("name", SIZES)
def test_an_icon_has_its_size_and_is_small(name: str) -> None:
    content = (FOLDER / name).read_bytes()
    assert Image.open(BytesIO(content)).size == (SIZES[name][1],) * 2
    assert len(content) <= 24 * 1024


@pytest.mark.django_db
def test_the_manifest_names_what_an_app_needs(client: Client) -> None:
    answer = client.get("/manifest.webmanifest", headers={"Accept-Language": "de"})
    assert answer.headers["Content-Type"] == "application/manifest+json"
    assert answer.headers["Vary"] == "Accept-Language"
    told = answer.json()
    assert (told["short_name"], told["display"], told["lang"]) == ("Illimat", "standalone", "de")
    assert told["start_url"] == told["scope"] == "/"
    assert {each.get("purpose", "any") for each in told["icons"]} == {"any", "maskable"}
    for each in told["icons"]:
        image = Image.open(BytesIO(load(client, each["src"])))
        assert f"{image.width}x{image.height}" == each["sizes"]


@pytest.mark.django_db
def test_the_worker_is_served_at_the_root_and_asked_for_anew(client: Client) -> None:
    answer = client.get("/worker.js")
    assert answer.headers["Content-Type"] == "text/javascript"
    assert answer.headers["Cache-Control"] == "public, no-cache"
    kept = re.search(r"const KEPT = (\[.*\]);", answer.text)
    assert kept
    for url in re.findall(r'"([^"]+)"', kept[1]):
        assert load(client, url)
        assert not url.startswith(("/games", "/api"))


@pytest.mark.django_db
def test_the_worker_changes_with_the_files_that_it_keeps(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = client.get("/worker.js").text
    assert client.get("/worker.js").text == before
    monkeypatch.setattr("web.account.installation.KEPT", ("web/icon.svg",))
    assert client.get("/worker.js").text != before


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", ("Their clocks run on meanwhile.", "Try again")),
        ("de", ("Ihre Uhren laufen währenddessen weiter.", "Nochmals versuchen")),
    ],
)
def test_the_offline_page_says_what_to_do(
    client: Client, language: str, said: tuple[str, ...]
) -> None:
    page = client.get("/offline", headers={"Accept-Language": language})
    assert page.status_code == 200
    assert all(each in page.text for each in said)


def test_a_page_for_everybody_names_nobody(people: list[User]) -> None:
    page = browser_of(people[0]).get("/api/guide/")
    assert "public" in page.headers["Cache-Control"]
    assert "data-person" not in page.text


def test_every_page_leads_to_the_manifest_and_the_script(people: list[User]) -> None:
    page = browser_of(people[0]).get("/").text
    assert '<link rel="manifest" href="/manifest.webmanifest">' in page
    assert 'data-person="ada"' in page
    assert "<script>" not in page
