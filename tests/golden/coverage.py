"""The features that games show: options, events, decisions, luminaries, effects, endings."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Final, get_args

from illimat_core import Event, State
from illimat_core.cards import LUMINARIES, SETS, FieldId, Seat
from illimat_core.decisions import Kind
from illimat_core.events import (
    ANY_EVENT,
    TABLE_EVENTS,
    CardsExchanged,
    CardsHarvested,
    CardSown,
    ChosenCardsSown,
    DecisionAnswered,
    DecisionOpened,
    GameEnded,
    GameStarted,
    LuminaryClaimed,
    LuminaryNamed,
    LuminaryRevealed,
    OkusReturned,
    OkusTaken,
    RoundDealt,
    RoundScored,
    SeatsMoved,
    StockpileMade,
    Tally,
    TiebreakCalled,
)
from illimat_core.modes import MODES
from illimat_core.options import MAX_ROUNDS, Options
from tests.golden.stream import states
from trials.random_games.options import VALUES

ENDS: Final = (
    "target score",
    "rounds",
    "32 rounds",
    "tie shared",
    "tie decided by luminaries",
    "tie decided by okuses",
    "tie decided by Fools",
    "tiebreak round",
    "forfeit of the last opponent",
    "forfeit of a whole team",
    "win of a team that a partner left",
    "solitaire won",
    "solitaire lost",
    "solo_fields won",
    "solo_fields lost",
    "forfeit of a solo game",
)
EFFECTS: Final = (
    "stars = always: with two or three players",
    "full_harvest: four cards as one",
    "harsh_penalties: several frostbitten",
    "freebooter: a card more",
    "luminaries_persist: one stayed",
    "harmonic_convergence = official: seats moved",
    "harmonic_convergence = pass_hands: hands moved",
    "perfect_crime = steal: an okus taken from an opponent",
    "perfect_crime = return: an okus put back",
    "universe_reach = any: two other fields",
    "universe_reach = one: one other field",
    "audience = sow: cards sown",
    "audience = spectator: named by a spectator",
    "audience = spectator: named by chance",
)
CARDS: Final = (
    "Echo repeats sow",
    "Echo repeats harvest",
    "Echo repeats stockpile",
    "Rake fed before the play",
    "Rake fed after the play",
    "Loom used before the play",
    "Loom used after the play",
    "Changeling used before the play",
    "Changeling used after the play",
    "Union: two cards as one",
    "Collective: three cards as one",
    "Boat: groups of both fields",
    "Newborn calls from the reserve",
    "River spares the frostbitten",
)


def wanted() -> list[str]:
    """Return all features that the golden games must show together."""
    options = {"mode": tuple(MODES), "players": (1, 2, 3, 4), **VALUES}
    return [
        *(f"option {name} = {value}" for name, values in options.items() for value in values),
        *(f"option luminaries = {value}" for value in (*SETS, "a list")),
        *(f"option target_score = {value}" for value in ("17", "another")),
        *(f"option rounds = {value}" for value in ("None", "a number")),
        *(f"event {kind.__name__}" for kind in ANY_EVENT if kind not in TABLE_EVENTS),
        *(f"decision {kind}" for kind in get_args(Kind)),
        *(f"revealed {luminary}" for luminary in LUMINARIES),
        *(f"claimed {luminary}" for luminary in LUMINARIES),
        *(f"effect {effect}" for effect in EFFECTS),
        *(f"card {card}" for card in CARDS),
        *(f"end {end}" for end in ENDS),
    ]


def missing(shown: Iterable[str]) -> list[str]:
    there = set(shown)
    return [feature for feature in wanted() if feature not in there]


def shown(events: Sequence[Event]) -> set[str]:
    found = set(_shown(events))
    unknown = found - set(wanted())
    if unknown:
        raise ValueError(f"Nobody wants {sorted(unknown)}; name it in this module.")
    return found


def _shown(events: Sequence[Event]) -> Iterator[str]:
    started = events[0]
    assert isinstance(started, GameStarted)
    options = started.options
    yield from _options(options)
    yield "decision turn"
    answered: Kind | None = None
    for event, (before, after) in zip(events[1:], pairwise(states(events)), strict=True):
        yield f"event {type(event).__name__}"
        if isinstance(event, DecisionOpened):
            yield f"decision {event.kind}"
        elif isinstance(event, DecisionAnswered):
            answered = event.kind
        elif isinstance(event, LuminaryRevealed):
            yield f"revealed {event.luminary}"
        elif isinstance(event, LuminaryClaimed):
            yield f"claimed {event.luminary}"
        elif isinstance(event, GameEnded):
            yield from (f"end {end}" for end in _ends(event, events, after))
        yield from (f"effect {effect}" for effect in _effects(event, before, answered))
        for card in _cards(event, before):
            yield f"card {card}"
            if card.endswith("after the play"):
                yield "decision after_play"
    yield "event GameStarted"


def _options(options: Options) -> Iterator[str]:
    for name in ("mode", "players", *VALUES):
        yield f"option {name} = {getattr(options, name)}"
    preset = options.luminaries
    yield f"option luminaries = {preset if isinstance(preset, str) else 'a list'}"
    yield f"option target_score = {17 if options.target_score == 17 else 'another'}"
    yield f"option rounds = {'None' if options.rounds is None else 'a number'}"


def _effects(event: Event, before: State, answered: Kind | None) -> Iterator[str]:
    """Which options made a difference."""
    options = before.options
    match event:
        case RoundDealt():
            yield from _effects_of_deal(event, options)
        case RoundScored() if len({options.side(seat) for seat in event.frostbit}) > 1:
            yield "harsh_penalties: several frostbitten"
        case SeatsMoved():
            what = "seats" if event.scores else "hands"
            yield f"harmonic_convergence = {options.harmonic_convergence}: {what} moved"
        case CardSown() if event.bonus:
            yield "freebooter: a card more"
        case CardsHarvested():
            yield from _effects_of_harvest(event, before)
        case OkusTaken() if event.source != "board":
            yield "perfect_crime = steal: an okus taken from an opponent"
        case OkusReturned() if answered == "perfect_crime_claim":
            yield "perfect_crime = return: an okus put back"
        case ChosenCardsSown():
            yield "audience = sow: cards sown"
        case LuminaryNamed():
            by = "chance" if answered == "absent_spectator" else "a spectator"
            yield f"audience = spectator: named by {by}"
        case _:
            pass


def _effects_of_deal(event: RoundDealt, options: Options) -> Iterator[str]:
    if options.stars == "always" and options.mode == "standard" and options.players < 4:
        yield "stars = always: with two or three players"
    if event.kept:
        yield "luminaries_persist: one stayed"


def _effects_of_harvest(event: CardsHarvested, before: State) -> Iterator[str]:
    options = before.options
    if options.full_harvest and len(event.cards) == 4 and not _lies(before, "collective"):
        yield "full_harvest: four cards as one"
    if _acts(before, event.field) == "universe":
        if options.universe_reach == "any" and len(event.reach) > 1:
            yield "universe_reach = any: two other fields"
        if options.universe_reach == "one" and event.reach:
            yield "universe_reach = one: one other field"


def _cards(event: Event, before: State) -> Iterator[str]:
    """Which luminaries made a difference."""
    when = "after the play" if before.turn.played else "before the play"
    match event:
        case CardSown(by="echo"):
            yield "Echo repeats sow"
        case CardsHarvested(by="echo"):
            yield "Echo repeats harvest"
        case StockpileMade(by="echo"):
            yield "Echo repeats stockpile"
        case CardSown(by="rake"):
            yield f"Rake fed {when}"
        case StockpileMade(by="loom"):
            yield f"Loom used {when}"
        case CardsExchanged(free=True):
            yield f"Changeling used {when}"
        case LuminaryRevealed(from_reserve=True):
            yield "Newborn calls from the reserve"
        case RoundScored():
            if any(_spared(seat, event, before) for seat in event.frostbit):
                yield "River spares the frostbitten"
        case _:
            pass
    if isinstance(event, CardsHarvested):
        yield from _cards_of_harvest(event, before)


def _cards_of_harvest(event: CardsHarvested, before: State) -> Iterator[str]:
    here = _acts(before, event.field)
    if here == "union" and len(event.cards) == 2:
        yield "Union: two cards as one"
    elif here == "collective" and len(event.cards) == 3:
        yield "Collective: three cards as one"
    elif here == "boat" and event.reach:
        yield "Boat: groups of both fields"


def _spared(seat: Seat, scored: RoundScored, before: State) -> bool:
    return scored.tallies[seat].penalty == 0 and "river" in before.players[seat].claimed


def _acts(state: State, at: FieldId) -> str | None:
    """Which luminary is at work in a field."""
    field = state.field(at)
    return (field.acts_as or field.luminary) if field.face_up else None


def _lies(state: State, luminary: str) -> bool:
    return any(
        field.face_up and luminary in {field.luminary, field.acts_as} for field in state.fields
    )


def _ends(end: GameEnded, events: Sequence[Event], over: State) -> Iterator[str]:
    options = over.options
    outcome = "won" if end.winners else "lost"
    if end.reason == "forfeit":
        yield f"forfeit of {_leavers(options)}"
        return
    if options.players == 1:
        yield f"{options.mode} {outcome}"
        return
    if over.round == MAX_ROUNDS:
        yield "32 rounds"
    elif end.reason == "rounds":
        yield "rounds"
    else:
        yield "target score"
    team = options.side(end.winners[0])
    if len(team) > 1 and any(over.players[seat].gone for seat in team):
        yield "win of a team that a partner left"
    scored = [event for event in events if isinstance(event, RoundScored)]
    if any(isinstance(event, TiebreakCalled) for event in events):
        yield "tiebreak round"
    tie = _tie(scored[-1], over)
    if tie:
        yield f"tie {tie}"


def _leavers(options: Options) -> str:
    if options.players == 1:
        return "a solo game"
    return "a whole team" if options.mode_rules.partners else "the last opponent"


def _tie(scored: RoundScored, over: State) -> str | None:
    """Return the tie-breaker that decided the highest score, if any was needed (R-END-1)."""
    firsts: list[Seat] = [
        side[0] for side in over.options.sides if any(not over.players[seat].gone for seat in side)
    ]
    best = max(scored.scores[seat] for seat in firsts)
    tied = [seat for seat in firsts if scored.scores[seat] == best]
    if len(tied) == 1:
        return None
    for count in ("luminaries", "okuses", "fools"):
        tallies: dict[Seat, Tally] = {seat: scored.tallies[seat] for seat in tied}
        most = max(getattr(tally, count) for tally in tallies.values())
        tied = [seat for seat in tied if getattr(tallies[seat], count) == most]
        if len(tied) == 1:
            return f"decided by {count.replace('fools', 'Fools')}"
    return "shared"
