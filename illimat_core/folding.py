"""Folding: what each event makes of a state. Bookkeeping only; no rule is consulted here, ever.

A game finished years ago must fold to the same state whatever the rules say by then.
"""

from collections.abc import Callable, Iterable
from typing import Any, Final, TypeVar

from msgspec.structs import replace

from illimat_core import events as e
from illimat_core.cards import FIELDS, INDEX, Card, FieldId, Seat
from illimat_core.decisions import Pending
from illimat_core.errors import UnknownEventError
from illimat_core.state import Cleared, Field, Item, Player, Seen, State, Turn, grouped, item_of

AnyEvent = TypeVar("AnyEvent", bound=e.Event)
_BARE: Final[dict[str, Any]] = {"luminary": None, "face_up": False, "beneath": (), "acts_as": None}
_EVOLVE: Final[dict[type[e.Event], Callable[[State, Any], State]]] = {}


def evolve(state: State, event: e.Event) -> State:
    """The state after an event.

    Raises ``UnknownEventError`` for an event this program does not know.
    """
    step = _EVOLVE.get(type(event))
    if step is None:
        raise UnknownEventError(f"No fold for an event of type {type(event).__name__}.")
    return step(state, event)


def fold(events: Iterable[e.Event], state: State | None = None) -> State:
    """The state after a whole stream, or after more events of a state already folded.

    Raises ``UnknownEventError`` where a stream does not begin with GameStarted.
    """
    for event in events:
        state = _begun(event) if state is None else evolve(state, event)
    if state is None:
        raise UnknownEventError("An empty stream is no game.")
    return state


def _begun(event: e.Event) -> State:
    if not isinstance(event, e.GameStarted):
        raise UnknownEventError(f"A game begins with GameStarted, not {type(event).__name__}.")
    players = (Player(),) * event.options.seats
    return State(options=event.options, edition=event.edition, players=players, version=1)


def folds(
    kind: type[AnyEvent],
) -> Callable[[Callable[[State, AnyEvent], State]], Callable[[State, AnyEvent], State]]:
    """Say which type of event a function folds."""

    def register(step: Callable[[State, AnyEvent], State]) -> Callable[[State, AnyEvent], State]:
        _EVOLVE[kind] = step
        return step

    return register


def _player(state: State, seat: Seat, **changes: Any) -> tuple[Player, ...]:
    players = state.players
    return (*players[:seat], replace(players[seat], **changes), *players[seat + 1 :])


def _field(state: State, at: FieldId, **changes: Any) -> tuple[Field, Field, Field, Field]:
    fields = list(state.fields)
    fields[INDEX[at]] = replace(fields[INDEX[at]], **changes)
    return tuple(fields)  # type: ignore[return-value]


def _without(cards: tuple[Card, ...], gone: Iterable[Card]) -> tuple[Card, ...]:
    return tuple(card for card in cards if card not in gone)


def _turn_after(
    state: State, event: e.CardSown | e.CardsHarvested | e.StockpileMade, **changes: Any
) -> Turn:
    """The turn after a play: the turn's own is made once, a free action is used up."""
    if event.by is None:
        return replace(state.turn, played=True, **changes)
    if event.by == "echo":
        return replace(state.turn, **changes)
    return replace(state.turn, used=(*state.turn.used, event.field), **changes)


@folds(e.FirstDealerDrawn)
def _first_dealer_drawn(state: State, event: e.FirstDealerDrawn) -> State:
    return replace(state, dealer=event.seat, version=state.version + 1)


@folds(e.RoundDealt)
def _round_dealt(state: State, event: e.RoundDealt) -> State:
    new = dict(zip(event.down, event.luminaries, strict=True))
    fields = []
    for at, cards in zip(FIELDS, event.fields, strict=True):
        old = state.field(at) if at in event.kept else Field()
        luminary = new.get(at, old.luminary)
        fields.append(replace(old, items=tuple(item_of((c,)) for c in cards), luminary=luminary))
    return replace(
        state,
        round=event.round,
        dealer=event.dealer,
        summer=event.summer,
        fields=tuple(fields),
        deck=event.deck,
        reserve=event.reserve,
        board=event.okuses,
        players=tuple(Player(score=p.score, gone=p.gone) for p in state.players),
        turn=Turn(seat=event.first, open=_face_up(tuple(fields))),
        stars_as=None,
        was_audience=None,
        fields_next="SW",
        version=state.version + 1,
    )


@folds(e.HandDealt)
def _hand_dealt(state: State, event: e.HandDealt) -> State:
    players = _player(state, event.seat, hand=event.cards)
    return replace(state, players=players, version=state.version + 1)


@folds(e.CardSown)
def _card_sown(state: State, event: e.CardSown) -> State:
    player = state.players[event.seat]
    items = (*state.field(event.field).items, Item(((event.card,),), hidden=event.hidden))
    return replace(
        state,
        players=_player(state, event.seat, hand=_without(player.hand, (event.card,))),
        fields=_field(state, event.field, items=items),
        deck=state.deck[event.hides :],
        turn=_turn_after(state, event, bonus=state.turn.bonus + event.bonus),
        version=state.version + 1,
    )


@folds(e.CardsHarvested)
def _cards_harvested(state: State, event: e.CardsHarvested) -> State:
    player = state.players[event.seat]
    fields = state.fields
    for at in (event.field, *event.reach):
        left = tuple(item for item in state.field(at).items if item.name not in event.take)
        fields = _field(replace(state, fields=fields), at, items=left)
    harvested_in = (*state.turn.harvested_in, event.field)
    return replace(
        state,
        players=_player(
            state,
            event.seat,
            hand=_without(player.hand, event.cards),
            harvested=player.harvested + event.cards + event.taken,
        ),
        fields=fields,
        turn=_turn_after(state, event, harvested_in=harvested_in),
        version=state.version + 1,
    )


@folds(e.StockpileMade)
def _stockpile_made(state: State, event: e.StockpileMade) -> State:
    player = state.players[event.seat]
    items = state.field(event.field).items
    hidden = tuple(card for item in items if item.name in event.take for card in item.hidden)
    made = Item(grouped(event.groups), event.value, hidden)
    kept = tuple(item for item in items if item.name not in event.take)
    return replace(
        state,
        players=_player(
            state,
            event.seat,
            hand=_without(player.hand, (event.card,)),
            passive=event.passive,
        ),
        fields=_field(state, event.field, items=(*kept, made)),
        turn=_turn_after(state, event, fresh=(*state.turn.fresh, made.name)),
        version=state.version + 1,
    )


@folds(e.HiddenCardsTurnedUp)
def _hidden_cards_turned_up(state: State, event: e.HiddenCardsTurnedUp) -> State:
    items = state.field(event.field).items + tuple(item_of((c,)) for c in event.cards)
    fields = _field(state, event.field, items=items)
    return replace(state, fields=fields, version=state.version + 1)


@folds(e.IllimatTurned)
def _illimat_turned(state: State, event: e.IllimatTurned) -> State:
    return replace(state, summer=event.summer, version=state.version + 1)


@folds(e.FieldCleared)
def _field_cleared(state: State, event: e.FieldCleared) -> State:
    field = state.field(event.field)
    cleared = Cleared(event.field, field.luminary if field.face_up else None)
    turn = replace(state.turn, cleared=(*state.turn.cleared, cleared))
    return replace(state, turn=turn, version=state.version + 1)


@folds(e.HandDrawn)
def _hand_drawn(state: State, event: e.HandDrawn) -> State:
    hand = state.players[event.seat].hand + event.cards
    return replace(
        state,
        players=_player(state, event.seat, hand=hand),
        deck=state.deck[event.count :],
        version=state.version + 1,
    )


@folds(e.OkusTaken)
def _okus_taken(state: State, event: e.OkusTaken) -> State:
    taker = state.players[event.seat]
    players = _player(state, event.seat, okuses=(*taker.okuses, event.okus))
    board = tuple(okus for okus in state.board if okus != event.okus)
    if event.source != "board":
        left = tuple(okus for okus in players[event.source].okuses if okus != event.okus)
        players = _player(replace(state, players=players), event.source, okuses=left)
    return replace(state, players=players, board=board, version=state.version + 1)


@folds(e.FieldSeeded)
def _field_seeded(state: State, event: e.FieldSeeded) -> State:
    items = state.field(event.field).items + tuple(item_of((c,)) for c in event.cards)
    return replace(
        state,
        fields=_field(state, event.field, items=items),
        deck=state.deck[len(event.cards) :],
        version=state.version + 1,
    )


@folds(e.LuminaryDiscarded)
def _luminary_discarded(state: State, event: e.LuminaryDiscarded) -> State:
    return replace(state, fields=_field(state, event.field, **_BARE), version=state.version + 1)


@folds(e.LuminaryRevealed)
def _luminary_revealed(state: State, event: e.LuminaryRevealed) -> State:
    return replace(
        state,
        fields=_field(state, event.field, luminary=event.luminary, face_up=True),
        reserve=state.reserve[1:] if event.from_reserve else state.reserve,
        version=state.version + 1,
    )


@folds(e.LuminaryClaimed)
def _luminary_claimed(state: State, event: e.LuminaryClaimed) -> State:
    claimed = (*state.players[event.seat].claimed, event.luminary)
    acted = state.field(event.field).acts_as
    return replace(
        state,
        players=_player(state, event.seat, claimed=claimed),
        fields=_field(state, event.field, luminary=None, face_up=False, acts_as=None),
        was_audience=acted or state.was_audience,
        version=state.version + 1,
    )


@folds(e.LuminaryNamed)
def _luminary_named(state: State, event: e.LuminaryNamed) -> State:
    fields = _field(state, event.field, acts_as=event.luminary)
    return replace(state, fields=fields, version=state.version + 1)


@folds(e.CardsExchanged)
def _cards_exchanged(state: State, event: e.CardsExchanged) -> State:
    hand = tuple(
        event.take if card == event.give else card for card in state.players[event.seat].hand
    )
    items = tuple(
        replace(item, groups=((event.give,),)) if item.name == event.take else item
        for item in state.field(event.field).items
    )
    used = (*state.turn.used, event.field) if event.free else state.turn.used
    return replace(
        state,
        players=_player(state, event.seat, hand=hand),
        fields=_field(state, event.field, items=items),
        turn=replace(state.turn, used=used),
        version=state.version + 1,
    )


@folds(e.CardsTucked)
def _cards_tucked(state: State, event: e.CardsTucked) -> State:
    return replace(
        state,
        fields=_field(state, event.field, beneath=event.cards),
        deck=state.deck[event.count :],
        version=state.version + 1,
    )


@folds(e.TuckedCardsTaken)
def _tucked_cards_taken(state: State, event: e.TuckedCardsTaken) -> State:
    return replace(
        state,
        players=_harvest_unseen(state, event.seat, event.cards, (event.seat,)),
        fields=_field(state, event.field, beneath=()),
        version=state.version + 1,
    )


def _harvest_unseen(
    state: State, seat: Seat, cards: tuple[Card, ...], by: tuple[Seat, ...]
) -> tuple[Player, ...]:
    player = state.players[seat]
    private = (*player.private, *(Seen(card, by) for card in cards))
    return _player(state, seat, harvested=player.harvested + cards, private=private)


@folds(e.CardsHidden)
def _cards_hidden(state: State, event: e.CardsHidden) -> State:
    items = list(state.field(event.field).items)
    for name, card in zip(event.beneath, event.cards, strict=True):
        place = next(i for i, item in enumerate(items) if item.name == name)
        items[place] = replace(items[place], hidden=(*items[place].hidden, card))
    return replace(
        state,
        fields=_field(state, event.field, items=tuple(items)),
        deck=state.deck[event.count :],
        version=state.version + 1,
    )


@folds(e.CardGiven)
def _card_given(state: State, event: e.CardGiven) -> State:
    giver, taker = state.players[event.seat], state.players[event.to]
    left = _without(giver.harvested, (event.card,))
    private = tuple(seen for seen in giver.private if seen.card != event.card)
    players = _player(state, event.seat, harvested=left, private=private)
    return replace(
        state,
        players=_player(
            replace(state, players=players), event.to, harvested=(*taker.harvested, event.card)
        ),
        version=state.version + 1,
    )


@folds(e.CardStolen)
def _card_stolen(state: State, event: e.CardStolen) -> State:
    cards = (event.card,) if event.card else ()
    left = _without(state.players[event.owner].hand, cards)
    robbed = replace(state, players=_player(state, event.owner, hand=left))
    players = _harvest_unseen(robbed, event.seat, cards, (event.seat, event.owner))
    return replace(state, players=players, version=state.version + 1)


@folds(e.SeasonNamed)
def _season_named(state: State, event: e.SeasonNamed) -> State:
    return replace(state, stars_as=event.season, version=state.version + 1)


@folds(e.ChoiceMade)
def _choice_made(state: State, event: e.ChoiceMade) -> State:
    players = _player(state, event.seat, chosen=event.cards)
    return replace(state, players=players, version=state.version + 1)


@folds(e.ChosenCardsSown)
def _chosen_cards_sown(state: State, event: e.ChosenCardsSown) -> State:
    players = state.players
    for seat, cards in event.sown:
        hand = _without(players[seat].hand, cards)
        players = _player(replace(state, players=players), seat, hand=hand, chosen=None)
    sown = tuple(item_of((card,)) for _, cards in event.sown for card in cards)
    items = state.field(event.field).items + sown
    return replace(
        state,
        players=players,
        fields=_field(state, event.field, items=items),
        version=state.version + 1,
    )


@folds(e.CardsReturned)
def _cards_returned(state: State, event: e.CardsReturned) -> State:
    hand = _without(state.players[event.seat].hand, event.cards)
    return replace(
        state,
        players=_player(state, event.seat, hand=hand, chosen=None),
        deck=state.deck + event.cards,
        version=state.version + 1,
    )


@folds(e.DeckReshuffled)
def _deck_reshuffled(state: State, event: e.DeckReshuffled) -> State:
    return replace(state, deck=event.deck, version=state.version + 1)


@folds(e.HandDiscarded)
def _hand_discarded(state: State, event: e.HandDiscarded) -> State:
    return replace(state, players=_player(state, event.seat, hand=()), version=state.version + 1)


@folds(e.HandSown)
def _hand_sown(state: State, event: e.HandSown) -> State:
    items = state.field(event.field).items + tuple(item_of((card,)) for card in event.cards)
    return replace(
        state,
        players=_player(state, event.seat, hand=()),
        fields=_field(state, event.field, items=items),
        version=state.version + 1,
    )


@folds(e.OkusReturned)
def _okus_returned(state: State, event: e.OkusReturned) -> State:
    left = tuple(okus for okus in state.players[event.seat].okuses if okus != event.okus)
    board = tuple(sorted((*state.board, event.okus)))
    players = _player(state, event.seat, okuses=left)
    return replace(state, players=players, board=board, version=state.version + 1)


@folds(e.SeatsMoved)
def _seats_moved(state: State, event: e.SeatsMoved) -> State:
    players = list(state.players)
    for seat, other in event.takes:
        given = state.players[other]
        score = given.score if event.scores else players[seat].score
        players[seat] = replace(players[seat], hand=given.hand, score=score)
    return replace(state, players=tuple(players), version=state.version + 1)


@folds(e.TurnPassed)
def _turn_passed(state: State, event: e.TurnPassed) -> State:
    last = state.turn
    players = _player(state, last.seat, harvested_in=last.harvested_in)
    players = _player(replace(state, players=players), event.seat, passive=None)
    return replace(
        state,
        players=players,
        turn=Turn(seat=event.seat, open=_face_up(state.fields)),
        version=state.version + 1,
    )


@folds(e.PassiveShown)
def _passive_shown(state: State, event: e.PassiveShown) -> State:
    players = _player(state, event.seat, passive=None)
    return replace(state, players=players, version=state.version + 1)


@folds(e.PlayerForfeited)
def _player_forfeited(state: State, event: e.PlayerForfeited) -> State:
    players = _player(state, event.seat, gone=True, hand=(), passive=None, chosen=None)
    return replace(state, players=players, version=state.version + 1)


@folds(e.DecisionOpened)
def _decision_opened(state: State, event: e.DecisionOpened) -> State:
    version = state.version + 1
    pending = Pending(
        kind=event.kind,
        awaiting=event.awaiting,
        at=event.at,
        optional=event.optional,
        act=event.act,
        cards=event.cards,
        resume=event.resume,
        since=version,
    )
    return replace(state, pending=pending, version=version)


@folds(e.DecisionAnswered)
def _decision_answered(state: State, event: e.DecisionAnswered) -> State:
    pending = state.pending
    left = tuple(seat for seat in pending.awaiting if seat != event.seat) if pending else ()
    still = replace(pending, awaiting=left) if pending and left else None
    return replace(state, pending=still, version=state.version + 1)


@folds(e.RoundScored)
def _round_scored(state: State, event: e.RoundScored) -> State:
    players = tuple(
        replace(player, score=score, private=())
        for player, score in zip(state.players, event.scores, strict=True)
    )
    points = tuple(tally.points - tally.penalty for tally in event.tallies)
    return replace(state, players=players, round_points=points, version=state.version + 1)


@folds(e.GameEnded)
def _game_ended(state: State, event: e.GameEnded) -> State:
    return replace(state, over=True, winners=event.winners, pending=None, version=state.version + 1)


def _face_up(fields: tuple[Field, ...]) -> tuple[FieldId, ...]:
    return tuple(at for at, field in zip(FIELDS, fields, strict=True) if field.face_up)
