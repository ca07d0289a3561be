"""Solo against the Fields: how they play the card turned up for them (R-MODE-SOLO-FIELDS)."""

from collections.abc import Sequence
from typing import Final

from illimat_core.actions import Harvest, NameSeason
from illimat_core.cards import DEALER, ORDER, Card, FieldId, Seat, clockwise, summer_when
from illimat_core.decisions import Pending, Step, step
from illimat_core.events import FieldsMovedOn, GameEnded, HandDiscarded, HandDrawn
from illimat_core.mode_steps.remainder import fewest_left, may_leave
from illimat_core.rules.chance import any_season
from illimat_core.rules.enumeration import permits
from illimat_core.rules.hooks import DecisionRules, Draft, Tabletop
from illimat_core.rules.payments import values_of
from illimat_core.rules.plays import PlayOutcome, harvest, sow, turn_illimat
from illimat_core.rules.scoring import score_round
from illimat_core.rules.seasons import season_of, turning_cards
from illimat_core.rules.sums import FOOL, kind_of
from illimat_core.rules.takes import Span, harvest_takes, spans
from illimat_core.state import Item

Items = tuple[Item, ...]

THE_FIELDS: Final[Seat] = 1
"""Their seat, after the player's."""


def fields_play(draft: Draft, _: Step) -> None:
    """Turn up the top card: harvest as much as possible, else sow, else discard it."""
    state, at = draft.state, draft.state.fields_next
    card = state.deck[0]
    draft.emit(HandDrawn(seat=THE_FIELDS, count=1, cards=(card,)))
    draft.next(step("clear_fields"), step("pass_the_turn"))
    setters, discarded = turning_cards(draft, at, (card,)), None
    harvests = permits(draft, THE_FIELDS, "harvest", at)
    take = largest_take(draft, at, card) if harvests else None
    if take:
        value, items = take
        play = Harvest(card=card, field=at, take=tuple(item.name for item in items))
        harvest(draft, THE_FIELDS, play, PlayOutcome(items, value, None))
    elif permits(draft, THE_FIELDS, "sow", at):
        sow(draft, THE_FIELDS, card, at)
    else:
        setters, discarded = (), card
        draft.emit(HandDiscarded(seat=THE_FIELDS, count=1, cards=(card,)))
    draft.emit(FieldsMovedOn(field=clockwise(at)[1], card=discarded))
    if setters:
        season = season_of(draft, card)
        if season is None:
            draft.ask("fields_season", DEALER, at=at)
        else:
            turn_illimat(draft, summer_when(at, season))


def end_round_with_the_fields(draft: Draft, _: Step) -> None:
    """Score the round; the game is won by the target in time, with more points than the Fields."""
    score_round(draft)
    state, options = draft.state, draft.state.options
    you, fields = state.players[0].score, state.players[THE_FIELDS].score
    last = state.round >= options.round_limit
    if max(you, fields) < options.target_score and not last:
        draft.next(step("deal"))
        return
    won = you >= options.target_score and you > fields
    draft.emit(GameEnded(winners=(0,) if won else (), reason="rounds" if last else "score"))


def largest_take(table: Tabletop, at: FieldId, card: Card) -> tuple[int, Items] | None:
    """Return the largest harvest of a card: its value and the items, the first in deck order."""
    tries = [(value, span) for value in values_of((card,)) for span in spans(table, at)]
    found = [(value, _Search(table, at, value, span).largest()) for value, span in tries]
    return min((take for take in found if take[1]), key=lambda take: _rank(*take), default=None)


def _rank(value: int, items: Items) -> tuple[int, list[int], int]:
    return -_cards(items), [ORDER[item.name] for item in items], value


class _Search:
    """A search for the largest take of one value: all items minus as few as possible."""

    def __init__(self, table: Tabletop, at: FieldId, value: int, span: Span) -> None:
        self._table, self._at, self._value = table, at, value
        self._takes = takes = harvest_takes(table, THE_FIELDS, at, value, span=span)
        self._pool = tuple(
            item for item in takes.items if takes.completes([item], _other_than(item, takes.items))
        )

    def largest(self) -> Items:
        """Return the items taken, in deck order; none if there is no harvest."""
        cards, most = _cards(self._pool), self._most()
        tries = (self._first((), self._pool, fewer) for fewer in range(cards - most, cards))
        return next((items for items in tries if items), ())

    def _most(self) -> int:
        """Return how many cards are taken at most: those of one group, where only one may be."""
        if self._table.state.options.harvest != "single_set":
            return self._most_of_groups()
        most = {0: 0}
        for item in self._pool:
            counts = (1, 14) if kind_of(item) == FOOL else (kind_of(item),)
            reached = [
                (total + each, cards + len(item.cards))
                for total, cards in most.items()
                for each in counts
                if total + each <= self._value
            ]
            for total, cards in reached:
                most[total] = max(cards, most.get(total, 0))
        return most[self._value] if self._pool else 0

    def _most_of_groups(self) -> int:
        """Return the most cards in groups, of all fields together or of each field apart."""
        rules, own = self._table.rules_in(self._at), list(filter(self._is_own, self._pool))
        if rules and rules.mixes_fields:
            return self._covered(self._pool)
        return self._covered(own) + self._covered([i for i in self._pool if i not in own])

    def _covered(self, items: Sequence[Item]) -> int:
        return _cards(items) - fewest_left(items, self._value)

    def _first(
        self, chosen: Items, rest: Items, fewer: int, left: frozenset[object] = frozenset()
    ) -> Items:
        """Return the first take in deck order: the chosen items and the rest less ``fewer`` cards.

        Once an item is left, so are all like it, which could stand in for it: that leaves few sets.
        """
        if fewer == 0:
            return chosen + rest if self._takes.completes(chosen + rest, ()) else ()
        item, rest = rest[0], rest[1:]
        like, fewer_still = self._like(item), fewer - len(item.cards)
        if like not in left and self._goes_on((*chosen, item), rest, fewer):
            found = self._first((*chosen, item), rest, fewer, left)
            if found:
                return found
        return self._first(chosen, rest, fewer_still, left | {like}) if fewer_still >= 0 else ()

    def _goes_on(self, chosen: Items, rest: Items, fewer: int) -> bool:
        """Return whether some take with the chosen items leaves at most ``fewer`` cards."""
        return self._takes.completes(chosen, rest) and may_leave(
            chosen + rest, self._value, fewer, taken=chosen
        )

    def _like(self, item: Item) -> object:
        """Return the key under which this harvest treats two items as equal."""
        return self._is_own(item), kind_of(item), len(item.cards), item.multiple

    def _is_own(self, item: Item) -> bool:
        return item in self._table.state.field(self._at).items


def _cards(items: Sequence[Item]) -> int:
    return sum(len(item.cards) for item in items)


def _other_than(gone: Item, items: Sequence[Item]) -> Items:
    return tuple(item for item in items if item is not gone)


def check_season(_: Tabletop, __: Pending, ___: Seat, ____: NameSeason) -> None:
    """Accept any season."""


def a_season_comes_by_chance(draft: Draft, pending: Pending, _: Seat, action: NameSeason) -> None:
    assert pending.at is not None
    turn_illimat(draft, summer_when(pending.at, action.season))


SEASON = DecisionRules(
    asked="chance",
    by_chance=any_season,
    needs_field=True,
    accepts=("name_season",),
    check=check_season,
    answer=a_season_comes_by_chance,
)
