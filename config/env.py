"""Values from the environment, refused in words that say what to set."""

import os
from collections.abc import Callable
from typing import Any, TypeVar
from urllib.parse import urlsplit

from django.core.exceptions import ImproperlyConfigured
from environ import Env
from redis.backoff import NoBackoff
from redis.retry import Retry

T = TypeVar("T")
IMPATIENT: dict[str, Any] = {
    "socket_connect_timeout": 0.5,  # seconds
    "socket_timeout": 0.5,
    "retry": Retry(NoBackoff(), 0),
}
"""How a Redis is asked by who must not keep others waiting while it is away."""


def read(name: str, cast: Callable[[str], T], *, default: str | None = None, example: str) -> T:
    """Return the setting `name` as `cast` understands it; an empty value counts as none.

    Raises ImproperlyConfigured when it is missing and has no default, or when `cast` refuses it
    with a ValueError. The value itself is never repeated: it may hold a password.
    """
    value = os.environ.get(name, "").strip() or default
    if value is None:
        raise ImproperlyConfigured(f"{name} is not set. Set it, for example {name}={example}")
    try:
        return cast(value)
    except ValueError as error:
        raise ImproperlyConfigured(
            f"{name} {error}. Set it, for example, {name}={example}"
        ) from error


def boolean(value: str) -> bool:
    """Return whether `value` says yes; 1, true, yes, on and their opposites are understood."""
    words = {"1": True, "true": True, "yes": True, "on": True}
    words |= {"0": False, "false": False, "no": False, "off": False}
    if value.lower() not in words:
        raise ValueError("is neither true nor false")
    return words[value.lower()]


def number(value: str) -> int:
    """Return a whole number that is not negative."""
    if not value.isdecimal():
        raise ValueError("is not a whole number")
    return int(value)


def port(value: str) -> int:
    """Return a TCP port."""
    if not value.isdecimal() or not 0 < int(value) < 2**16:
        raise ValueError("is not a port, a number from 1 to 65535")
    return int(value)


def words(value: str) -> list[str]:
    """Return the parts of a comma-separated list."""
    return [word.strip() for word in value.split(",") if word.strip()]


def base_url(value: str) -> str:
    """Return the address people reach the server at, without a closing slash."""
    parts = urlsplit(value)
    if parts.scheme not in {"http", "https"} or not parts.hostname:
        raise ValueError("is not an address that begins with http:// or https://")
    return value.rstrip("/")


def game_url(value: str) -> str:
    """Return the pattern of a game's address, which must name the game."""
    try:
        named = value.format(base="", id="\0")
    except (KeyError, IndexError, ValueError):
        named = ""
    if "\0" not in named:
        raise ValueError("must contain {id}, and may contain {base}, and no other braces")
    return value


def broker_url(value: str) -> str:
    """Return the address of a message broker."""
    if urlsplit(value).scheme not in {"memory", "redis", "rediss"}:
        raise ValueError("is not an address that begins with redis://, rediss:// or memory://")
    return value


def database(value: str) -> dict[str, Any]:
    """Return Django's description of a SQLite or PostgreSQL database."""
    if urlsplit(value).scheme not in {"sqlite", "postgres", "postgresql"}:
        raise ValueError("is not an address that begins with postgres:// or sqlite:///")
    described: dict[str, Any] = Env.db_url_config(value)
    if not described["NAME"]:
        raise ValueError("names no database")
    return described


def cache(value: str) -> dict[str, Any]:
    """Return Django's description of a cache in Redis or in this process's memory."""
    scheme = urlsplit(value).scheme
    if scheme == "locmem":
        return {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
    if scheme not in {"redis", "rediss"}:
        raise ValueError("is not an address that begins with redis://, rediss:// or locmem://")
    return {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": value,
        # Who logs in while it is away is refused at once, or nobody else would be answered either.
        "OPTIONS": IMPATIENT,
    }


def email(value: str) -> dict[str, Any]:
    """Return Django's settings of outgoing mail; filemail:///a/folder keeps one file each."""
    parts = urlsplit(value)
    if parts.scheme == "filemail":
        return {"EMAIL_BACKEND": "config.mail.MessageFiles", "EMAIL_FILE_PATH": parts.path}
    if parts.scheme not in {"smtp", "smtp+tls", "smtp+ssl"} or not parts.hostname:
        raise ValueError("is not an address that begins with smtp://, smtp+tls:// or filemail://")
    described: dict[str, Any] = Env.email_url_config(value)
    return described


def secret(value: str) -> str:
    """Return a key that nobody guesses."""
    if len(value) < 50:  # noqa: PLR2004 - Django's own measure
        raise ValueError("is shorter than 50 characters")
    return value
