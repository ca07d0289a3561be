"""What players check of a game: commitments, what was opened of them, and the file for checkers.

`docs/concepts/fair-deal.md` specifies all of it.
"""

from collections.abc import Sequence
from typing import Annotated, Any, Final, Literal
from uuid import UUID

import msgspec

from api.schemas import refers_to
from games import models
from games.reading import selectors
from games.reading.selectors import LoggedEvent
from games.reading.tables import Table
from games.stream import store
from games.stream.dealer import Seal
from illimat_core import Event, fold
from illimat_core.annotations import says
from illimat_core.fair_deal import drawn, find_places_seen
from illimat_core.sealing import SealedEvent

FORMAT: Final = "illimat-game-1"

Stored = Sequence[tuple[SealedEvent, Event]]


class CardOpening(msgspec.Struct, frozen=True):
    """The proof that a card lay at its place in a shuffled list."""

    event: Annotated[int, says("The sequence of the event that has the root of the list.")]
    of: Annotated[Literal["deck", "luminaries"], says("Which of its lists.")]
    place: Annotated[int, says("The place in the list, from 0.")]
    card: Annotated[str, says("The card or luminary.")]
    blind: Annotated[str, says("The 32 bytes that are hashed with it.")]
    path: Annotated[list[str], says("The hashes that lead from its own to the root.")]


class FairDeal(msgspec.Struct, frozen=True, kw_only=True):
    """What can be checked of the chance in a game."""

    version: Annotated[int, says("The number of events.")]
    head: Annotated[str, says("The hash of the last event; empty before the first.")]
    commitment: Annotated[
        str, says("The SHA-256 of all commitments, known since there is the table.")
    ]
    commitments: Annotated[dict[str, str], says("The commitment to the secret of each scope.")]
    openings: Annotated[dict[str, str], says("The secrets that were opened, by scope.")]
    cards: Annotated[
        list[CardOpening],
        says("Proofs of places from which you saw cards come, while secrets are not opened."),
    ]


class Unopened(msgspec.Struct, frozen=True):
    """How many games have secrets that nobody can check."""

    unopened: Annotated[
        int,
        says(
            "The number of games with secrets that should have been opened for more than a day. "
            "These are games whose stored events were found to be damaged; 0 if there are none."
        ),
    ]


class ExportedEvent(msgspec.Struct, frozen=True, kw_only=True):
    """An event with all that its hash depends on, and of its private parts what you may see."""

    sequence: Annotated[int, says("The number of the event in its game, from 1.")]
    type: Annotated[str, says("Its type.")]
    schema: Annotated[int, says("The number of its type's form.")]
    edition: Annotated[str, says("The edition of the rules.")]
    seat: Annotated[int | None, says("The seat whose action caused it.")]
    public: Annotated[str, says("Its public members, as JSON.")]
    private: Annotated[list[str], says("Each private part, as JSON; until it is opened, its hash.")]
    entropy: Annotated[str | None, says("What was contributed to chance with it.")]
    command_id: Annotated[UUID | None, says("The id of the command whose first event it is.")]
    recorded_at: Annotated[int, says("When it was recorded, in microseconds since 1970.")]
    hash: Annotated[str, says("The SHA-256 of the event and all events before it.")]


class GameExport(FairDeal, frozen=True, kw_only=True):
    """A game as one file, with which programs check it."""

    format: Annotated[Literal["illimat-game-1"], says("What kind of file this is.")] = FORMAT
    game: Annotated[UUID, says("The game's id.")]
    state: Annotated[str, refers_to("StateEnum", "How far the game has come.")]
    viewer: Annotated[int | None, says("Your seat; null for a spectator.")]
    seats: Annotated[
        list[int] | None,
        says("The drawn seats, in the order in which people sat down; null if some were chosen."),
    ]
    events: Annotated[list[ExportedEvent], says("All events, as far as you may see them.")]


def fair_deal(table: Table) -> FairDeal:
    return FairDeal(**_deal(table, _read(table)))


def export(table: Table) -> GameExport:
    """Return a game as one file, as far as its viewer may see it. Raises GameFrozenError."""
    game, stored = table.game, _read(table)
    numbers = [seat.number for seat in table.assignments]
    drawn_seats = game.seating == models.Game.Seating.DRAWN and table.begun
    return GameExport(
        **_deal(table, stored),
        game=game.id,
        state=game.state,
        viewer=table.seat,
        seats=numbers if drawn_seats else None,  # type: ignore[arg-type]
        events=[_event(each) for each in selectors.game_log(table=table, stored=stored)],
    )


def _read(table: Table) -> Stored:
    return store.read(table.game) if table.begun else []


def _deal(table: Table, stored: Stored) -> dict[str, Any]:
    """Return the members of `FairDeal`."""
    seal = Seal(table.game)
    opened = seal.opened(fold(event for _, event in stored) if stored else None)
    return {
        "version": table.game.version,
        "head": table.game.head,
        "commitment": table.game.commitment,
        "commitments": seal.commitments,
        "openings": opened,
        "cards": _cards(table, stored, seal, opened) if stored else [],
    }


def _cards(table: Table, stored: Stored, seal: Seal, opened: dict[str, str]) -> list[CardOpening]:
    """Return proofs of the places that the viewer has seen, in lists whose secrets are kept."""
    rows, events = [row for row, _ in stored], [event for _, event in stored]
    lists = {
        (each.event, each.of): each.opened_by(str(table.game.id), seal.secret(each.scope))
        for each in drawn(rows, events)
        if each.scope not in opened
    }
    return [
        CardOpening(
            *seen, lists[seen[:2]].blinds[seen.place].hex(), lists[seen[:2]].path(seen.place)
        )
        for seen in find_places_seen(rows, events, table.seat)
        if seen[:2] in lists
    ]


def _event(logged: LoggedEvent) -> ExportedEvent:
    row = logged.stored
    return ExportedEvent(
        sequence=row.sequence,
        type=row.type,
        schema=row.schema,
        edition=row.edition,
        seat=row.seat,
        public=row.public,
        private=logged.private,
        entropy=row.entropy,
        command_id=UUID(row.command_id) if row.command_id else None,
        recorded_at=row.microseconds,
        hash=row.hash,
    )
