"""What describes the server: its rules, options and limits."""

from collections.abc import Sequence
from functools import cache
from typing import Annotated, Any

import msgspec
from django.conf import settings
from django.urls import reverse
from django.utils.translation import get_language, gettext

from api import database_time
from api.idempotency import KEPT_FOR
from api.models import epoch
from api.paging import MAX_PAGE_SIZE
from api.schemas import Epoch, JsonSchema, Moment
from games.clocks.controls import PRESETS
from games.clocks.folding import SPECTATORS_HAVE
from games.clocks.spans import HOUR
from games.inputs.playing import MAX_ACTIONS
from games.language import active_language
from games.making.invitations import MOST_INVITED
from games.outputs.clocks import ClockPreset, preset
from games.outputs.events import EventDescription, describe_events
from games.reading.selectors import COUNTED
from illimat_core.annotations import says
from illimat_core.editions import CURRENT, EDITIONS
from illimat_core.modes import MODES
from illimat_core.options import Options
from illimat_core.players.levels import LEVELS
from illimat_core.words.descriptions import (
    LuminaryDescription,
    Question,
    describe_luminaries,
    questions,
)


class Mode(msgspec.Struct, frozen=True, kw_only=True):
    """A mode of the game, with the options that go together with it."""

    mode: Annotated[str, says("The mode, as the option `mode` takes it.")]
    title: Annotated[str, says("The name of the mode for people: `team game`.")]
    players: Annotated[
        Sequence[int],
        says(
            "The values that the option `players` may have in this mode; the first is the default."
        ),
    ]
    rated: Annotated[bool, says("Whether games of this mode can count in ratings.")]
    luminaries: Annotated[
        Sequence[str],
        says("The luminaries that the option `luminaries` may name; empty without luminaries."),
    ]


class HouseLevel(msgspec.Struct, frozen=True):
    """A level of play of house players."""

    level: Annotated[str, says("The level, as the member `house` of a new table takes it.")]
    describes: Annotated[str, says("How a house player of this level plays.")]


class Links(msgspec.Struct, frozen=True, kw_only=True):
    """The paths of this server's main resources and pages."""

    games: Annotated[str, says("The public games.")]
    my_games: Annotated[str, says("Your games.")]
    me: Annotated[str, says("Your account.")]
    openapi: Annotated[str, says("The OpenAPI document.")]
    documentation: Annotated[str, says("The API's documentation for people.")]
    guide: Annotated[str, says("The guide for authors of clients.")]
    log_in: Annotated[
        str, says("The common beginning of the addresses for signing up and logging in.")
    ]


class Meta(msgspec.Struct, frozen=True, kw_only=True):
    """This server, its rules and its limits."""

    name: str
    version: Annotated[str, says("The version of the server.")]
    epoch: Epoch
    edition: Annotated[str, says("The edition of the rules for new games.")]
    editions: Annotated[
        list[str], says("All editions of the rules that games on this server may have.")
    ]
    options: Annotated[
        dict[str, JsonSchema], says("A JSON schema, with a default, for each option.")
    ]
    modes: Annotated[list[Mode], says("The options that can be combined with each mode.")]
    clocks: Annotated[list[ClockPreset], says("The time controls that can be chosen by name.")]
    house: Annotated[list[HouseLevel], says("House players, from the weakest to the strongest.")]
    luminaries: Annotated[
        list[LuminaryDescription], says("The luminaries, in the order of the rules.")
    ]
    decisions: Annotated[list[Question], says("The kinds of decisions.")]
    events: Annotated[list[EventDescription], says("Every type of event.")]
    limits: Annotated[
        dict[str, int], says("The quotas of one person by name, and the size limits of requests.")
    ]
    server_time: Moment
    links: Links


def meta() -> Meta:
    """Return what describes this server, in the active language."""
    return Meta(
        name=gettext("Illimat by correspondence"),
        version=settings.VERSION,
        epoch=epoch(),
        edition=CURRENT.name,
        editions=list(EDITIONS),
        **_described(get_language()),
        limits=_limits(),
        server_time=database_time.last_known_time(),
        links=_links(),
    )


@cache
def _described(_code: str) -> dict[str, Any]:
    """Return the members that describe the rules, the same for every request in a language."""
    language = active_language()
    return {
        "options": _options(),
        "modes": [
            Mode(
                mode=name,
                title=language.say(rules.title),
                players=rules.players,
                rated=max(rules.players) > 1,
                luminaries=rules.luminaries.allowed,
            )
            for name, rules in MODES.items()
        ],
        "clocks": [preset(each) for each in PRESETS],
        "house": [
            HouseLevel(level.name, language.say(level.describes)) for level in LEVELS.values()
        ],
        "luminaries": list(describe_luminaries(language=language).values()),
        "decisions": questions(language=language),
        "events": describe_events(),
    }


def _options() -> dict[str, Any]:
    """Return the JSON schema of each option, with its default, as the core parses it."""
    _, components = msgspec.json.schema_components([Options])
    options: dict[str, Any] = components["Options"]["properties"]
    return options


def _links() -> Links:
    return Links(
        games=reverse("games"),
        my_games=reverse("my-games"),
        me=reverse("me"),
        openapi=reverse("openapi"),
        documentation=reverse("api-docs"),
        guide=reverse("api-guide"),
        log_in="/_allauth/app/v1/",
    )


def _limits() -> dict[str, int]:
    return settings.QUOTAS | {
        "invited": MOST_INVITED,
        "actions": MAX_ACTIONS,
        "page": MAX_PAGE_SIZE,
        "body_bytes": settings.DATA_UPLOAD_MAX_MEMORY_SIZE,
        "legal_actions_counted": COUNTED,
        "idempotency_days": KEPT_FOR.days,
        "spectator_hours": SPECTATORS_HAVE // HOUR,
    }
