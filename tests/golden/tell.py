"""`python -m tests.golden.tell`: write twelve golden games for readers, move by move."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path
from typing import Final

from illimat_core import Event, State, observe, redact, write
from illimat_core.cards import LUMINARIES, Seat
from illimat_core.events import (
    CardsExchanged,
    CardsHarvested,
    CardSown,
    ChoiceMade,
    DecisionAnswered,
    DeckReshuffled,
    GameStarted,
    HandDealt,
    IllimatTurned,
    OkusReturned,
    OkusTaken,
    RoundDealt,
    RoundScored,
    StockpileMade,
    TurnPassed,
)
from illimat_core.messages import ENGLISH, capitalize
from illimat_core.options import Options
from illimat_core.words.board import board_text, luminary_name
from illimat_core.words.narration import narrate
from tests.golden.coverage import shown
from tests.golden.stream import Golden, read, read_manifest, states

PAGE: Final = Path(__file__).parents[2] / "docs" / "rules" / "played-games.md"
GAMES: Final = 12
LONGEST: Final = 170  # events
_SIDES: Final = {1: ["South"], 2: ["South", "North"], 3: ["South", "West", "North"]}
_WORTH: Final = {"revealed": 4, "claimed": 6, "card": 2, "effect": 1, "decision": 1, "end": 1}
_DECLINED: Final = {
    "echo": ("to repeat it", (CardSown, CardsHarvested, StockpileMade)),
    "changeling_claim": ("to exchange a card", (CardsExchanged,)),
    "forest_queen_claim": ("to turn the Illimat", (IllimatTurned,)),
    "gambler": ("to discard", (ChoiceMade,)),
    "perfect_crime_claim": ("to take an okus", (OkusTaken, OkusReturned)),
    "butchers_claim": ("to have an okus returned", (OkusReturned,)),
}
INTRODUCTION: Final = f"""# Twelve games, move by move

For anyone who wants to check the program against the rules, or see a luminary at work. Random players played these games, so nothing is to be learnt from their choices; only what follows from them matters. They are {GAMES} of the golden games in `tests/golden/streams`, whole and short ones that show as many luminaries as possible, and this page is made from them by `.venv/bin/python -m tests.golden.tell`. Somebody who had no part in the program has followed all twelve by hand, with nothing but the rules of edition 2026.1.

A round begins with everything there is, the hidden things too: the draw pile is given from its top. Then comes a line for each turn, with the hand it began with. Cards, fields and seasons are written as [the rules](README.md) write them. South's own field is SW, West's NW, North's NE and East's SE.
"""  # noqa: E501 - a paragraph is a line


def choose() -> list[Golden]:
    """Choose short games of one round that together show the most features."""
    pool = {each.game: each for each in read_manifest() if each.events <= LONGEST}
    found = {game: _worth_telling(game) for game in pool}
    found = {game: features for game, features in found.items() if features}
    chosen: list[str] = []
    told: set[str] = set()
    while len(chosen) < GAMES:
        left = (game for game in found if game not in chosen)
        best = max(left, key=lambda game: (_worth(found[game] - told), -pool[game].events))
        chosen.append(best)
        told |= found[best]
    return [pool[game] for game in sorted(chosen)]


def _worth_telling(game: str) -> set[str]:
    """Return the features of a game that interest readers; none if it has several rounds."""
    events = [line.event for line in read(game)]
    if sum(isinstance(event, RoundDealt) for event in events) > 1:
        return set()
    modes = {f"option mode = {mode}" for mode in ("teams", "solitaire", "solo_fields")}
    return {each for each in shown(events) if each.split()[0] in _WORTH or each in modes}


def _worth(features: set[str]) -> int:
    return sum(_WORTH.get(feature.split()[0], 3) for feature in features)


def page() -> str:
    chosen = choose()
    games = [_game(number, golden) for number, golden in enumerate(chosen, 1)]
    return "\n".join([INTRODUCTION, *_index(chosen), "", *games])


def _index(chosen: Sequence[Golden]) -> Iterator[str]:
    """In which games each luminary plays a part."""
    features = [shown([line.event for line in read(each.game)]) for each in chosen]
    yield "| luminary | turned up in game | claimed in game |"
    yield "|---|---|---|"
    for name in LUMINARIES:
        found = [
            ", ".join(str(n) for n, there in enumerate(features, 1) if f"{what} {name}" in there)
            for what in ("revealed", "claimed")
        ]
        yield f"| {luminary_name(name)} | {found[0] or '-'} | {found[1] or '-'} |"


def _game(number: int, golden: Golden) -> str:
    events = [line.event for line in read(golden.game)]
    started = events[0]
    assert isinstance(started, GameStarted)
    lines = [f"## Game {number}", "", f"{_options(started.options)} Stream {golden.game}."]
    lines += _told(events, _names(started.options))
    return "\n".join(lines).rstrip() + "\n"


def _names(options: Options) -> list[str]:
    """Return the names of the seats (R-PLACE-3)."""
    if automaton := options.mode_rules.automaton:
        return ["South", capitalize(ENGLISH.say(automaton.name))]
    return _SIDES.get(options.players, ["South", "West", "North", "East"])


def _options(options: Options) -> str:
    """Return the options that are not the default."""
    usual = Options()
    chosen = {name: getattr(options, name) for name in Options.__struct_fields__}
    told = [
        f"`{name}` {', '.join(value) if isinstance(value, tuple) else str(value).lower()}"
        for name, value in chosen.items()
        if value != getattr(usual, name) or name == "players"
    ]
    return f"Options: {'; '.join(told)}."


def _told(events: Sequence[Event], names: Sequence[str]) -> Iterator[str]:
    """Yield the story of a game: the board of each round, its turns, what they came to."""
    after = list(states(events))
    turns = _turns(events)
    number = 0
    for begun, places in groupby(range(len(events)), key=turns.__getitem__):
        told = " ".join(_sentences(list(places), events, after, names))
        if begun is None:
            yield from ("", told, "")
            continue
        if isinstance(events[begun], HandDealt):
            yield from _setting(after[begun], names)
            number = 0
        number += 1
        yield f"{number}. {_holding(after[begun], names)}{told}"
    yield from _tallies(events, names)


def _turns(events: Sequence[Event]) -> list[int | None]:
    """For each event the place of the one that its turn began with; None between rounds."""
    begun: int | None = None
    turns: list[int | None] = []
    for place, event in enumerate(events):
        if isinstance(event, RoundDealt | RoundScored):
            begun = None
        elif isinstance(event, TurnPassed | HandDealt) and not isinstance(
            events[place + 1], HandDealt
        ):
            begun = place
        turns.append(begun)
    return turns


def _holding(state: State, names: Sequence[str]) -> str:
    hand = write(state)["hands"][str(state.turn.seat)]
    return f"**{names[state.turn.seat]}** ({' '.join(hand) or 'no card'}). "


def _setting(state: State, names: Sequence[str]) -> Iterator[str]:
    """Everything there is when a round begins."""
    position = write(state)
    yield from ("```text", board_text(observe(state, None, opened=True), names))
    yield f"\nDraw pile, top first: {' '.join(position['draw']) or 'none'}"
    if position["reserve"]:
        yield f"Reserve, first to come first: {', '.join(position['reserve'])}"
    yield from ("```", "")


def _sentences(
    places: Sequence[int], events: Sequence[Event], after: Sequence[State], names: Sequence[str]
) -> Iterator[str]:
    """Yield the sentences of events, without dealt hands, which the board shows."""
    for place in places:
        event = events[place]
        if isinstance(event, HandDealt):
            continue
        sentence = narrate(redact(event, None, opened=True), names)
        if sentence:
            yield sentence
        if isinstance(event, DeckReshuffled):
            yield f"Its order is {' '.join(event.deck)}."
        if isinstance(event, DecisionAnswered) and event.seat is not None:
            yield from _declined(event.seat, event, events[place + 1], after[place - 1], names)


def _declined(
    seat: Seat, answered: DecisionAnswered, then: Event, before: State, names: Sequence[str]
) -> Iterator[str]:
    """Yield the sentence for a declined choice, an answer without further events."""
    if before.pending and before.pending.optional and answered.kind in _DECLINED:
        what, effects = _DECLINED[answered.kind]
        if not isinstance(then, effects):
            yield f"{names[seat]} chooses not {what}."


def _tallies(events: Sequence[Event], names: Sequence[str]) -> Iterator[str]:
    """Yield the table of what a scoring counted."""
    for event in events:
        if isinstance(event, RoundScored):
            yield "| | cards | Summer | Winter | Fools | luminaries | okuses | points | penalty |"
            yield "|---|---|---|---|---|---|---|---|---|"
            for name, t in zip(names, event.tallies, strict=True):
                counts = (t.cards, t.summer, t.winter, t.fools, t.luminaries, t.okuses)
                yield f"| {name} | {' | '.join(map(str, (*counts, t.points, t.penalty)))} |"
            yield ""


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    print(f"{PAGE.name}: {', '.join(each.game for each in choose())}")
