"""The state of a game, folded from its events: frozen, complete and secret.

Its records cannot refer to each other in a circle, so the garbage collector need not look at them
(``gc=False``), which makes random games some percent faster. The same holds for actions and events.
"""

import msgspec

from illimat_core.cards import DEALER, INDEX, ORDER, Card, FieldId, Luminary, Season, Seat
from illimat_core.decisions import Pending
from illimat_core.options import Options


class Item(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A loose card or a stockpile (R-PLACE-4).

    ``groups`` are the cards, each group in deck order and the groups by their first card: a loose
    card and a single stockpile have one group, a multiple stockpile two or more. ``value`` is what
    a stockpile counts, None for a loose card. ``hidden`` are cards beneath it (the Soldiers).
    """

    groups: tuple[tuple[Card, ...], ...]
    value: int | None = None
    hidden: tuple[Card, ...] = ()

    @property
    def name(self) -> Card:
        """The item's canonical name: the first of its cards in deck order."""
        return self.groups[0][0]

    @property
    def cards(self) -> tuple[Card, ...]:
        return self.groups[0] if len(self.groups) == 1 else sum(self.groups, ())

    @property
    def loose(self) -> bool:
        return self.value is None

    @property
    def multiple(self) -> bool:
        """Whether this is a stockpile of several groups."""
        return len(self.groups) > 1


class Field(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A quadrant of the board. ``acts_as`` is what an Audience in it acts as."""

    items: tuple[Item, ...] = ()
    luminary: Luminary | None = None
    face_up: bool = False
    acts_as: Luminary | None = None

    def shows(self, luminary: Luminary) -> bool:
        """Return whether a luminary, or an Audience that acts as it, lies here face up."""
        return self.face_up and luminary == (self.acts_as or self.luminary)


class SeenCard(msgspec.Struct, frozen=True, gc=False):
    """A harvested card that not all seats have seen, and the seats that have (R-VIEW-3)."""

    card: Card
    by: tuple[Seat, ...]


class Player(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """What a seat holds. ``okuses`` names each okus by the seat that put it up.

    ``passive`` is the card that opponents may ask to see (R-STOCK-7), ``asked`` the seats that have
    asked, ``chosen`` a secret choice that still counts as in hand, ``harvested_in`` the fields of
    the last turn's harvests (R-VAR-NO-REPEATS).
    """

    hand: tuple[Card, ...] = ()
    harvested: tuple[Card, ...] = ()
    private: tuple[SeenCard, ...] = ()
    claimed: tuple[Luminary, ...] = ()
    okuses: tuple[Seat, ...] = ()
    score: int = 0
    gone: bool = False
    passive: Card | None = None
    asked: tuple[Seat, ...] = ()
    chosen: tuple[Card, ...] | None = None
    harvested_in: tuple[FieldId, ...] = ()


class Cleared(msgspec.Struct, frozen=True, gc=False):
    """A field emptied this turn, and the luminary that lay there face up at that moment."""

    field: FieldId
    luminary: Luminary | None = None


class Turn(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """The turn of a seat.

    ``open`` are the fields whose luminary was face up when it began, ``used`` those whose free
    action was taken, ``fresh`` the names of the stockpiles made, ``bonus`` the number of cards
    still to draw beyond four.
    """

    seat: Seat = 0
    played: bool = False
    open: tuple[FieldId, ...] = ()
    used: tuple[FieldId, ...] = ()
    fresh: tuple[Card, ...] = ()
    cleared: tuple[Cleared, ...] = ()
    harvested_in: tuple[FieldId, ...] = ()
    bonus: int = 0


class State(msgspec.Struct, frozen=True, omit_defaults=True, gc=False):
    """A whole game. ``deck`` is the draw pile, top first; ``board`` the okuses on the Illimat.

    ``beneath`` are the cards under the Children, unseen by all; an Audience that acts as them
    shares them. ``tiebreak`` says that the round is played because of a tie (R-END-1).
    ``set_began`` is the round in which the luminaries' set began, if it may persist.
    ``unwinnable`` marks a solitaire in which a luminary was discarded (R-MODE-SOLITAIRE).
    """

    options: Options
    edition: str
    players: tuple[Player, ...]
    version: int = 0
    round: int = 0
    dealer: Seat | None = None
    summer: FieldId = "SW"
    fields: tuple[Field, Field, Field, Field] = (Field(), Field(), Field(), Field())
    beneath: tuple[Card, ...] = ()
    deck: tuple[Card, ...] = ()
    reserve: tuple[Luminary, ...] = ()
    board: tuple[Seat, ...] = ()
    turn: Turn = Turn()
    pending: Pending | None = None
    stars_as: Season | None = None
    was_audience: Luminary | None = None
    unwinnable: bool = False
    set_began: int = 0
    tiebreak: bool = False
    fields_next: FieldId = "SW"
    over: bool = False
    winners: tuple[Seat, ...] | None = None
    round_points: tuple[int, ...] | None = None

    def field(self, at: FieldId) -> Field:
        return self.fields[INDEX[at]]

    @property
    def awaited(self) -> tuple[Seat | None, ...]:
        """The seats whose answer the game waits for now; None stands for a spectator."""
        if self.over:
            return ()
        if self.pending:
            return self.pending.awaiting
        return (self.turn.seat,)

    @property
    def chance_awaited(self) -> bool:
        return self.awaited == (DEALER,)

    @property
    def seats(self) -> range:
        """The seats of all players, including an automaton's."""
        return range(len(self.players))

    @property
    def staying(self) -> tuple[Seat, ...]:
        """The seats that have not forfeited."""
        return tuple(seat for seat in self.seats if not self.players[seat].gone)

    def seats_from(self, seat: Seat) -> tuple[Seat, ...]:
        """Return all seats clockwise, ``seat`` first."""
        return (*range(seat, len(self.players)), *range(seat))

    def left_of(self, seat: Seat) -> Seat:
        """Return the next seat clockwise that has not forfeited."""
        return next(s for s in (*self.seats_from(seat)[1:], seat) if not self.players[s].gone)


def item_of(cards: tuple[Card, ...]) -> Item:
    return Item((cards,))


def find_item(field: Field, card: Card) -> Item | None:
    return next((item for item in field.items if any(card in g for g in item.groups)), None)


def order_groups(groups: tuple[tuple[Card, ...], ...]) -> tuple[tuple[Card, ...], ...]:
    place = ORDER.__getitem__
    return tuple(sorted((tuple(sorted(g, key=place)) for g in groups), key=lambda g: place(g[0])))
