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

    card: Annotated[Card | UnsetType, says("The card that lies on the hidden cards.")] = UNSET
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
        says("The number of cards hidden beneath; once the game is over, the cards."),
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

    seat: Annotated[Seat | None, says("The seat that must decide; null if any spectator may.")]
    kind: Annotated[Kind, says("The kind of decision; `GET /meta` describes each.")]
    prompt: Annotated[str, says("The question, in a sentence for the player.")]


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
    """The event at which a preview stops, because it tells something new; cards are counted."""

    type: Annotated[str, says("The type of the event.")]
    seat: Annotated[Seat | UnsetType | None, says("The event's `seat`.")] = UNSET
    field: Annotated[FieldId | UnsetType, says("The event's `field`.")] = UNSET
    count: Annotated[int | UnsetType, says("The number of cards.")] = UNSET
    round: Annotated[int | UnsetType, says("The number of the round.")] = UNSET
    reason: Annotated[str | UnsetType, says("What ended the game.")] = UNSET


class Position(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a game, or the part of it that its viewer may see."""

    options: Annotated[Options, says("The options of the game, as `GET /meta` describes them.")]
    dealer: Annotated[
        Seat | None, says("The seat that dealt the round; null before the first deal.")
    ]
    turn: Annotated[Seat, says("The seat whose turn it is.")]
    round: Annotated[int, says("The number of the round, from 1.")]
    summer: Annotated[
        FieldId, says("The field in Summer; it fixes the seasons of the others (R-PLACE-2).")
    ]
    okuses: Annotated[
        dict[Seat | str, int], says("The number of okuses by seat, and on the `board`.")
    ]
    claimed: Annotated[
        dict[Seat, list[Luminary]], says("The luminaries claimed this round, by seat.")
    ]
    scores: Annotated[dict[Seat, int], says("The scores by seat; partners have the same score.")]
    astronomer: Annotated[
        Season | None, says("The season that all Stars cards have; null if none was named.")
    ]
    harvested_last_turn: Annotated[
        dict[Seat, list[FieldId]],
        says("The fields that each seat harvested on its last turn (R-VAR-NO-REPEATS)."),
    ]
    forfeited: Annotated[list[Seat], says("The seats whose players have forfeited.")]
    fields_next: Annotated[
        FieldId, says("The field that the Fields play into next (R-MODE-SOLO-FIELDS).")
    ]
    audience_as: Annotated[
        dict[FieldId, Luminary],
        says("By the field in which the Audience lies: the luminary it acts as."),
    ]
    audience_was: Annotated[
        Luminary | None,
        says("The luminary that a claimed Audience acted as, if that affects the scores."),
    ]
    over: Annotated[bool, says("Whether the game is over.")]
    winner: Annotated[
        list[Seat] | None, says("The seats that won; empty if nobody did, null before the end.")
    ]
    round_points: Annotated[
        dict[Seat, int] | None,
        says(
            "The points of the last scored round, by seat. A score may fall by fewer, "
            "because it is never below 0."
        ),
    ]
    hands: Annotated[
        dict[Seat, list[Card] | int],
        says("The hands by seat: the cards, or their number if you may not see them."),
    ]
    fields: Annotated[dict[FieldId, list[Card | ItemView]], says("The items of each field.")]
    draw: Annotated[
        int | list[Card],
        says("The number of cards in the draw pile; once you may see them, the cards, top first."),
    ]
    luminaries: Annotated[
        dict[FieldId, str],
        says(
            "The luminaries on the board by field. One that lies face down is a `?`, or in "
            "brackets once the game is over."
        ),
    ]
    children: Annotated[
        int | list[Card],
        says("The number of cards beneath the Children; once you may see them, the cards."),
    ]
    reserve: Annotated[
        int | list[Luminary],
        says("The number of luminaries in the reserve; once you may see them, the luminaries."),
    ]
    harvested: Annotated[
        dict[Seat, list[Card]],
        says(
            "The harvested cards by seat, with a `?` at the end for each card that you have "
            "not seen."
        ),
    ]
    private: Annotated[
        dict[Seat, dict[Card, list[Seat]]],
        says(
            "By seat: the harvested cards that not everybody has seen, each with the seats "
            "that have seen it."
        ),
    ]
    pending: Annotated[
        Middle | UnsetType,
        says("What is still open in the middle of a turn; shown only once the game is over."),
    ] = UNSET


class Observation(Position, frozen=True, kw_only=True):
    """The state of a game as its viewer may see it, with the open decisions."""

    decisions: Annotated[list[Decision], says("The decisions that the game waits for.")]
