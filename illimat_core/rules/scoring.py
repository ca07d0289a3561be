"""Scoring a round, and the end of the game (RULES.md section 7)."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from illimat_core.cards import ACTOR, FOOLS, SEASON_OF, SUIT, Card, Season, Seat
from illimat_core.decisions import Step, step
from illimat_core.events import GameEnded, RoundScored, Tally, TiebreakCalled
from illimat_core.options import MAX_ROUNDS, Options
from illimat_core.rules.hooks import Draft, Tabletop
from illimat_core.state import Player, State

BUMPER_CROP, SUNKISSED, FROSTBIT = 4, 2, 2

Side = tuple[Seat, ...]


def end_round(draft: Draft, _: Step) -> None:
    """Score the round; the next is dealt at once unless the game is over (R-END-2)."""
    score_round(draft)
    if not _is_over(draft):
        draft.next(step("deal"))


def score_round(draft: Draft) -> None:
    """Score the round that has ended (R-SCORE-2), gains before the penalty (R-SCORE-5)."""
    state = draft.state
    options = state.options
    bare = {side: _gathered(draft, side) for side in options.sides}
    inside = _sides_inside(state)
    crop = _winner_of(inside, bare, "cards", draft)
    sunny = _winner_of(inside, bare, "summer", draft)
    frozen = _frostbit(inside, bare, draft)
    tallies: dict[Seat, Tally] = {}
    scores: dict[Seat, int] = {}
    for side in options.sides:
        tally = bare[side]
        points = tally.fools + _worth(draft, side) + tally.okuses
        points += BUMPER_CROP * (side == crop) + SUNKISSED * (side == sunny)
        spared = side in frozen and _spared(draft, side)
        points += FROSTBIT * spared
        penalty = FROSTBIT * (side in frozen and not spared)
        before = state.players[side[0]].score
        score = before + points
        scores |= dict.fromkeys(side, max(0, score - penalty) if penalty else score)
        tallies |= dict.fromkeys(side, replace(tally, points=points, penalty=penalty))
    draft.emit(
        RoundScored(
            round=state.round,
            tallies=tuple(tallies[seat] for seat in state.seats),
            scores=tuple(scores[seat] for seat in state.seats),
            bumper_crop=crop or (),
            sunkissed=sunny or (),
            frostbit=tuple(seat for side in frozen for seat in side),
        )
    )


def _gathered(table: Tabletop, side: Side) -> Tally:
    """Count a side's cards, okuses and luminaries; unharvested cards do not count (R-SCORE-1)."""
    players = [table.state.players[seat] for seat in side]
    cards = [card for player in players for card in player.harvested]
    return Tally(
        cards=len(cards),
        summer=count_season(table, cards, "Summer"),
        winter=count_season(table, cards, "Winter"),
        fools=sum(card in FOOLS for card in cards),
        luminaries=sum(len(player.claimed) for player in players),
        okuses=sum(len(player.okuses) for player in players),
        points=0,
    )


def count_season(table: Tabletop, cards: Iterable[Card], season: Season) -> int:
    """Count the cards of a season, including Stars if the Astronomer named it."""
    return sum(is_of(table, card, season) for card in cards)


def is_of(table: Tabletop, card: Card, season: Season) -> bool:
    """Return whether a card is of a season, which for Stars is the one the Astronomer named."""
    return (table.state.stars_as if SUIT[card] == "St" else SEASON_OF[card]) == season


def _worth(table: Tabletop, side: Side) -> int:
    claimed = [name for seat in side for name in table.state.players[seat].claimed]
    known = table.edition.luminaries
    return sum(known[name].worth if name in known else 1 for name in claimed)


def _spared(table: Tabletop, side: Side) -> bool:
    """Return whether a claimed luminary turns the penalty into a gain (the River)."""
    acted = {ACTOR: table.state.was_audience}
    claimed = [name for seat in side for name in table.state.players[seat].claimed]
    rules = (table.edition.luminaries.get(acted.get(name) or name) for name in claimed)
    return any(found is not None and found.spares_the_frostbitten for found in rules)


def _winner_of(
    inside: list[Side], tallies: dict[Side, Tally], count: str, table: Tabletop
) -> Side | None:
    """Return the side that wins a category, the one with the largest count above zero (R-SCORE-3).

    A tie goes to the side with the most luminaries; nobody wins one that is left (R-SCORE-4).
    """
    largest = max(getattr(tallies[side], count) for side in inside)
    if largest == 0:
        return None
    tied = [side for side in inside if getattr(tallies[side], count) == largest]
    best = max(_tiebreak(tallies[side], table) for side in tied)
    first = [side for side in tied if _tiebreak(tallies[side], table) == best]
    return first[0] if len(first) == 1 else None


def _frostbit(inside: list[Side], tallies: dict[Side, Tally], table: Tabletop) -> list[Side]:
    """Return the sides hit by Frostbit: of a tie, the one with fewest luminaries, or all.

    The option decides which (R-SCORE-4, R-VAR-HARSH). Without Winter cards nobody is (R-SCORE-3).
    """
    largest = max(tallies[side].winter for side in inside)
    tied = [side for side in inside if tallies[side].winter == largest] if largest else []
    if table.state.options.harsh_penalties or len(tied) < 2:
        return tied
    least = min(_tiebreak(tallies[side], table) for side in tied)
    hit = [side for side in tied if _tiebreak(tallies[side], table) == least]
    return hit if len(hit) == 1 else []


def _tiebreak(tally: Tally, table: Tabletop) -> int:
    """Return what breaks ties: luminaries, else okuses (R-SCORE-4, R-MODE-BEGINNER)."""
    return tally.luminaries if table.state.options.luminary_set else tally.okuses


def _sides_inside(state: State) -> list[Side]:
    return [side for side in state.options.sides if not set(side).isdisjoint(state.staying)]


def is_tiebreak_round(options: Options, players: Sequence[Player]) -> bool:
    """Return whether a round is a tie-break: a player reached the target before it (R-END-1)."""
    aimed_at = options.tiebreak_round and options.rounds is None and options.players > 1
    return aimed_at and any(not p.gone and p.score >= options.target_score for p in players)


def _is_over(draft: Draft) -> bool:
    """End the game if the scored round ends it, and return whether it does (R-END-1, R-END-2)."""
    state, options = draft.state, draft.state.options
    inside = _sides_inside(state)
    last = state.round >= MAX_ROUNDS
    if options.rounds is not None:
        due = state.round >= options.rounds
    else:
        scores = [state.players[side[0]].score for side in inside]
        due = state.tiebreak or max(scores) >= options.target_score
    if not due and not last:
        return False
    leaders = _leaders(draft, inside)
    seats = tuple(seat for seat in state.staying if any(seat in side for side in leaders))
    if len(leaders) > 1 and options.tiebreak_round and not last:
        draft.emit(TiebreakCalled(seats=seats))
        return False
    by_rounds = options.rounds is not None or last
    draft.emit(GameEnded(winners=seats, reason="rounds" if by_rounds else "score"))
    return True


def _leaders(draft: Draft, inside: list[Side]) -> list[Side]:
    """Return the leading sides (R-END-1)."""
    ranks = {side: rank_of(draft, side) for side in inside}
    best = max(ranks.values())
    return [side for side in inside if ranks[side] == best]


def rank_of(table: Tabletop, side: Side) -> tuple[int, int, int, int]:
    """Return what decides between sides: score, luminaries, okuses and Fools (R-END-1).

    All but the score are of the current round. The greatest rank is the best.
    """
    tally = _gathered(table, side)
    return table.state.players[side[0]].score, tally.luminaries, tally.okuses, tally.fools
