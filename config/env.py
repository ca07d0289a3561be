"""Settings from environment variables, with errors that say what to set."""

import importlib.util
import json
import os
import re
from collections.abc import Callable
from email.utils import parseaddr
from ipaddress import ip_address
from socket import inet_aton
from typing import Any, TypeVar
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from environ import Env
from redis.backoff import NoBackoff
from redis.retry import Retry

from config import secret_key
from config.logs import FORMATS, Format
from notifications.push.keys import public_text

T = TypeVar("T")
LOCAL = {"localhost", "localdomain", "ip6-localhost", "ip6-loopback"}
"""Names of the local machine."""
IMPATIENT: dict[str, Any] = {
    "socket_connect_timeout": 0.5,  # seconds
    "socket_timeout": 0.5,
    "retry": Retry(NoBackoff(), 0),
}
"""Options of Redis connections that fail soon, so that nobody waits long for a lost server."""


def read(name: str, cast: Callable[[str], T], *, default: str | None = None, example: str) -> T:
    """Return the setting `name` as parsed by `cast`; an empty value counts as not set.

    Raises ImproperlyConfigured if it is missing and has no default, or if `cast` rejects it with a
    ValueError. The message never repeats the value, which may hold a password.
    """
    value = os.environ.get(name, "").strip() or default
    if value is None:
        raise ImproperlyConfigured(f"{name} is not set. Set it, for example {name}={example}")
    try:
        return cast(value)
    except ValueError as error:
        raise ImproperlyConfigured(
            f"{name} {error}. Set it, for example {name}={example}"
        ) from error


def boolean(value: str) -> bool:
    """Return a Boolean: true for 1, true, yes and on, false for their opposites."""
    words = {"1": True, "true": True, "yes": True, "on": True}
    words |= {"0": False, "false": False, "no": False, "off": False}
    if value.lower() not in words:
        raise ValueError("must be true or false")
    return words[value.lower()]


def number(value: str) -> int:
    """Return a whole number that is not negative."""
    if not value.isdecimal():
        raise ValueError("must be a whole number, zero or more")
    return int(value)


def log_format(value: str) -> Format:
    for name in FORMATS:
        if name == value.lower():
            return name
    raise ValueError(f"must be {' or '.join(FORMATS)}")


def port(value: str) -> int:
    if not value.isdecimal() or not 0 < int(value) < 2**16:
        raise ValueError("must be a number from 1 to 65535")
    return int(value)


def words(value: str) -> list[str]:
    return [word.strip() for word in value.split(",") if word.strip()]


def hosts(value: str) -> list[str]:
    """Return the hosts of a comma-separated list; a dot in front stands for all below a name."""
    found = words(value.lower())
    if not all(re.fullmatch(r"\.?[a-z0-9_-]+(\.[a-z0-9_-]+)*", each) for each in found):
        raise ValueError("must be names of hosts, or .example.org for all below example.org")
    return found


def base_url(value: str) -> str:
    """Return the address at which people reach the server, without a trailing slash."""
    parts = urlsplit(value)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError("must be an address that begins with http:// or https://")
    return value.rstrip("/")


def page(value: str) -> str:
    """Return the address of a page on any server, or nothing."""
    parts = urlsplit(value)
    if value and (parts.scheme not in {"http", "https"} or not parts.hostname):
        raise ValueError("must be the address of a page, which begins with http:// or https://")
    return value


def contact(value: str) -> str:
    """Return where people reach the operator, a page or a mailto: address, or nothing."""
    if value.startswith("mailto:"):
        if "@" not in value:
            raise ValueError("must have an address after mailto:")
        return value
    return page(value)


def game_url(value: str) -> str:
    """Return the pattern of games' addresses, which must contain the game's id."""
    try:
        named = value.format(base="", id="\0")
    except (KeyError, IndexError, ValueError):
        named = ""
    if "\0" not in named:
        raise ValueError("must contain {id}, may contain {base}, and must have no other braces")
    return value


def broker_url(value: str) -> str:
    if urlsplit(value).scheme not in {"redis", "rediss"}:
        raise ValueError("must be an address that begins with redis:// or rediss://")
    return value


def database(value: str) -> dict[str, Any]:
    """Return Django's description of a SQLite or PostgreSQL database."""
    if urlsplit(value).scheme not in {"sqlite", "postgres", "postgresql"}:
        raise ValueError("must be an address that begins with postgres:// or sqlite:///")
    try:
        described: dict[str, Any] = Env.db_url_config(value)
    except ValueError:
        raise ValueError("must be an address whose port is a number") from None
    if not described["NAME"]:
        raise ValueError("must name a database")
    return described


def cache(value: str) -> dict[str, Any]:
    """Return Django's description of a cache in Redis or in this process's memory."""
    scheme = urlsplit(value).scheme
    if scheme == "locmem":
        return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    if scheme not in {"redis", "rediss"}:
        raise ValueError("must be an address that begins with redis://, rediss:// or locmem://")
    return {
        "BACKEND": "config.server.cache.RedisOrDatabaseCache",
        "LOCATION": value,
        # Time out soon while Redis is unavailable: a request that waits for it blocks a thread.
        "OPTIONS": IMPATIENT,
    }


def email(value: str) -> dict[str, Any]:
    """Return Django's settings of outgoing mail; filemail:///a/folder writes a file per mail."""
    parts = urlsplit(value)
    if parts.scheme == "filemail":
        return {"EMAIL_BACKEND": "config.server.mail.MessageFiles", "EMAIL_FILE_PATH": parts.path}
    if parts.scheme == "anymail":
        return {"EMAIL_BACKEND": f"anymail.backends.{_provider(parts.hostname)}.EmailBackend"}
    if parts.scheme not in {"smtp", "smtp+tls", "smtp+ssl"}:
        known = "smtp://, smtp+tls://, smtp+ssl://, anymail:// or filemail://"
        raise ValueError(f"must be an address that begins with {known}")
    if not parts.hostname:
        raise ValueError("must name the mail server")
    described: dict[str, Any] = Env.email_url_config(value)
    return described | {"EMAIL_BACKEND": "notifications.channels.smtp.EmailBackend"}


def _provider(name: str | None) -> str:
    """Return the name of a provider of mail that django-anymail knows."""
    if importlib.util.find_spec("anymail") is None:
        raise ValueError("needs the package django-anymail for anymail://, see docs/operating.md")
    if importlib.util.find_spec(f"anymail.backends.{name}") is None:
        raise ValueError("must name a provider that django-anymail knows, such as postmark")
    return str(name)


def tracker(value: str) -> str:
    """Return the address of an error tracker, with its key, or nothing."""
    parts = urlsplit(value)
    if value and (parts.scheme not in {"http", "https"} or not (parts.hostname and parts.username)):
        raise ValueError("must be an address with a key, as the error tracker shows it")
    if value and importlib.util.find_spec("sentry_sdk") is None:
        raise ValueError("needs the package sentry-sdk, see docs/operating.md")
    return value


def json_object(value: str) -> dict[str, Any]:
    try:
        found = json.loads(value)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise ValueError("must be a JSON object")  # noqa: TRY004 - as all parsers here
    return found


def inbox(value: str) -> str:
    """Return the address of a mailbox for reports of bounces; empty if there is none."""
    parts = urlsplit(value.strip())
    known = parts.scheme == "maildir" and not parts.netloc and parts.path.startswith("/")
    known = known or (parts.scheme in {"imap", "imaps"} and bool(parts.hostname))
    if value.strip() and not known:
        raise ValueError("must be an address that begins with imaps:// or maildir:///")
    return value.strip()


def sender(value: str) -> str:
    """Return the sender address of mails, which must be able to receive replies."""
    name, _, domain = parseaddr(value)[1].rpartition("@")
    if not name or _local(domain) or "." not in domain:
        raise ValueError("must be a mail address on the internet")
    return value


# Stricter parsers, for a public server


def secret(value: str) -> str:
    """Return a key that is hard to guess."""
    if wrong := secret_key.weakness(value):
        raise ValueError(wrong)
    return value


def secrets(value: str) -> list[str]:
    """Return the keys of a comma-separated list, each of which must be hard to guess."""
    return [secret(key) for key in words(value)]


def push_key(value: str) -> str:
    """Return the private key with which the server signs for push services, or nothing."""
    try:
        if value:
            public_text(value)
    except ValueError:
        raise ValueError("must be a private key of P-256: 32 bytes as base64url") from None
    return value


def off(value: str) -> bool:
    """Return False, the only value that is allowed."""
    if boolean(value):
        raise ValueError("must be false: it shows settings and cards to anyone who causes an error")
    return False


def public_url(value: str) -> str:
    """Return the https:// address at which people elsewhere reach the server."""
    address = base_url(value)
    parts = urlsplit(address)
    if parts.scheme != "https" or _local(str(parts.hostname)):
        raise ValueError("must be an https:// address that others reach this server at")
    return address


def public_hosts(value: str) -> list[str]:
    """Return the server's host names, which must be neither wildcards nor the local machine's."""
    hosts = words(value)
    if not hosts:
        raise ValueError("must name a host")
    for host in hosts:
        any_of_a_kind = host.startswith(".") and "." not in host[1:]  # such as .org
        if host == "*" or any_of_a_kind or _local(host.strip("[].")):
            raise ValueError(f"must not contain {host}, by which anybody could name this server")
        if re.search(r":\d+$", host):
            raise ValueError(f"must name {host} without its port")
    return hosts


def postgres(value: str) -> dict[str, Any]:
    described = database(value)
    if described["ENGINE"].endswith("sqlite3"):
        raise ValueError("must not be SQLite on a public server without ALLOW_SQLITE=true")
    return described


def shared_cache(value: str) -> dict[str, Any]:
    """Return Django's description of a cache that all processes share."""
    if urlsplit(value).scheme == "locmem":
        raise ValueError("must not be memory of one process: several of them count log-ins")
    return cache(value)


def _local(host: str) -> bool:
    """Return whether a host name or IP address means the local machine."""
    name = host.lower().rstrip(".")
    if name in LOCAL or name.endswith((".localhost", ".localdomain")):
        return True
    try:
        address = ip_address(name)
    except ValueError:
        try:
            address = ip_address(inet_aton(name))  # in an old notation, such as 127.1
        except OSError:
            return False
    address = getattr(address, "ipv4_mapped", None) or address
    return address.is_loopback or address.is_unspecified
