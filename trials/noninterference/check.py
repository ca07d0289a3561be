"""Nothing that a viewer has not seen changes anything that it is told: the check and its command.

For each prefix of a game and each viewer the unseen cards are exchanged for one another, and so are
the luminaries face down, and the others' secret choices. Then must be the same, byte for byte:

- all that the viewer is told at this point (``telling``); also, no preview in it may show a card or
  a luminary that the viewer does not see;
- what it was told of the last decision (the redacted events);
- the places in the deck that are opened to it, which show it no card that it has not seen. (The
  roots, which commit to all places, tell nothing without openings: here they are all the same.)
- what it would have been told had that decision been made with the exchanged cards. Where the rules
  refuse it then, it was a decision that tells something of a hand by rule (``TOLD_BY_RULE``): it is
  made with that hand unchanged and all else exchanged.

What was told of earlier decisions was compared at their own prefixes: since then the viewer has
seen more, so that what can be exchanged now could be exchanged then.
"""

from collections import Counter
from collections.abc import Container, Iterator
from itertools import chain, takewhile
from random import Random
from typing import NamedTuple

from msgspec.structs import replace

import illimat_core as core
from illimat_core import Action, Event, RuleError, Source, State
from illimat_core.cards import LUMINARIES, ORDER, Card, Seat
from illimat_core.events import CardGiven, DeckReshuffled, RoundDealt
from illimat_core.fair_deal import find_places_seen
from illimat_core.picture import news_of
from illimat_core.sealing import SealedEvent
from trials.dice import dice
from trials.jsons import Json
from trials.noninterference.channels import as_text, draw_tries, find_unseen, show_all
from trials.noninterference.exchange import (
    RenamedSource,
    Viewer,
    cards_in_sight,
    choose_anew,
    choose_otherwise,
    exchange_unseen,
    map_shuffled,
    rename_action,
    rename_event,
    rename_state,
    seen_after,
    serve_anew,
)
from trials.random_games.game import Game
from trials.random_games.options import random_options

EVERY = None
"""All prefixes of a game."""

TOLD_BY_RULE = frozenset({"R-STOCK-1", "R-VAR-NO-REPEATS"})
"""Rules by which somebody's play tells of their hand: the passive card, nothing else to play.

R-LUM-RAKE tells something too: a gift is the lowest Summer card of a pile that may hold private
ones. Where some are not known to the viewer, the decision is discarded.
"""

Swap = dict[str, str]

ROOT = "the same for every order"
NO_ROW = SealedEvent("", 0, "", 1, "", None, "", "", None, None, 0, "")


class CheckResult(NamedTuple):
    """The result of a check: its figures, and a line for each difference found."""

    counts: Counter[str]
    differences: list[str]


class DecisionStep(NamedTuple):
    """A decision: the state before it, the seat, its action, the chance drawn, and the result."""

    before: State
    source: Source
    seat: Seat | None
    action: Action
    events: list[Event]
    after: State


def play(seed: int, options: Json | None = None, most: int | None = None) -> list[DecisionStep]:
    """Return the decisions of a random game, at most `most` of them."""
    game = Game(options or random_options(dice(seed)), seed)
    steps: list[DecisionStep] = []
    while not game.state.over and (most is None or len(steps) < most):
        before, move = game.state, game.next_move()
        if move is None:
            raise ValueError(f"{before.awaited} can do nothing.")
        events = game.make(move.seat, move.action)
        steps.append(DecisionStep(before, game.chance, move.seat, move.action, events, game.state))
    return steps


def check_game(
    seed: int,
    *,
    options: Json | None = None,
    prefixes: int | None = EVERY,
    most: int | None = None,
) -> CheckResult:
    """Check the random game of a seed at every prefix, or at that many random ones."""
    result = CheckResult(Counter(games=1), [])
    found = walk_game(seed, options=options, prefixes=prefixes, most=most, counts=result.counts)
    result.differences.extend(found)
    return result


def walk_game(
    seed: int,
    *,
    options: Json | None = None,
    prefixes: int | None = EVERY,
    most: int | None = None,
    counts: Counter[str],
) -> Iterator[str]:
    """Yield the differences of a game as they are found; `counts` counts what was compared."""
    steps, random = play(seed, options, most), dice(seed + 1)
    log = [*Game(options or random_options(dice(seed)), seed).events]
    places: Container[int] = range(len(steps))
    if prefixes is not EVERY:
        places = sample(random, len(steps), prefixes)
    first = steps[0].before
    seen = {viewer: cards_in_sight(first, viewer) for viewer in (*first.seats, None)}
    for place, step in enumerate(steps):
        seen, log = seen_after(seen, step.before, step.events), log + step.events
        if place not in places or step.after.over:
            continue
        counts["prefixes"] += 1
        for viewer, known in seen.items():
            swap = exchange_unseen(step.after, known, random)
            found = compare(step, viewer, swap, random, counts)
            for what in chain(found, compare_places(log, viewer, known, swap)):
                yield f"seed {seed}, decision {place}, viewer {viewer}: {what}"


def sample(random: Random, count: int, wanted: int) -> set[int]:
    """Return a random sample of the places in a game, or all if it has fewer."""
    return set(random.sample(range(count), min(wanted, count)))


def compare(
    step: DecisionStep, viewer: Viewer, swap: Swap, random: Random, counts: Counter[str]
) -> Iterator[str]:
    """Yield all that the exchange changes for the viewer, which should be nothing."""
    counts["comparisons"] += 1
    yield from compare_told(step.after, viewer, swap, random)
    yield from compare_log(step.events, viewer, swap)
    if not any(isinstance(event, RoundDealt) for event in step.events):
        yield from compare_decided(step, viewer, swap, random, counts)


def compare_told(state: State, viewer: Viewer, swap: Swap, random: Random) -> Iterator[str]:
    other = choose_anew(rename_state(state, swap), viewer, random)
    other = serve_anew(other, viewer, random)
    tried, batches = draw_tries(state, viewer, random)
    yield from find_unseen(state, viewer, cards_in_sight(state, viewer), tried)
    told, otherwise = (show_all(each, viewer, tried, batches) for each in (state, other))
    for channel, text in told.items():
        yield from difference(channel, text, otherwise[channel])


def compare_log(events: list[Event], viewer: Viewer, swap: Swap) -> Iterator[str]:
    """Compare the last events as the viewer sees them, and what pictures mark as new after them.

    Those of a scored round are open.
    """
    deals = [place for place, event in enumerate(events) if isinstance(event, RoundDealt)]
    newest = events[deals[-1] if deals else 0 :]
    log = [core.redact(event, viewer) for event in newest]
    otherwise = [core.redact(rename_event(event, swap), viewer) for event in newest]
    for told, other in zip(log, otherwise, strict=True):
        yield from difference("log", as_text(told), as_text(other))
    marked, others = (as_text(sorted(news_of(each))) for each in (log, otherwise))
    yield from difference("news", marked, others)


def compare_places(
    log: list[Event], viewer: Viewer, seen: frozenset[Card], swap: Swap
) -> Iterator[str]:
    """Compare the places of the round's deck that are opened to the viewer."""
    started, *played = log
    dealt = max(place for place, event in enumerate(played) if isinstance(event, RoundDealt))
    newest = [started, *map(with_root, played[dealt:])]
    exchanged_too = [rename_event(event, swap) for event in newest]
    rows = [NO_ROW._replace(sequence=number) for number in range(len(newest))]
    told, otherwise = (
        list(find_places_seen(rows, each, viewer)) for each in (newest, exchanged_too)
    )
    yield from difference("places", str(told), str(otherwise))
    unseen = [each.card for each in told if each.card in ORDER and each.card not in seen]
    if unseen:
        yield f"places: {unseen} are opened"


def with_root(event: Event) -> Event:
    """Return an event with the same root as every other, if it has any."""
    if isinstance(event, RoundDealt):
        return replace(event, deck_root=ROOT, luminaries_root=ROOT)
    return replace(event, deck_root=ROOT) if isinstance(event, DeckReshuffled) else event


def compare_decided(
    step: DecisionStep, viewer: Viewer, swap: Swap, random: Random, counts: Counter[str]
) -> Iterator[str]:
    """Repeat the last decision with the exchanged cards, and compare its events."""
    counts["decided again"] += 1
    try:
        try:
            events = decide_again(step, viewer, swap, random)
        except RuleError as refusal:
            if refusal.rule not in TOLD_BY_RULE:
                raise
            counts[f"decided again with the same hand, for {refusal.rule}"] += 1
            events = decide_again(step, viewer, spare_hand(step, swap, random), random)
    except RuleError as refusal:
        yield f"decided again: {refusal}"
        return
    if gives_unknown_card(step, viewer, events):
        counts["discarded, for R-LUM-RAKE"] += 1
        return
    told, otherwise = (
        as_text([core.redact(event, viewer) for event in each]) for each in (step.events, events)
    )
    yield from difference("decided again", told, otherwise)


def decide_again(step: DecisionStep, viewer: Viewer, swap: Swap, random: Random) -> list[Event]:
    """Return the result of a decision with the exchanged cards. Raises ``RuleError``."""
    before, seat = rename_state(step.before, swap), step.seat
    action = rename_action(step.action, swap)
    if is_still_choosing(step):
        before = choose_anew(before, viewer, random)
        if seat is not None and seat != viewer:
            action = choose_otherwise(before, before.players[seat].hand, action, random)
    source = RenamedSource(step.source, step.events, swap)
    return core.advance(before, seat, action, source)[1]


def spare_hand(step: DecisionStep, swap: Swap, random: Random) -> Swap:
    """Return the exchange without the cards in the hand of the deciding seat."""
    hand = () if step.seat is None else step.before.players[step.seat].hand
    names = [name for name in swap if name in LUMINARIES]
    cards = [card for card in swap if card in ORDER and card not in hand]
    return {name: swap[name] for name in names} | map_shuffled(cards, random)


def is_still_choosing(step: DecisionStep) -> bool:
    """Return whether a simultaneous decision was open before and still is."""
    before, after = step.before.pending, step.after.pending
    return before is not None and after is not None and before.since == after.since


def gives_unknown_card(step: DecisionStep, viewer: Viewer, events: list[Event]) -> bool:
    """Return whether the Rake gave a card from a pile that the viewer has not wholly seen."""
    private = [seen for player in step.before.players for seen in player.private]
    gifts = any(isinstance(event, CardGiven) for event in (*events, *step.events))
    return gifts and any(viewer not in seen.by for seen in private)


def difference(channel: str, one: str, other: str) -> Iterator[str]:
    """Yield the place where two texts differ, if they do."""
    if one != other:
        pairs = zip(one, other, strict=False)
        place = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        start = max(0, place - 60)
        yield f"{channel}: …{one[start : place + 60]}… / …{other[start : place + 60]}…"
