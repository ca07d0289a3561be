"""What the games' API answers: built by hand, member by member, of what may be shown.

A class beside each function describes its result to the OpenAPI document, and builds nothing.
"""

from typing import Any

import msgspec
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games import selectors
from games.api.inputs import ActionField
from games.models import Game, SeatAssignment
from games.selectors import Table
from games.services import Played
from illimat_core import Options, decisions, may_ask, menu
from illimat_core.narration import narrate

DEFAULTS = msgspec.to_builtins(Options())


def _reference(name: str) -> dict[str, str]:
    """Return a reference to a schema that `config.openapi` draws from the core's records."""
    return {"$ref": f"#/components/schemas/{name}"}


class RecordField(serializers.Field[Any, Any, Any, Any]):
    """A member that is a record of the core; its subclasses say which."""


@extend_schema_field(_reference("Options"))
class OptionsField(RecordField):
    """The options of a game."""


@extend_schema_field(_reference("Observation"))
class ViewField(RecordField):
    """The board as its viewer may see it."""


@extend_schema_field(_reference("Menu"))
class MenuField(RecordField):
    """What a seat may do, compactly."""


@extend_schema_field({"type": "array", "items": _reference("Decision")})
class DecisionsField(RecordField):
    """What the game waits for."""


@extend_schema_field(_reference("GameEvent"))
class EventField(RecordField):
    """An event of the game."""


@extend_schema_field(
    {
        "type": "array",
        "items": {"anyOf": [_reference("GameEvent"), _reference("AnnouncedEvent")]},
    }
)
class PreviewedEventsField(RecordField):
    """The events that an action would lead to."""


class PlayerSerializer(serializers.Serializer[Any]):
    """A person at a table."""

    seat = serializers.IntegerField(allow_null=True, help_text="Null until it is drawn.")
    handle = serializers.CharField(
        allow_null=True, help_text="Null: the account is gone, or nobody is there but the Fields."
    )
    score = serializers.IntegerField(allow_null=True)
    awaited = serializers.BooleanField()
    wants_end = serializers.BooleanField(help_text="Wishes to call the game off.")


class YouSerializer(serializers.Serializer[Any]):
    """Who you are here."""

    seated = serializers.BooleanField()
    seat = serializers.IntegerField(allow_null=True)
    creator = serializers.BooleanField()
    awaited = serializers.BooleanField(help_text="Also as a spectator, where they are asked.")


class GameSummarySerializer(serializers.Serializer[Any]):
    """A game as lists show it."""

    id = serializers.UUIDField()
    state = serializers.ChoiceField(Game.State.choices)
    visibility = serializers.ChoiceField(Game.Visibility.choices)
    seating = serializers.ChoiceField(Game.Seating.choices)
    start = serializers.ChoiceField(Game.Start.choices)
    options = OptionsField(help_text="In lists, only those that differ from their defaults.")
    seats = serializers.IntegerField(help_text="How many play.")
    creator = serializers.CharField(allow_null=True)
    players = PlayerSerializer(many=True, help_text="By seat, before the start as they sat down.")
    you = YouSerializer()
    version = serializers.IntegerField(help_text="How many events there are; 0 before the start.")
    round = serializers.IntegerField()
    awaited = serializers.ListField(
        child=serializers.IntegerField(allow_null=True), help_text="Seats; null is whoever watches."
    )
    winners = serializers.ListField(
        child=serializers.IntegerField(), allow_null=True, help_text="Seats, once it is over."
    )
    last_event = serializers.CharField(
        allow_null=True, help_text="What happened last, in a sentence; null before the start."
    )
    created_at = serializers.DateTimeField()
    started_at = serializers.DateTimeField(allow_null=True)
    ended_at = serializers.DateTimeField(allow_null=True)
    moved_at = serializers.DateTimeField(help_text="When something happened last.")


class InvitationSerializer(serializers.Serializer[Any]):
    """An invitation to a table."""

    handle = serializers.CharField()
    declined = serializers.BooleanField()


class GameSerializer(GameSummarySerializer):
    """A game as you may see it."""

    invited = InvitationSerializer(
        many=True,
        help_text="Until the game begins, for the people at the table and those invited.",
    )
    commitment = serializers.CharField(help_text="SHA-256, to the seed of all chance.")
    head = serializers.CharField(help_text="SHA-256 of the last event and all before it.")
    view = ViewField(allow_null=True, help_text="The board; null at first.")
    decisions = DecisionsField()
    menu = MenuField(
        allow_null=True, help_text="What you may do, compactly; null unless the game waits for you."
    )
    may_ask = serializers.ListField(
        child=serializers.IntegerField(),
        help_text="Seats whose passive card you may ask to see, even while the game waits for "
        "somebody else.",
    )


class EventSerializer(serializers.Serializer[Any]):
    """An event as you may see it."""

    sequence = serializers.IntegerField()
    recorded_at = serializers.DateTimeField()
    by = serializers.IntegerField(allow_null=True, help_text="The seat whose action it came of.")
    entropy = serializers.CharField(allow_null=True)
    hash = serializers.CharField()
    event = EventField(help_text="Its `type`, and the members you may see.")
    text = serializers.CharField(
        allow_null=True,
        help_text="The event in a sentence, as you may see it; null where there is nothing to say.",
    )


class PlayedSerializer(serializers.Serializer[Any]):
    """What your actions led to."""

    version = serializers.IntegerField()
    events = EventSerializer(many=True)
    decisions = DecisionsField()
    over = serializers.BooleanField()


class EventPageSerializer(serializers.Serializer[Any]):
    """A part of the log."""

    version = serializers.IntegerField(help_text="The game's last sequence.")
    results = EventSerializer(many=True)
    next = serializers.URLField(allow_null=True)


class GameAtSerializer(serializers.Serializer[Any]):
    """The board at a version."""

    version = serializers.IntegerField()
    view = ViewField()


class PreviewSerializer(serializers.Serializer[Any]):
    """What an action would lead to."""

    version = serializers.IntegerField()
    events = PreviewedEventsField(
        help_text="The last may be an announcement, if it would tell you something new."
    )


class ActionPageSerializer(serializers.Serializer[Any]):
    """A part of all that you may do."""

    version = serializers.IntegerField()
    total = serializers.IntegerField(
        allow_null=True,
        help_text="How many there are on all pages; null beyond 10,000, or if counting them takes "
        "too long.",
    )
    results = serializers.ListField(child=ActionField())
    next = serializers.URLField(allow_null=True)
    cut = serializers.BooleanField(
        help_text="The search for more took too long, so this page is shorter than you asked for. "
        "If `next` is null as well, the rest of the list is not given; the menu covers it."
    )


class GamePageSerializer(serializers.Serializer[Any]):
    """A part of a list of games."""

    results = GameSummarySerializer(many=True)
    next = serializers.URLField(allow_null=True)


class MyGamePageSerializer(GamePageSerializer):
    """A part of your games."""

    waiting_count = serializers.IntegerField(
        help_text="How many games wait for you; 1,000 stands for 1,000 or more."
    )


def summary(table: Table) -> dict[str, Any]:
    """Return a game as lists show it, without a look at its events."""
    game = table.game
    return {
        "id": game.id,
        "state": game.state,
        "visibility": game.visibility,
        "seating": game.seating,
        "start": game.start,
        "options": {name: value for name, value in game.options.items() if value != DEFAULTS[name]},
        "seats": game.seats,
        "creator": game.creator.handle if game.creator else None,
        "players": [_player(game, assignment) for assignment in _by_seat(table)],
        "you": _you(table),
        "version": game.version,
        "round": game.round,
        "awaited": game.awaited,
        "winners": game.winners,
        "last_event": narrate(game.last_event, table.names) if game.last_event else None,
        "created_at": game.created_at,
        "started_at": game.started_at,
        "ended_at": game.ended_at,
        "moved_at": game.moved_at,
    }


def game(table: Table) -> dict[str, Any]:
    """Return a game as its viewer may see it."""
    running = table.game.state == Game.State.RUNNING
    state = selectors.game_state(table=table)
    return summary(table) | {
        "options": table.game.options,
        "invited": [
            {"handle": each.user.handle, "declined": each.declined_at is not None}
            for each in selectors.game_invitations(table=table)
        ],
        "commitment": table.game.commitment,
        "head": table.game.head,
        "view": selectors.game_observe(table=table),
        "decisions": decisions(state) if state and running else [],
        "menu": menu(state, table.seat) if state and running else None,
        "may_ask": may_ask(state, table.seat) if state and running else [],
    }


def played(outcome: Played) -> dict[str, Any]:
    """Return what actions led to, as who made them may see it."""
    news = selectors.game_news(table=outcome.table, seat=outcome.seat, stored=outcome.stored)
    return {
        "version": outcome.state.version,
        "events": news,
        "decisions": decisions(outcome.state),
        "over": outcome.state.over,
    }


def _player(game: Game, assignment: SeatAssignment) -> dict[str, Any]:
    number = assignment.number
    dealt = number is not None and number < len(game.scores)
    return {
        "seat": number,
        "handle": assignment.user.handle if assignment.user else None,
        "score": game.scores[number] if dealt else None,
        "awaited": number is not None and number in game.awaited,
        "wants_end": assignment.wants_end,
    }


def _you(table: Table) -> dict[str, Any]:
    own = table.own
    return {
        "seated": own is not None,
        "seat": own.number if own else None,
        "creator": table.made,
        "awaited": table.seat in table.game.awaited,
    }


def _by_seat(table: Table) -> list[SeatAssignment]:
    """Return those with a seat in order, then the others as they sat down."""
    by_itself = table.begun and table.automaton
    nobody = [SeatAssignment(number=table.game.seats)] if by_itself else []
    return sorted(
        [*table.assignments, *nobody],
        key=lambda a: (a.number is None, a.number if a.number is not None else 0),
    )
