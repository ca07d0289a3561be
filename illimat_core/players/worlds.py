"""Worlds: whole states that look to a seat like the one it is in, sampled from what it knows."""

from collections.abc import Iterator
from itertools import chain

from msgspec.structs import replace

from illimat_core.cards import ORDER, Card, Luminary, Seat, in_deck_order
from illimat_core.editions import edition_of
from illimat_core.menu_entries import DiscardTemplate, FaceDownTemplate
from illimat_core.players.dice import Dice
from illimat_core.players.knowledge import HIDDEN, Knowledge
from illimat_core.rules.hooks import Tabletop
from illimat_core.state import Field, Player, State

Pile = Iterator[Card]


class UnseenThings:
    """The cards and luminaries that a seat has not seen: what its worlds are filled with."""

    def __init__(self, known: Knowledge) -> None:
        self._known = known
        table, memory = known.table, known.memory
        seen = visible_cards(table)
        self._held = {
            card: seat
            for card, seat in memory.held.items()
            if card not in seen and HIDDEN in table.players[seat].hand
        }
        self._gone = [card for card in table.options.deck if card in memory.gone - seen]
        located = {*seen, *self._held, *self._gone}
        self.cards: list[Card] = [card for card in table.options.deck if card not in located]
        up = {field.luminary for field in table.fields if field.face_up}
        claimed = {name for player in table.players for name in player.claimed}
        out = up | claimed | memory.shown
        self._luminaries = [name for name in table.options.luminary_set if name not in out]

    def may_hold(self, seat: Seat) -> tuple[Card, ...]:
        held = [card for card, at in self._held.items() if at == seat]
        return in_deck_order([*self.cards, *held])

    def world(self, dice: Dice) -> State:
        """Return a world: every hidden place filled with something unseen.

        Cards that have left the round are used only in positions that were composed by hand.
        """
        table = self._known.table
        # Hands come first, then the draw pile, what lies beneath luminaries and items, and piles.
        pile = chain(dice.shuffle(self.cards), dice.shuffle(self._gone))
        players = [self._with_hand(table, seat, pile, dice) for seat in table.seats]
        deck = tuple([next(pile) for _ in table.deck])
        beneath = tuple([next(pile) for _ in table.beneath])
        names = chain(dice.shuffle(self._luminaries), dice.shuffle(table.options.luminary_set))
        fields = tuple([_fill_field(field, pile, names) for field in table.fields])
        return replace(
            table,
            players=tuple([_with_pile(player, pile) for player in players]),
            fields=fields,
            deck=deck,
            beneath=beneath,
            reserve=tuple([next(names) for _ in table.reserve]),
        )

    def _with_hand(self, table: State, seat: Seat, pile: Pile, dice: Dice) -> Player:
        player = table.players[seat]
        if HIDDEN in player.hand:
            held = [card for card, at in self._held.items() if at == seat][: len(player.hand)]
            drawn = [next(pile) for _ in range(len(player.hand) - len(held))]
            player = replace(player, hand=tuple(held + drawn))
        if player.chosen == () and seat != self._known.seat:
            player = replace(player, chosen=_choice(table, seat, player.hand, dice))
        return player


def visible_cards(table: State) -> set[Card]:
    seen = {card for field in table.fields for item in field.items for card in item.cards}
    for player in table.players:
        seen.update(player.hand, player.harvested)
    seen.discard(HIDDEN)
    return seen


def _choice(table: State, seat: Seat, hand: tuple[Card, ...], dice: Dice) -> tuple[Card, ...]:
    """Return a secret choice that another seat may have made with a hand."""
    pending, edition = table.pending, edition_of(table)
    assert pending, "A choice is kept for as long as others have to choose."
    template = edition.decisions[pending.kind].template
    assert template
    players = [
        replace(table.players[seat], hand=hand) if each == seat else player
        for each, player in enumerate(table.players)
    ]
    offered = template(Tabletop(replace(table, players=tuple(players)), edition), pending, seat)
    assert isinstance(offered, DiscardTemplate | FaceDownTemplate), "No other choice is secret."
    least, most = offered.least, offered.most
    return in_deck_order(dice.shuffle(hand)[: least + dice.below(most - least + 1)])


def _with_pile(player: Player, pile: Pile) -> Player:
    """Fill in the harvested cards that the seat has not seen."""
    if HIDDEN not in player.harvested:
        return player
    found = [next(pile) for card in player.harvested if card == HIDDEN]
    left = iter(found)
    harvested = tuple([next(left) if card == HIDDEN else card for card in player.harvested])
    again = iter(found)
    private = [
        replace(each, card=next(again)) if each.card == HIDDEN else each for each in player.private
    ]
    private.sort(key=lambda each: ORDER[each.card])
    return replace(player, harvested=harvested, private=tuple(private))


def _fill_field(field: Field, pile: Pile, names: Iterator[Luminary]) -> Field:
    items = field.items
    if any(item.hidden for item in items):
        items = tuple(
            [replace(item, hidden=tuple([next(pile) for _ in item.hidden])) for item in items]
        )
    hidden = field.luminary is not None and not field.face_up
    return replace(field, items=items, luminary=next(names) if hidden else field.luminary)
