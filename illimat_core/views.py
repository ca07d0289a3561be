"""The records of a view; their JSON is that of ACTIONS.md section 3.

`observation` fills them in; texts, pages, mails and the description of the API read them.
"""

from typing import Annotated

import msgspec
from msgspec import UNSET, UnsetType

from illimat_core.annotations import says
from illimat_core.cards import Card, FieldId, Luminary, Season, Seat
from illimat_core.decisions import Kind, Pending
from illimat_core.options import Options
from illimat_core.state import Turn

Groups = list[str] | UnsetType
"""The cards of a stockpile, in a list of one string: ``10Su | 7Au 3Su`` are two groups."""


class ItemView(msgspec.Struct, frozen=True, rename=lambda name: name.removeprefix("of_")):
    """An item of a field other than a plain loose card, which is given by its code alone.

    A card with hidden cards beneath it (R-LUM-SOLDIERS) has `card` and `hidden`. A stockpile has a
    member named after its value, with its cards as a list of one string, in which `|` separates the
    groups of a multiple stockpile; and `hidden` if cards are hidden beneath it.
    """

    card: Annotated[Card | UnsetType, says("The card on top of hidden ones.")] = UNSET
    of_1: Groups = UNSET
    of_2: Groups = UNSET
    of_3: Groups = UNSET
    of_4: Groups = UNSET
    of_5: Groups = UNSET
    of_6: Groups = UNSET
    of_7: Groups = UNSET
    of_8: Groups = UNSET
    of_9: Groups = UNSET
    of_10: Groups = UNSET
    of_11: Groups = UNSET
    of_12: Groups = UNSET
    of_13: Groups = UNSET
    of_14: Groups = UNSET
    hidden: Annotated[
        int | list[Card] | UnsetType,
        says("The cards hidden beneath: how many, or once the game is over, which."),
    ] = UNSET

    @property
    def value(self) -> int | None:
        """The value of a stockpile; None for a card."""
        return next((value for value in range(1, 15) if self._groups(value)), None)

    @property
    def groups(self) -> list[list[Card]]:
        """The cards of a stockpile, group by group; none for a card."""
        return [
            [Card(card) for card in group.split()]
            for text in self._groups(self.value or 0)
            for group in text.split("|")
        ]

    def _groups(self, value: int) -> list[str]:
        return getattr(self, f"of_{value}", UNSET) or []


class Decision(msgspec.Struct, frozen=True):
    """A decision that the game waits for."""

    seat: Annotated[Seat | None, says("Whose decision it is; null if spectators are asked.")]
    kind: Annotated[Kind, says("What is asked; `GET /meta` describes every kind.")]
    prompt: Annotated[str, says("A sentence for the person.")]


class Middle(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """The member ``pending`` of a position: what is open in the middle of a turn.

    ``unwinnable`` is set once a game can no longer be won by claiming, ``tiebreak`` while a round
    is played to break a tie.
    """

    turn: Turn | None = None
    decision: Pending | None = None
    passive: dict[str, Card] = {}
    asked: dict[str, tuple[Seat, ...]] = {}
    chosen: dict[str, tuple[Card, ...]] = {}
    unwinnable: bool = False
    tiebreak: bool = False


class AnnouncedEvent(msgspec.Struct, frozen=True, kw_only=True):
    """The event with which a preview ends, as it would tell something new; with counts only."""

    type: Annotated[str, says("The type of the event.")]
    seat: Annotated[Seat | UnsetType | None, says("The seat in it.")] = UNSET
    field: Annotated[FieldId | UnsetType, says("The field in it.")] = UNSET
    count: Annotated[int | UnsetType, says("How many cards.")] = UNSET
    round: Annotated[int | UnsetType, says("The number of the round.")] = UNSET
    reason: Annotated[str | UnsetType, says("What ended the game.")] = UNSET


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """A whole state in the form of ACTIONS.md section 3, or the visible part of one."""

    options: Annotated[Options, says("The options of the game, as `GET /meta` describes them.")]
    dealer: Annotated[Seat, says("Who dealt the round.")]
    turn: Annotated[Seat, says("Whose turn it is.")]
    round: Annotated[int, says("The number of the round, from 1.")]
    summer: Annotated[
        FieldId, says("The field in Summer; it fixes the seasons of the others (R-PLACE-2).")
    ]
    okuses: Annotated[dict[Seat | str, int], says("Okuses by seat, and those on the `board`.")]
    claimed: Annotated[
        dict[Seat, list[Luminary]], says("The luminaries claimed this round, by seat.")
    ]
    scores: Annotated[dict[Seat, int], says("The scores by seat; partners have the same.")]
    astronomer: Annotated[
        Season | None, says("The season that all Stars cards are of; null if none was named.")
    ]
    harvested_last_turn: Annotated[
        dict[Seat, list[FieldId]],
        says("The fields that each seat harvested on its last turn (R-VAR-NO-REPEATS)."),
    ]
    forfeited: Annotated[list[Seat], says("The seats that left the game.")]
    fields_next: Annotated[
        FieldId, says("The field that the Fields play into next (R-MODE-SOLO-FIELDS).")
    ]
    audience_as: Annotated[
        dict[FieldId, Luminary], says("What the Audience lying in a field acts as.")
    ]
    audience_was: Annotated[
        Luminary | None,
        says("The luminary as which a claimed Audience acted, if that affects the scores."),
    ]
    over: Annotated[bool, says("Whether the game is over.")]
    winner: Annotated[
        list[Seat] | None, says("The seats that won; empty if nobody did, null before the end.")
    ]
    round_points: Annotated[
        dict[Seat, int] | None,
        says("The points of the round last scored, by seat, before the score's lower limit."),
    ]
    hands: Annotated[
        dict[Seat, list[Card] | int], says("Hands by seat: the cards, or how many there are.")
    ]
    fields: Annotated[dict[FieldId, list[Card | ItemView]], says("The items of each field.")]
    draw: Annotated[
        int | list[Card], says("How many cards the draw pile has, or which, top first.")
    ]
    luminaries: Annotated[
        dict[FieldId, str],
        says(
            "The luminaries on the board, `?` for one that lies face down; once the game is over, "
            "that one stands in brackets."
        ),
    ]
    children: Annotated[
        int | list[Card], says("How many cards lie beneath the Children, or which.")
    ]
    reserve: Annotated[
        int | list[Luminary], says("How many luminaries are in the reserve, or which.")
    ]
    harvested: Annotated[
        dict[Seat, list[Card]],
        says("The harvested cards by seat; last, a `?` for each that you have not seen."),
    ]
    private: Annotated[
        dict[Seat, dict[Card, list[Seat]]],
        says("By seat, harvested cards that not all have seen, with the seats that have."),
    ]
    pending: Annotated[
        Middle | UnsetType,
        says("What is open in the middle of a turn; only shown once the game is over."),
    ] = UNSET


class Observation(Position, frozen=True, kw_only=True):
    """The board as its viewer may see it, and the open decisions."""

    decisions: Annotated[list[Decision], says("What the game waits for.")]
