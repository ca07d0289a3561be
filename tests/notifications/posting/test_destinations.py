"""Posts go to public addresses only."""

import pytest
from django.core.exceptions import ValidationError
from pytest_django import Settings

from notifications.posting.destinations import Destination, NotSentError, parse, resolve
from tests.support.resolver import Resolver

NOT_PUBLIC = [
    "0.0.0.0",  # noqa: S104 - nothing binds to it
    *("10.0.0.1", "100.64.0.1", "100.100.100.200", "127.0.0.1", "169.254.169.254"),
    *("172.16.5.4", "192.0.0.192", "192.0.2.1", "192.168.1.1", "198.18.0.1", "224.0.0.1"),
    *("240.0.0.1", "255.255.255.255", "168.63.129.16"),
    *("::", "::1", "::ffff:127.0.0.1", "::ffff:93.184.216.34", "::127.0.0.1", "fe80::1", "fc00::1"),
    *("fd00:ec2::254", "ff02::1", "64:ff9b::7f00:1", "2002:7f00:1::", "2001:0:7f00:1::"),
    "2001:db8::1",
]
PUBLIC = ["93.184.216.34", "2606:2800:220:1:248:1893:25c8:1946"]


@pytest.mark.parametrize("address", NOT_PUBLIC)
def test_an_address_that_is_not_public_is_refused(address: str, resolver: Resolver) -> None:
    resolver.answers["hooks.example.org"] = [[address]]
    with pytest.raises(NotSentError, match="no_public_address"):
        resolve(parse("https://hooks.example.org/"), 5)
    literal = f"[{address}]" if ":" in address else address
    with pytest.raises(ValidationError):
        parse(f"https://{literal}/")


@pytest.mark.parametrize("address", ["127.1", "2130706433", "0x7f.1", "0177.0.0.1"])
def test_an_address_in_an_old_notation_is_refused_when_it_is_used(address: str) -> None:
    with pytest.raises(NotSentError, match="no_public_address"):
        resolve(parse(f"https://{address}/"), 5)


def test_a_name_is_refused_if_only_one_of_its_addresses_is_not_public(resolver: Resolver) -> None:
    resolver.answers["hooks.example.org"] = [[*PUBLIC, "10.0.0.1"]]
    with pytest.raises(NotSentError, match="no_public_address"):
        resolve(parse("https://hooks.example.org/"), 5)


def test_public_addresses_are_taken(resolver: Resolver) -> None:
    resolver.answers["hooks.example.org"] = [PUBLIC]
    assert resolve(parse("https://hooks.example.org/"), 5) == PUBLIC


def test_this_machine_is_taken_where_the_settings_allow_it(settings: Settings) -> None:
    settings.ALLOW_LOCAL_WEBHOOKS = True
    assert resolve(parse("http://127.0.0.1:8080/"), 5) == ["127.0.0.1"]
    with pytest.raises(ValidationError):
        parse("https://10.0.0.1/")


def test_a_name_that_nobody_knows_is_refused_as_one_of_an_internal_network_is() -> None:
    with pytest.raises(NotSentError, match="no_public_address"):
        resolve(parse(f"https://{'a' * 70}.example.org/"), 5)


@pytest.mark.parametrize(
    ("url", "destination", "host_header"),
    [
        (
            "https://Hooks.Example.org",
            Destination(True, "hooks.example.org", 443, "/"),
            "hooks.example.org",
        ),
        (
            "https://example.org:8443/a%20b?c=d&e",
            Destination(True, "example.org", 8443, "/a%20b?c=d&e"),
            "example.org:8443",
        ),
        (
            "https://[2606:2800:220:1::1]:8443?a",
            Destination(True, "2606:2800:220:1::1", 8443, "/?a"),
            "[2606:2800:220:1::1]:8443",
        ),
    ],
)
def test_an_address_is_taken_apart(url: str, destination: Destination, host_header: str) -> None:
    found = parse(url)
    assert found == destination
    assert found.host_header == host_header


@pytest.mark.parametrize(
    ("url", "advice"),
    [
        ("http://example.org/", "begin with https://"),
        ("ftp://example.org/", "begin with https://"),
        ("example.org/hook", "complete address"),
        ("https:///hook", "complete address"),
        ("https://exa_mple.org:port/", "complete address"),
        ("https://[::1/", "complete address"),
        ("https://exam\\ple.org/", "complete address"),
        ("https://ada:secret@example.org/", "no user"),
        ("https://@example.org/", "no user"),
        ("https://example.org/#part", "no fragment"),
        ("https://example.org:22/", "443, or 1024"),
        ("https://example.org:0/", "443, or 1024"),
        ("https://bücher.example/", "Punycode"),
        ("https://example.org/\r\nX-Header: 1", "percent-encode"),
        ("https://exa\tmple.org/", "percent-encode"),
        (f"https://example.org/{'a' * 500}", "at most 500"),
    ],
)
def test_an_address_that_cannot_be_used_is_refused_with_advice(url: str, advice: str) -> None:
    with pytest.raises(ValidationError, match=advice):
        parse(url)
