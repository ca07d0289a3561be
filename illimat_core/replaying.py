"""Replaying a stored game by the rules: which action each event is the outcome of.

All events of the game are needed, with their secret members. What chance answered is taken from
the events; whether it was drawn is for ``fair_deal`` to say.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import chain, takewhile
from typing import Final, NamedTuple

from msgspec import UNSET, to_builtins

from illimat_core.actions import (
    TYPES,
    Action,
    AskPassive,
    EndTurn,
    Forfeit,
    Harvest,
    NameLuminary,
    NameSeason,
    Pass,
    Sow,
    Stockpile,
    check_cards,
)
from illimat_core.cards import DEALER, FOOLS, LUMINARIES, SEASONS, Card, Seat
from illimat_core.decider import decide, open_game
from illimat_core.editions import EDITIONS, edition_of
from illimat_core.errors import OptionsError, RuleError, clip
from illimat_core.events import (
    ENDINGS,
    CardsExchanged,
    CardsHarvested,
    CardSown,
    CardStolen,
    DecisionAnswered,
    DeckReshuffled,
    Event,
    FirstDealerDrawn,
    GameStarted,
    HandDealt,
    PassiveShown,
    PlayerForfeited,
    RoundDealt,
    StockpileMade,
    TableEvent,
)
from illimat_core.folding import evolve, fold
from illimat_core.offers.listing import legal_actions
from illimat_core.options import read_options
from illimat_core.rules.chance import Deal, Reshuffle, Steal, luminaries_to_deal
from illimat_core.sealing import canonical
from illimat_core.state import State

OTHER_MEMBER: Final = "Event {}, {}: {} is {}, and {} by the rules."
OTHER_EVENT: Final = "Event {} is {}, and {} by the rules."
CUT_OFF: Final = "Event {} is missing: {} follows by the rules."
REFUSED: Final = "Event {}, {}, is against the rules. {}"
UNEXPLAINED: Final = "Event {}, {}, follows from no action that is legal there."
AFTER_THE_END: Final = "Event {}, {}, comes after the end of the game."
NO_START: Final = "Event 1 is not a GameStarted with valid options and an edition known here."


class FoundAction(NamedTuple):
    """An action, the seat that took it, and its events."""

    seat: Seat | None
    action: Action
    events: list[Event]


def fault_in(events: Sequence[Event]) -> str | None:
    """Return a sentence about the first event that the rules do not lead to, or None.

    Table events may stand anywhere between actions. What comes after a fault is not checked.
    """
    started = events[0] if events else None
    if not isinstance(started, GameStarted) or not _may_start(started):
        return NO_START
    opened = open_game(started)
    state, place = fold(opened), len(opened)
    if _count_matching(opened, events, 0) < place:
        return _mismatch(opened, events, 0)
    ended = False
    while place < len(events):
        event = events[place]
        if ended:
            return AFTER_THE_END.format(place + 1, _name(event))
        if isinstance(event, TableEvent):
            state, place, ended = evolve(state, event), place + 1, isinstance(event, ENDINGS)
            continue
        taken = find_action_at(state, events, place)
        if taken is None:
            return _explain(state, events, place)
        state, place = fold(taken.events, state), place + len(taken.events)
    return None


def find_action_at(state: State, events: Sequence[Event], place: int) -> FoundAction | None:
    """Return the action whose events stand at a place, before which the game has a state.

    Of a play that may choose the season there are several: the one that leaves the Illimat where
    it is explains the card alone, the one that turned it explains the turn, too.
    """
    whole = [
        tried
        for tried in _tried(state, events, place)
        if isinstance(tried, FoundAction)
        and _count_matching(tried.events, events, place) == len(tried.events)
    ]
    return max(whole, key=lambda each: len(each.events), default=None)


def _may_start(started: GameStarted) -> bool:
    try:
        return read_options(to_builtins(started.options)) == started.options and (
            started.edition in EDITIONS
        )
    except OptionsError:
        return False


def _count_matching(outcome: Sequence[Event], events: Sequence[Event], place: int) -> int:
    pairs = zip(outcome, events[place : place + len(outcome)], strict=False)
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))


def _tried(state: State, events: Sequence[Event], place: int) -> Iterator[FoundAction | RuleError]:
    seat, candidates = _candidates(state, events, place)
    for action in candidates:
        try:
            check_cards(action)
            yield FoundAction(seat, action, decide(state, seat, action))
        except RuleError as refusal:
            yield refusal


def _candidates(
    state: State, events: Sequence[Event], place: int
) -> tuple[Seat | None, Iterator[Action]]:
    event = events[place]
    if isinstance(event, PlayerForfeited):
        return event.seat, iter([Forfeit()])
    if isinstance(event, PassiveShown):
        return event.asked_by, iter([AskPassive(of=event.seat)])
    if isinstance(event, DecisionAnswered):
        return event.seat, _answers(state, event.seat, events[place + 1 :])
    if isinstance(event, CardSown | CardsHarvested | StockpileMade | CardsExchanged):
        return event.seat, _plays(state, event)
    return state.turn.seat, iter([EndTurn()] if state.turn.played else ())


def _answers(state: State, seat: Seat | None, events: Sequence[Event]) -> Iterator[Action]:
    pending = state.pending
    if pending is None:
        return
    if seat == DEALER and seat in pending.awaiting:
        for kind in edition_of(state).decisions[pending.kind].accepts:
            yield from _BY_CHANCE[kind](state, events)
    elif pending.act:
        yield Pass()
        yield from chain.from_iterable(_main_plays(event) for event in events[:1])
    else:
        yield from legal_actions(state, seat)


def _plays(state: State, event: Event) -> Iterator[Action]:
    if isinstance(event, CardsExchanged) or event.by:  # type: ignore[attr-defined]
        for kind in edition_of(state).free:
            yield from _recorded(event, TYPES[kind])
    else:
        yield from _main_plays(event)


def _main_plays(event: Event) -> Iterator[Action]:
    """Yield the plays that an event may record; which of them is legal, the rules know."""
    if isinstance(event, CardSown):
        yield from _recorded(event, Sow)
    elif isinstance(event, StockpileMade):
        yield from _recorded(event, Stockpile)
    elif isinstance(event, CardsHarvested):
        single = len(event.cards) == 1
        for season in (None, *SEASONS):
            for setter in (None, *(() if single else event.cards)):
                yield Harvest(
                    card=event.cards[0] if single else None,
                    cards=None if single else event.cards,
                    field=event.field,
                    take=event.take,
                    value=None if FOOLS.isdisjoint(event.cards) else event.value,
                    season_card=setter,
                    season=season,
                )


def _recorded(event: Event, kind: type[Action]) -> Iterator[Action]:
    """Yield the actions of a type that have the members of an event, with each season."""
    names = set(kind.__struct_fields__) - {"season"}
    if names.issubset(event.__struct_fields__):
        members = {name: getattr(event, name) for name in names}
        seasons = (None, *SEASONS) if "season" in kind.__struct_fields__ else ()
        yield from (kind(**members, season=season) for season in seasons)
        if not seasons:
            yield kind(**members)


def _deals(state: State, events: Sequence[Event]) -> Iterator[Action]:
    """Find where each place of the deck is dealt by a deal of the whole deck in its own order."""
    players = range(state.options.players)
    drawn = [each.seat for each in events[:1] if isinstance(each, FirstDealerDrawn)]
    dealer = next(iter(drawn), 0) if state.dealer is None else None
    ordered = Deal(
        deck=state.options.deck,
        luminaries=luminaries_to_deal(state),
        dealer=dealer if dealer is None or dealer in players else 0,
    )
    # The first event says that the decision was answered.
    places = zip(decide(state, DEALER, ordered)[1:], events, strict=False)
    found = dict(
        pair
        for place, event in places
        for pair in zip(_cards_dealt(place), _cards_dealt(event), strict=False)
    )
    rounds = [each for each in events[:2] if isinstance(each, RoundDealt)]
    yield Deal(
        deck=tuple(found.get(card, card) for card in ordered.deck),
        luminaries=tuple(name for each in rounds for name in each.luminaries + each.reserve),
        dealer=dealer,
        deck_root=next((each.deck_root for each in rounds), UNSET),
        luminaries_root=next((each.luminaries_root for each in rounds), UNSET),
    )


def _cards_dealt(event: Event) -> tuple[Card, ...]:
    """Return the cards that an event of a deal names, in the order of its places."""
    if isinstance(event, RoundDealt):
        return (*chain.from_iterable(event.fields), *event.deck)
    return event.cards if isinstance(event, HandDealt) else ()


def _reshuffles(_: State, events: Sequence[Event]) -> Iterator[Action]:
    for event in events[:1]:
        if isinstance(event, DeckReshuffled):
            yield Reshuffle(deck=event.deck, deck_root=event.deck_root)


def _thefts(_: State, events: Sequence[Event]) -> Iterator[Action]:
    stolen = takewhile(lambda each: isinstance(each, CardStolen), events)
    yield Steal(cards=tuple(each.card for each in stolen))  # type: ignore[attr-defined]


_BY_CHANCE: Final[dict[str, Callable[[State, Sequence[Event]], Iterator[Action]]]] = {
    "deal": _deals,
    "reshuffle": _reshuffles,
    "steal": _thefts,
    "name_season": lambda *_: (NameSeason(season=season) for season in SEASONS),
    "name_luminary": lambda *_: (NameLuminary(luminary=name) for name in LUMINARIES),
}
"""The answers that chance may have given before some events, by their type."""


def _explain(state: State, events: Sequence[Event], place: int) -> str:
    """Return what is wrong with an event that no action explains, by the closest action."""
    tried = list(_tried(state, events, place))
    outcomes = [each.events for each in tried if isinstance(each, FoundAction)]
    near = [each for each in outcomes if type(each[0]) is type(events[place])]
    if near:
        return _mismatch(
            max(near, key=lambda each: _count_matching(each, events, place)), events, place
        )
    refusals = [each for each in tried if isinstance(each, RuleError)]
    # A season that is missing or not wanted says nothing about the play.
    refusal = min(refusals, key=lambda each: each.rule == "R-ACT-1", default=None)
    sentence = REFUSED if refusal else UNEXPLAINED
    return sentence.format(place + 1, _name(events[place]), refusal)


def _mismatch(outcome: Sequence[Event], events: Sequence[Event], place: int) -> str:
    """Return how events differ from the outcome of an action that should stand at their place."""
    matching = _count_matching(outcome, events, place)
    expected, at = outcome[matching], place + matching
    if at == len(events):
        return CUT_OFF.format(at + 1, _name(expected))
    event = events[at]
    if type(event) is not type(expected):
        return OTHER_EVENT.format(at + 1, _name(event), _name(expected))
    values = (
        (name, getattr(event, name), getattr(expected, name)) for name in event.__struct_fields__
    )
    name, stored, right = next(each for each in values if each[1] != each[2])
    shown = (clip(canonical(to_builtins(value))) for value in (stored, right))
    return OTHER_MEMBER.format(at + 1, _name(event), name, *shown)


def _name(event: Event) -> str:
    return type(event).__name__
