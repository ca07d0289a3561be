"""The middleware that applies to every answer."""

import pytest
from django.test import Client

PATHS = ["/api/v1/me", "/api/docs/", "/api/openapi.json", "/accounts/login/", "/nothing/here"]


@pytest.mark.django_db
@pytest.mark.parametrize("path", PATHS)
def test_browsers_load_nothing_from_elsewhere_and_frame_nothing(client: Client, path: str) -> None:
    headers = client.get(path).headers
    least = "default-src 'self'" if path == "/api/docs/" else "default-src 'none'"
    assert least in headers["Content-Security-Policy"]
    assert "unsafe" not in headers["Content-Security-Policy"]
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["Referrer-Policy"] == "same-origin"
    assert headers["Cross-Origin-Resource-Policy"] == "same-origin"


def test_a_large_body_is_refused_on_a_page_as_well(client: Client) -> None:
    response = client.post("/accounts/login/", {"login": "x" * 70_000})
    assert response.status_code == 413
