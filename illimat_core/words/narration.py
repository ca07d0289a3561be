"""A redacted event as a sentence for people.

The sentence is made from what a viewer may see of an event (`events.redact`) and nothing else, so
it cannot reveal more. Cards are written by their codes (R-CARD-4), or in words by a language that
is `spelled`. The player at a seat reads *you* for it: its name is `YOU`.
"""

from collections.abc import Sequence
from functools import singledispatch
from typing import Any, Final

from illimat_core import events as e
from illimat_core.cards import ACTOR, Seat
from illimat_core.editions import CURRENT
from illimat_core.messages import ENGLISH, YOU, Language, Message, Reader, capitalize

_SEATS: Final = ("seat", "dealer", "first", "asked_by", "owner", "to", "source")
"""The members of events that are seats."""

Names = Sequence[str | Reader]


def address(names: Names, seat: Seat | None) -> Names:
    """Return the names of the seats as a reader at `seat` is told them: `YOU` for their own."""
    return [YOU if number == seat else name for number, name in enumerate(names)]


def narrate(event: e.ShownEvent, names: Names, language: Language = ENGLISH) -> str | None:
    """Describe a redacted event in a sentence; return None if there is nothing to say.

    `names` are those of the seats. A sentence begins with a capital, even with that of a name.
    """
    message = describe(event, names)
    return capitalize(language.tell(message)) if message else None


@singledispatch
def describe(event: e.ShownEvent, names: Names) -> Message | None:
    """Return the message that describes a redacted event; None if there is nothing to say.

    Most messages take the members of their event as they are; the functions below make the others.
    """
    if message_key(event) not in ENGLISH.words:
        raise TypeError(f"No message for an event of type {type(event).__name__}.")
    return _message(event, names)


def message_key(event: e.ShownEvent, variant: str = "") -> str:
    key = f"event.{event.__struct_config__.tag}"
    return f"{key}.{variant}" if variant else key


def _message(event: e.ShownEvent, names: Names, variant: str = "", **more: Any) -> Message:
    """Return a message whose arguments are the event's members, with names for seats."""
    members = {name: getattr(event, name) for name in event.__struct_fields__}
    seats = {name: names[members[name]] for name in _SEATS if _is_seat(members.get(name), names)}
    return Message(message_key(event, variant), {**members, **seats, **more})


def _is_seat(value: object, names: Names) -> bool:
    return isinstance(value, int) and 0 <= value < len(names)


@describe.register
def _hand_dealt(event: e.RedactedHandDealt, names: Names) -> Message | None:
    return _message(event, names) if event.cards else None


@describe.register
def _card_sown(event: e.RedactedCardSown, names: Names) -> Message:
    return _message(event, names, "bonus" if event.bonus else "by" if event.by else "")


@describe.register
def _cards_harvested(event: e.CardsHarvested, names: Names) -> Message:
    fields = [event.field, *event.reach]
    return _message(event, names, "by" if event.by else "", fields=fields)


@describe.register
def _stockpile_made(event: e.RedactedStockpileMade, names: Names) -> Message:
    return _message(event, names, "by" if event.by else "")


@describe.register
def _cards_seen_by_some(
    event: e.RedactedHandDrawn
    | e.RedactedTuckedCardsTaken
    | e.RedactedChoiceMade
    | e.RedactedCardsReturned
    | e.RedactedHandDiscarded,
    names: Names,
) -> Message:
    return _message(event, names, "cards" if event.cards else "")


@describe.register
def _table_event(
    event: e.DecisionMissed | e.SeatLeft | e.SeatTaken | e.GameResumed,
    names: Names,
) -> Message:
    return _message(event, names, event.reason)


@describe.register
def _game_called_off(event: e.GameCalledOff, names: Names) -> Message:
    return _message(event, names, event.reason if event.seat is None else "never_decided_by")


@describe.register
def _win_offered(event: e.WinOffered, names: Names) -> Message:
    return _message(event, names, "" if event.unanswered == "win" else event.unanswered)


@describe.register
def _seat_forfeited(event: e.SeatForfeited, names: Names) -> Message:
    return _message(event, names, "never_decided" if event.reason == "never_decided" else "")


@describe.register
def _game_adjudicated(event: e.GameAdjudicated, names: Names) -> Message:
    first = [name for name, place in zip(names, event.places, strict=False) if place == 1]
    moderated = event.by == "moderators" and event.reason == "ruling"
    return _message(event, names, "moderated" if moderated else event.reason, first=first)


@describe.register
def _game_paused(event: e.GamePaused, names: Names) -> Message:
    return _message(event, names, event.reason, until=event.until[:16].replace("T", " "))


@describe.register
def _seat_handed_to_house(event: e.SeatHandedToHouse, names: Names) -> Message:
    return _message(event, names, number=event.seat)


@describe.register
def _okus_taken(event: e.OkusTaken, names: Names) -> Message:
    return _message(event, names, "" if event.source == "board" else "from")


@describe.register
def _luminary_discarded(event: e.LuminaryDiscarded, names: Names) -> Message:
    return _message(event, names, "unwinnable" if event.unwinnable else "")


@describe.register
def _luminary_revealed(event: e.LuminaryRevealed, names: Names) -> Message:
    return _message(event, names, "from_reserve" if event.from_reserve else "")


@describe.register
def _luminary_named(event: e.LuminaryNamed, names: Names) -> Message:
    by = "by_spectator" if event.seat is None else "by_chance"
    return _message(event, names, by, actor=ACTOR)


@describe.register
def _card_given(event: e.CardGiven, names: Names) -> Message:
    return _message(event, names, "" if event.card else "nothing")


@describe.register
def _card_stolen(event: e.RedactedCardStolen, names: Names) -> Message:
    return _message(event, names, "card" if event.card else "")


@describe.register
def _chosen_cards_sown(event: e.ChosenCardsSown, names: Names) -> Message:
    parts = [
        _message(event, names, "part", cards=cards, seat=names[seat])
        for seat, cards in event.sown
        if cards
    ]
    return _message(event, names, "" if parts else "nothing", parts=parts)


@describe.register
def _outage_credited(event: e.OutageCredited, names: Names) -> Message:
    minutes = max(1, event.lasted // 60)
    return _message(event, names, hours=f"{minutes // 60}", minutes=f"{minutes % 60:02}")


@describe.register
def _seats_moved(event: e.SeatsMoved, names: Names) -> Message:
    what = "scores" if event.scores else "hands"
    moves = [
        _message(event, names, what, seat=names[seat], other=names[other])
        for seat, other in event.takes
    ]
    return _message(event, names, moves=moves)


@describe.register
def _turn_passed(event: e.TurnPassed, names: Names) -> Message | None:
    skipped = [names[seat] for seat in event.skipped]
    return _message(event, names, skipped=skipped) if skipped else None


@describe.register
def _decision_opened(event: e.RedactedDecisionOpened, names: Names) -> Message | None:
    opening = CURRENT.decisions[event.kind].opening
    return Message(opening, {}) if opening else None


@describe.register
def _decision_answered(_: e.DecisionAnswered, __: Names) -> None:
    return None  # the events after it say what it leads to


@describe.register
def _fields_moved_on(event: e.FieldsMovedOn, names: Names) -> Message | None:
    return _message(event, names) if event.card else None


@describe.register
def _round_scored(event: e.RoundScored, names: Names) -> Message:
    titles = {
        "bumper_crop": event.bumper_crop,
        "sunkissed": event.sunkissed,
        "frostbit": event.frostbit,
    }
    won = [
        _message(event, names, title, seats=[names[seat] for seat in seats])
        for title, seats in titles.items()
        if seats
    ]
    points = [tally.points - tally.penalty for tally in event.tallies]
    scores = [
        _message(event, names, _change(gained), seat=name, points=gained, score=score)
        for name, gained, score in zip(names, points, event.scores, strict=True)
    ]
    return _message(event, names, parts=[_message(event, names, "points", seats=scores), *won])


def _change(points: int) -> str:
    return "changed" if points else "unchanged"


@describe.register
def _tiebreak_called(event: e.TiebreakCalled, names: Names) -> Message:
    return _message(event, names, seats=[names[seat] for seat in event.seats])


@describe.register
def _game_ended(event: e.GameEnded, names: Names) -> Message:
    winners = [names[seat] for seat in event.winners]
    variant = "several" if len(winners) > 1 else "one" if winners else "nobody"
    return _message(event, names, variant, winners=winners)
