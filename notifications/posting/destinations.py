"""Where posts may go: to public addresses only, never to the server's own network.

The name in an address is resolved once for each request, every address that it has is checked, and
the connection is made to one of these. So a name that resolves differently a moment later
(DNS rebinding) leads nowhere else.
"""

import re
import socket
from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network
from queue import Empty, Queue
from threading import Thread
from typing import Final, NamedTuple
from urllib.parse import urlsplit

from django.conf import settings
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from notifications.models.webhooks import MAX_URL

MAX_ADDRESSES: Final = 4  # that a connection is tried to
HTTPS_PORT: Final = 443
FIRST_FREE_PORT: Final = 1024  # the ports below belong to other services
HOST: Final = re.compile(r"[a-z0-9]([a-z0-9._-]*[a-z0-9])?\.?|[0-9a-f:.]*:[0-9a-f:.]*")
UNICAST: Final = ip_network("2000::/3")  # the only IPv6 addresses that are assigned to hosts
CLOSED: Final = tuple(
    ip_network(block)
    for block in (
        "168.63.129.16/32",  # in Azure, the host of the machine
        "192.0.0.0/24",  # in Oracle's cloud, the machine's metadata
        "192.88.99.0/24",  # relays to 6to4
        "2001::/32",  # Teredo, which contains an IPv4 address
        "2002::/16",  # 6to4, likewise
    )
)
"""Addresses that Python counts as global, and that lead to special places."""


class NotSentError(OSError):
    """A request could not be made or was not answered; `code` says why, for programs."""

    def __init__(self, code: str) -> None:
        super().__init__(code)
        self.code = code


class Destination(NamedTuple):
    """An address split into what a request needs; `target` is the path with its query."""

    is_secure: bool
    host: str
    port: int
    target: str

    @property
    def host_header(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        usual = HTTPS_PORT if self.is_secure else 80
        return host if self.port == usual else f"{host}:{self.port}"


def parse(url: str, longest: int = MAX_URL) -> Destination:
    """Return the destination that `url` names; raises ValidationError that says what to change.

    Names are not resolved.
    """
    if len(url) > longest:
        detail = gettext("An address has at most {limit} characters.").format(limit=longest)
        raise ValidationError(detail, "url_too_long")
    if re.search(r"[^!-~]", url):
        raise _invalid(
            gettext("Write the host in Punycode, and percent-encode other special characters.")
        )
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        host, port, parts = "", None, urlsplit("")
    if not HOST.fullmatch(host):
        raise _invalid(gettext("Give a complete address, such as https://example.org/illimat."))
    local = settings.ALLOW_LOCAL_WEBHOOKS
    if parts.scheme != "https" and not (local and parts.scheme == "http"):
        raise _invalid(gettext("The address must begin with https://."))
    if parts.username is not None or parts.password is not None or parts.fragment:
        raise _invalid(gettext("The address must have no user, no password and no fragment (#)."))
    is_secure = parts.scheme == "https"
    port = port if port is not None else HTTPS_PORT if is_secure else 80
    if port != HTTPS_PORT and port < FIRST_FREE_PORT and not local:
        raise _invalid(gettext("The port must be 443, or 1024 or higher."))
    if _is_literal(host) and not is_allowed(host):
        raise _invalid(gettext("The address must be public."))
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    return Destination(is_secure, host, port, target)


def host_of(url: str) -> str:
    """Return the host in an address that `parse` has accepted, however it is spelt."""
    return (urlsplit(url).hostname or "").rstrip(".")


def resolve(destination: Destination, seconds: float) -> list[str]:
    """Return the addresses of a destination, all of which are allowed, in at most `seconds`.

    Raises NotSentError: `timed_out`, or `no_public_address` if the name has no address, or any that
    is not allowed. Which of these it is stays secret, since it would tell internal names.
    """
    answers: Queue[list[str]] = Queue()
    Thread(target=_look_up, args=(destination, answers), daemon=True).start()
    try:
        found = answers.get(timeout=max(seconds, 0))
    except Empty:  # the thread ends when the resolver gives up, after half a minute
        raise NotSentError("timed_out") from None
    if not (found and all(map(is_allowed, found))):
        raise NotSentError("no_public_address")
    return found[:MAX_ADDRESSES]


def is_allowed(address: str) -> bool:
    given = ip_address(address)
    if settings.ALLOW_LOCAL_WEBHOOKS and given.is_loopback:
        return True
    return is_public(given)


def is_public(address: IPv4Address | IPv6Address) -> bool:
    """Return whether an address is a host's on the internet, and hides no other address in it."""
    if isinstance(address, IPv6Address) and address not in UNICAST:
        return (
            False  # among them the addresses that contain an IPv4 address, such as ::ffff:10.0.0.1
        )
    if any(address.version == block.version and address in block for block in CLOSED):
        return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def _look_up(destination: Destination, answers: "Queue[list[str]]") -> None:
    try:
        found = socket.getaddrinfo(
            destination.host, destination.port, type=socket.SOCK_STREAM, proto=socket.IPPROTO_TCP
        )
    except (OSError, UnicodeError):  # UnicodeError for a label of more than 63 characters
        found = []
    answers.put(list(dict.fromkeys(str(entry[4][0]) for entry in found)))


def _is_literal(host: str) -> bool:
    try:
        ip_address(host)
    except ValueError:
        return False
    return True


def _invalid(detail: str) -> ValidationError:
    return ValidationError(detail, "url_invalid")
