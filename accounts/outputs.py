"""Answers of the account endpoints."""

from typing import Annotated, Final, Literal, cast

from msgspec import Meta, Struct

from accounts import models
from accounts.failing import failure_of
from accounts.models import User
from accounts.models.own_data import DataFile
from accounts.own_data import services as own_data
from accounts.selectors import reliability_of
from accounts.sessions import digest
from api.schemas import Moment, NextPage, refers_to
from illimat_core.annotations import says

RELIABILITY: Final = (
    "The share of decisions that the person made in time, in percent; recent ones weigh more. Null "
    "below ten decisions."
)


class AddressFailure(Struct, frozen=True, kw_only=True):
    """Why your address gets no mails about games."""

    reason: Annotated[
        Literal["bounced", "complained"],
        says("Mail to it came back, or its mail program reported a mail as unwanted."),
    ]
    since: Moment


class Me(Struct, frozen=True, kw_only=True):
    """Your account; others see only the handle."""

    handle: Annotated[str, says("The name that other people see."), Meta(max_length=20)]
    email: Annotated[
        str, says("Your verified e-mail address."), Meta(extra_json_schema={"format": "email"})
    ]
    time_zone: Annotated[str, says("An IANA time zone."), Meta(max_length=64)]
    language: Annotated[str, refers_to("LanguageEnum", "The language of mails about games.")]
    game_mails: Annotated[
        bool,
        says(
            "Whether you get mails about your games. Without them, you count as notified of each "
            "turn as soon as it begins."
        ),
    ]
    on_leaderboards: Annotated[
        bool, says("Whether leaderboards list you. Your ratings can be looked up either way.")
    ]
    reliability: Annotated[int | None, says(RELIABILITY)]
    address_fails: Annotated[
        AddressFailure | None,
        says(
            "Why your address gets no mails about games; null if it does. Change the address, or "
            "have it tried again with `POST /me/address/retry`. Three days after it began to fail, "
            "you count as notified of each turn as soon as it begins."
        ),
    ]


class Session(Struct, frozen=True, kw_only=True):
    """A session: where, when and with what program you logged in."""

    id: str
    began_at: Annotated[Moment, says("When you logged in.")]
    seen_at: Annotated[Moment, says("When it was last used, accurate to an hour.")]
    ip: Annotated[str | None, says("The IP address that you logged in from.")]
    program: Annotated[str, says("The User-Agent of the program that you logged in with.")]
    is_current: Annotated[bool, says("Whether this is the session of the request.")]


class Sessions(Struct, frozen=True):
    """Your sessions, the newest first."""

    results: list[Session]


class DataFileState(Struct, frozen=True, kw_only=True):
    """How far the file of all that is held about you is."""

    state: Annotated[
        Literal["none", "waiting", "being_made", "ready"],
        says("Whether you have asked for a file, and how far it is."),
    ]
    progress: Annotated[int, says("How much of it is made, in percent.")]
    size: Annotated[int, says("The bytes of the file so far.")]
    asked_at: Annotated[Moment | None, says("When you asked for it.")]
    kept_until: Annotated[Moment | None, says("When it is deleted.")]


class Block(Struct, frozen=True):
    """A person whom you have blocked."""

    handle: Annotated[str, says("The person's handle."), Meta(max_length=20)]
    since: Moment


class BlockPage(Struct, frozen=True):
    """A page of the people whom you have blocked."""

    results: list[Block]
    next: NextPage


def block(found: models.Block) -> Block:
    return Block(found.blocked.handle, found.created_at)


def me(user: User) -> Me:
    return Me(
        handle=user.handle,
        email=user.email,
        time_zone=user.time_zone,
        language=user.language,
        game_mails=user.game_mails,
        on_leaderboards=user.on_leaderboards,
        reliability=reliability_of(user=user),
        address_fails=_failure(user),
    )


def data_file(found: DataFile | None) -> DataFileState:
    if found is None:
        return DataFileState(state="none", progress=0, size=0, asked_at=None, kept_until=None)
    begun: Literal["waiting", "being_made"] = "being_made" if found.section else "waiting"
    return DataFileState(
        state="ready" if found.ready_at else begun,
        progress=own_data.progress_of(found),
        size=found.size,
        asked_at=found.asked_at,
        kept_until=found.kept_until,
    )


def _failure(user: User) -> AddressFailure | None:
    found = failure_of(address=user.email)
    if found is None:
        return None
    reason = cast('Literal["bounced", "complained"]', found.reason)
    return AddressFailure(reason=reason, since=found.since)


def session(found: models.Session, current_key: str | None) -> Session:
    """Return a session, marked as current if its key is `current_key`."""
    return Session(
        id=found.pk,
        began_at=found.began_at,
        seen_at=found.seen_at,
        ip=found.ip,
        program=found.program,
        is_current=found.pk == digest(current_key),
    )
