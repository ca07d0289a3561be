"""What players can check of chance: draws from committed secrets, and the openings of cards.

What chance drew in a stored game is drawn again here, to find draws that were changed since.

`docs/concepts/fair-deal.md` specifies all of it, to the byte.
"""

from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, takewhile
from typing import Final, Literal, NamedTuple, TypeVar

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from illimat_core.cards import DEALER, INDEX, Card, Seat, clockwise
from illimat_core.decider import decide
from illimat_core.editions import edition_of
from illimat_core.events import (
    CardSown,
    CardsToHand,
    DecisionAnswered,
    DeckReshuffled,
    Event,
    FieldSeeded,
    HandDealt,
    HiddenCardsTurnedUp,
    LuminaryDiscarded,
    LuminaryRevealed,
    OutageCredited,
    RoundDealt,
    TuckedCardsTaken,
    redact,
)
from illimat_core.folding import evolve, fold
from illimat_core.rules.chance import answer
from illimat_core.rules.dealing import FACE_UP
from illimat_core.rules.hooks import Tabletop
from illimat_core.rules.sources import SeededSource, Source
from illimat_core.sealing import (
    SEATS,
    SealedEvent,
    Shuffled,
    derived_key,
    luminaries_scope,
    shuffled,
)
from illimat_core.state import State

Thing = TypeVar("Thing")
Kind = Literal["deck", "luminaries"]

SEATS_AT_MOST: Final = 4
SIGHTS: Final = (CardsToHand, FieldSeeded, HiddenCardsTurnedUp, TuckedCardsTaken)
"""The events with which cards come from their places in the deck into sight."""


class CommittedSource(Source):
    """Draws what one command of a game leaves to chance from the secrets of its scopes.

    A deal belongs to the round that it begins, every other draw to the current round, which is 0
    before the first. Luminaries have secrets of their own, except in games from before.
    """

    def __init__(self, game: str, round_: int) -> None:
        self._game = game
        self._round = round_

    @property
    @abstractmethod
    def own_luminaries(self) -> bool:
        """Whether luminaries have secrets of their own, and decks have roots."""

    @property
    @abstractmethod
    def entropies(self) -> bytes:
        """All that was contributed so far, including the command's own contribution."""

    @abstractmethod
    def secret(self, scope: str) -> bytes:
        """Return the secret of a scope."""

    def key(self, scope: str) -> bytes:
        return derived_key(self._game, scope, self.secret(scope), self.entropies)

    def shuffle(self, label: str, things: Sequence[Thing]) -> tuple[Thing, ...]:
        return self._of_round(label).shuffle(label, things)

    def pick(self, label: str, things: Sequence[Thing]) -> Thing:
        return self._of_round(label).pick(label, things)

    def root(self, label: str, cards: Sequence[str]) -> str | UnsetType:
        """Return the commitment to cards that were shuffled; none in games from before."""
        return self._of_round(label).root(label, cards) if self.own_luminaries else UNSET

    def of_luminaries(self, began: int) -> Source:
        return _Scope(self.key(luminaries_scope(began))) if self.own_luminaries else self

    def _of_round(self, label: str) -> "_Scope":
        begins = label.startswith("deal/")
        return _Scope(self.key(str(self._round + 1 if begins else self._round)))


class _Scope(SeededSource):
    """The draws of a scope, with commitments to what is shuffled."""

    def root(self, label: str, cards: Sequence[str]) -> str | UnsetType:
        return shuffled(self.key, label, cards).root if cards else UNSET


def open_scopes(
    state: State | None, *, over: bool, persists: bool, own_luminaries: bool
) -> Iterator[str]:
    """Yield the scopes whose secrets are published, for a game in this state (R-VIEW-4).

    `state` is None before the first deal. `over` is True also for games that were called off or
    adjudicated, `persists` is the option `luminaries_persist`.
    """
    if state is None and not over:
        return
    yield SEATS
    round_ = max(state.round, 1) if state else 1
    scored = range(1, round_ + 1 if over else round_)
    if over or own_luminaries or not persists:
        yield from map(str, scored)
    if own_luminaries:
        began = state.set_began if state else 0
        yield from map(luminaries_scope, scored if over or not persists else range(1, began))


class DrawnList(NamedTuple):
    """A list that chance shuffled: the event that has its root, its kind, scope and label.

    `entropies` are all contributed by then.
    """

    event: int
    of: Kind
    scope: str
    label: str
    entropies: bytes
    cards: Sequence[str]

    def opened_by(self, game: str, secret: bytes) -> Shuffled:
        """Return the list with the blinds of its places; `secret` is that of the scope."""
        return shuffled(
            derived_key(game, self.scope, secret, self.entropies), self.label, self.cards
        )


class CardPlace(NamedTuple):
    """A card's place in a shuffled list, which the root of an event commits to."""

    event: int
    of: Kind
    place: int
    card: str


def drawn(rows: Sequence[SealedEvent], events: Sequence[Event]) -> Iterator[DrawnList]:
    """Yield the lists that a game has roots of, from its whole log with all secrets."""
    entropies, asked, outages, state = b"", 0, 0, fold(events[:1])
    for index, (row, event) in enumerate(zip(rows, events, strict=True)):
        state = evolve(state, event) if index else state
        entropies += bytes.fromhex(row.entropy or "")
        if row.command_id:
            command = takewhile(lambda each: isinstance(each, OutageCredited), events[index:])
            outages = sum(1 for _ in command)
        if isinstance(event, DecisionAnswered) and event.seat == DEALER:
            asked = row.sequence - 1 - outages
        elif isinstance(event, RoundDealt):
            if event.deck_root:
                deck = order_as_dealt(event, _hands_dealt(events[index + 1 :]))
                label = f"deal/{asked}/deck"
                yield DrawnList(row.sequence, "deck", str(event.round), label, entropies, deck)
            if event.luminaries_root:
                persists = state.options.luminaries_persist
                scope = luminaries_scope(state.set_began if persists else event.round)
                luminaries, label = event.luminaries + event.reserve, f"deal/{asked}/luminaries"
                yield DrawnList(row.sequence, "luminaries", scope, label, entropies, luminaries)
        elif isinstance(event, DeckReshuffled) and event.deck_root:
            label = f"reshuffle/{asked}/deck"
            yield DrawnList(row.sequence, "deck", str(state.round), label, entropies, event.deck)


def _hands_dealt(events: Iterable[Event]) -> list[HandDealt]:
    hands = takewhile(lambda each: isinstance(each, HandDealt), events)
    return [each for each in hands if isinstance(each, HandDealt)]


def order_as_dealt(dealt: RoundDealt, hands: Iterable[HandDealt]) -> tuple[str, ...]:
    """Return a round's deck in its first order: the fields', the hands', the draw pile (R-SETUP-3).

    Hands are dealt one card at a time, from the dealer's left.
    """
    order = clockwise(dealt.summer)
    face_up = [dealt.fields[INDEX[at]][turn] for turn in range(FACE_UP) for at in order]
    around = sorted(hands, key=lambda hand: (hand.seat - dealt.dealer - 1) % SEATS_AT_MOST)
    most = max((hand.count for hand in around), default=0)
    held = [hand.cards[turn] for turn in range(most) for hand in around if turn < hand.count]
    return (*face_up, *held, *dealt.deck)


def find_places_seen(
    rows: Sequence[SealedEvent], events: Sequence[Event], viewer: Seat | None
) -> Iterator[CardPlace]:
    """Yield the places from which a viewer has seen cards and luminaries come, in their order.

    A card that somebody else plays from a hand is not among them: its place would say when it was
    drawn.
    """
    lists = {(each.event, each.of): each.cards for each in drawn(rows, events)}
    where: dict[str, CardPlace] = {}
    for row, event in zip(rows, events, strict=True):
        for of in ("deck", "luminaries"):
            cards = lists.get((row.sequence, of), ())
            where |= {card: CardPlace(row.sequence, of, at, card) for at, card in enumerate(cards)}
        for card in _seen(event, viewer):
            if card in where:  # a luminary is discarded after it was revealed
                yield where.pop(card)


def _seen(event: Event, viewer: Seat | None) -> Iterable[str]:
    """Return the cards or luminaries that come into a viewer's sight from where they were dealt."""
    if isinstance(event, RoundDealt):
        return chain.from_iterable(event.fields)
    if isinstance(event, LuminaryRevealed | LuminaryDiscarded):
        return (event.luminary,)
    if isinstance(event, SIGHTS):
        shown = redact(event, viewer)
        return shown.cards or ()  # type: ignore[attr-defined]
    return ()


def find_changed_rounds(
    commands: Sequence[Sequence[Event]], source_of: Callable[[int, int], Source]
) -> Iterator[int]:
    """Yield the round of each draw in a game that differs from what its source draws.

    Cards drawn from the deck differ if they did not lie on its top.

    ``commands`` are the game's events, those of each command together. ``source_of`` returns the
    source of a command, by its index and the round in which it begins.
    """
    started, *dealt = commands[0]
    state = fold([started])
    for index, events in enumerate([dealt, *commands[1:]]):
        source = source_of(index, state.round)
        # Outages are recorded before what a command draws, but only after it is drawn.
        outages = sum(1 for _ in takewhile(lambda each: isinstance(each, OutageCredited), events))
        for place, event in enumerate(events):
            if state.chance_awaited:
                drawn = _draw(state, outages, source)
                if list(events[place : place + len(drawn)]) != drawn:
                    yield state.round + (state.pending is not None and state.pending.kind == "deal")
            before, state = state, evolve(state, event)
            taken = before.deck[: max(0, len(before.deck) - len(state.deck))]
            if taken and not isinstance(event, RoundDealt) and _drawn_by(event) != taken:
                yield state.round


def _drawn_by(event: Event) -> tuple[Card, ...]:
    return event.hidden if isinstance(event, CardSown) else event.cards  # type: ignore[attr-defined]


def _draw(state: State, outages: int, source: Source) -> list[Event]:
    """Return the events of what chance draws, under the labels of the version it was asked at."""
    asked = replace(state, version=state.version - outages)
    return decide(state, DEALER, answer(Tabletop(asked, edition_of(state)), source))
