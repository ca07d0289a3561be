"""Playing in the games API: events, legal actions, and the outcome of actions."""

from typing import Annotated, Any
from uuid import UUID

import msgspec

from api.schemas import REFERENCE, Epoch, Moment, NextPage, refers_to
from games.language import active_language
from games.play import commands
from games.reading import selectors
from games.reading.selectors import LoggedEvent
from illimat_core import decisions
from illimat_core.annotations import says
from illimat_core.views import Decision, Observation

PreviewedEvent = Annotated[
    Any,
    msgspec.Meta(
        extra_json_schema={
            "anyOf": [
                {"$ref": REFERENCE.format(name=name)} for name in ("GameEvent", "AnnouncedEvent")
            ]
        }
    ),
]


class Event(msgspec.Struct, frozen=True, kw_only=True):
    """An event as you may see it."""

    sequence: Annotated[int, says("The number of the event in its game, from 1.")]
    recorded_at: Moment
    by: Annotated[int | None, says("The seat whose action caused the event.")]
    entropy: Annotated[
        str | None, says("What was contributed to chance with it: 64 digits for each contributor.")
    ]
    hash: Annotated[str, says("The SHA-256 of the event and all events before it.")]
    event: Annotated[Any, refers_to("GameEvent", "Its type and what you may see of it.")]
    text: Annotated[
        str | None,
        says("The event in a sentence, as you may see it; null if there is nothing to say."),
    ]


class LogEntry(Event, frozen=True, kw_only=True):
    """An event with all that its hash covers."""

    schema: Annotated[int, says("The number of its type's form.")]
    edition: Annotated[str, says("The edition of the rules.")]
    public: Annotated[str, says("Its public members as the hash covers them, in JSON.")]
    private: Annotated[list[str], says("Each private part, in JSON; until it is opened, its hash.")]
    command_id: Annotated[UUID | None, says("The id of the command whose first event it is.")]


class Played(msgspec.Struct, frozen=True, kw_only=True):
    """The outcome of your actions."""

    version: Annotated[int, says("The version of the game after the actions.")]
    events: Annotated[list[Event], says("The events that the actions caused.")]
    decisions: Annotated[list[Decision], says("The decisions that the game now waits for.")]
    over: Annotated[bool, says("Whether the game is over.")]


class EventPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the log."""

    version: Annotated[int, says("The sequence of the game's last event.")]
    epoch: Epoch
    results: list[LogEntry]
    next: NextPage


class GameAt(msgspec.Struct, frozen=True):
    """The board at a version."""

    version: int
    view: Annotated[Observation, says("The board as you saw it at that version.")]


class Preview(msgspec.Struct, frozen=True):
    """The events that an action would lead to."""

    version: Annotated[int, says("The version that the action was tried on.")]
    events: Annotated[
        list[PreviewedEvent],
        says(
            "The events that the actions would cause. The last may be an announcement with "
            "counts only, if the event itself would show you something new."
        ),
    ]


class ActionPage(msgspec.Struct, frozen=True, kw_only=True):
    """A page of the list of your legal actions."""

    version: Annotated[int, says("The version that the list belongs to.")]
    total: Annotated[
        int | None,
        says(
            "The number of actions on all pages; null if there are more than 10,000 or "
            "counting them takes too long."
        ),
    ]
    results: list[Annotated[dict[str, Any], refers_to("Action", "A legal action.")]]
    next: NextPage
    cut: Annotated[
        bool,
        says(
            "Whether the page is shorter than you asked for because the search took too "
            "long. If `next` is null as well, the rest is not listed; use the menu instead."
        ),
    ]


def log_entry(logged: LoggedEvent) -> LogEntry:
    row = logged.stored
    return LogEntry(
        **_event_members(logged),
        schema=row.schema,
        edition=row.edition,
        public=row.public,
        private=logged.private,
        command_id=UUID(row.command_id) if row.command_id else None,
    )


def _event_members(logged: LoggedEvent) -> dict[str, Any]:
    """Return the members of `Event`."""
    return {
        "sequence": logged.stored.sequence,
        "recorded_at": logged.stored.recorded_at,
        "by": logged.stored.seat,
        "entropy": logged.stored.entropy,
        "hash": logged.stored.hash,
        "event": logged.event,
        "text": logged.text,
    }


def describe_outcome(outcome: commands.PlayedCommand) -> Played:
    """Return the outcome of actions, as the person who submitted them may see it."""
    news = selectors.game_news(table=outcome.table, seat=outcome.seat, stored=outcome.stored)
    return Played(
        version=outcome.state.version,
        events=[Event(**_event_members(each)) for each in news],
        decisions=decisions(outcome.state, active_language()),
        over=outcome.state.over,
    )
