"""A redacted event as a sentence for people.

It takes what somebody may see of an event (`events.redact`) and nothing else, so it cannot tell
more than that. Cards are written by their codes (R-CARD-4).
"""

from collections.abc import Callable, Sequence
from typing import Any, Final

from illimat_core.cards import ACTOR, ORDER
from illimat_core.editions import CURRENT, known_as
from illimat_core.text import Members, capital, card_name, count, enumerate_words, luminary_name


def narrate(event: Members, names: Sequence[str]) -> str | None:
    """Tell a redacted event in a sentence; None where there is nothing to tell.

    `names` are those of the seats.
    """
    tell = _SENTENCES.get(event["type"])
    return tell(event, names) if tell else None


def in_words(event: Members) -> Members:
    """The same event with its cards in words, for readers of whole sentences."""
    return {name: _in_words(value) for name, value in event.items()}


def _in_words(value: Any) -> Any:
    if isinstance(value, str):
        return f"the {card_name(value)}" if value in ORDER else value
    if isinstance(value, list | tuple):
        return [_in_words(part) for part in value]
    return value


def _round_dealt(event: Members, names: Sequence[str]) -> str:
    dealer, first = names[event["dealer"]], names[event["first"]]
    return f"Round {event['round']} is dealt by {dealer}; {first} begins."


def _hand_dealt(event: Members, names: Sequence[str]) -> str | None:
    cards = event.get("cards")
    return f"{names[event['seat']]} is dealt {_row(cards)}." if cards else None


def _card_sown(event: Members, names: Sequence[str]) -> str:
    bonus = " and may draw a card beyond four" if event.get("bonus") else ""
    return f"{names[event['seat']]} sows {event['card']} in {event['field']}{_by(event)}{bonus}."


def _cards_harvested(event: Members, names: Sequence[str]) -> str:
    fields = enumerate_words([event["field"], *event.get("reach", ())])
    taken, played = enumerate_words(event["taken"]), enumerate_words(event["cards"])
    return f"{names[event['seat']]} harvests {taken} in {fields} with {played}{_by(event)}."


def _stockpile_made(event: Members, names: Sequence[str]) -> str:
    groups = " | ".join(" + ".join(group) for group in event["groups"])
    made = f"stockpiles {groups} for {event['value']} in {event['field']}{_by(event)}"
    return f"{names[event['seat']]} {made}, playing {event['card']}."


def _by(event: Members) -> str:
    return f" by leave of {luminary_name(event['by'])}" if event.get("by") else ""


def _hand_drawn(event: Members, names: Sequence[str]) -> str:
    cards = event.get("cards")
    drawn = _row(cards) if cards else count(event["count"], "card")
    return f"{names[event['seat']]} draws {drawn}."


def _okus_taken(event: Members, names: Sequence[str]) -> str:
    source = event.get("source", "board")
    owner = "" if source == "board" else f" from {names[source]}"
    return f"{names[event['seat']]} takes an okus{owner}."


def _turn_passed(event: Members, names: Sequence[str]) -> str | None:
    skipped = [names[seat] for seat in event.get("skipped", ())]
    verb = "has" if len(skipped) == 1 else "have"
    return f"{enumerate_words(skipped)} {verb} no card to play." if skipped else None


def _passive_shown(event: Members, names: Sequence[str]) -> str:
    asker = names[event["asked_by"]]
    return f"Asked by {asker}, {names[event['seat']]} shows {event['card']}."


def _tiebreak_called(event: Members, names: Sequence[str]) -> str:
    level = enumerate_words([names[seat] for seat in event["seats"]])
    return f"{level} share the lead: another round is played."


def _round_scored(event: Members, names: Sequence[str]) -> str:
    titles = {
        title: [names[seat] for seat in event.get(member, ())]
        for title, member in (
            ("Bumper Crop", "bumper_crop"),
            ("Sunkissed", "sunkissed"),
            ("Frostbit", "frostbit"),
        )
    }
    won = [f"{title} {enumerate_words(seats)}" for title, seats in titles.items() if seats]
    points = [
        f"{name} {tally['points'] - tally.get('penalty', 0):+d} to {score}"
        for name, tally, score in zip(names, event["tallies"], event["scores"], strict=True)
    ]
    return f"Round {event['round']} is scored: {'; '.join([', '.join(points), *won])}."


def _game_ended(event: Members, names: Sequence[str]) -> str:
    winners = [names[seat] for seat in event["winners"]]
    if not winners:
        return "The game is over; nobody wins."
    verb = "wins" if len(winners) == 1 else "share the win"
    return f"The game is over; {enumerate_words(winners)} {verb}."


def _luminary_discarded(event: Members, names: Sequence[str]) -> str:
    what = f"{luminary_name(event['luminary'])} {_is(event['luminary'])}"
    lost = ": this game cannot be won any more" if event.get("unwinnable") else ""
    return f"In {event['field']} {what} discarded{lost}."


def _luminary_revealed(event: Members, names: Sequence[str]) -> str:
    source = " from the reserve" if event.get("from_reserve") else ""
    what = f"{luminary_name(event['luminary'])} {_is(event['luminary'])}"
    return f"{capital(what)} turned up in {event['field']}{source}."


def _luminary_named(event: Members, names: Sequence[str]) -> str:
    by = "A spectator" if event["seat"] is None else "Chance"
    acts = f"{known_as(ACTOR).name} in {event['field']} acts as it"
    return f"{by} names {luminary_name(event['luminary'])}: {acts}."


def _decision_opened(event: Members, names: Sequence[str]) -> str | None:
    return CURRENT.decisions[event["kind"]].opening or None


def _cards_exchanged(event: Members, names: Sequence[str]) -> str:
    given = f"exchanges {event['give']} for {event['take']} in {event['field']}"
    return f"{names[event['seat']]} {given}."


def _cards_hidden(event: Members, names: Sequence[str]) -> str:
    cover = enumerate_words(event["beneath"])
    return f"{count(event['count'], 'card')} lie hidden in {event['field']} beneath {cover}."


def _card_stolen(event: Members, names: Sequence[str]) -> str:
    card = event.get("card") or "a card"
    return f"{names[event['seat']]} takes {card} from {names[event['owner']]}'s hand."


def _choice_made(event: Members, names: Sequence[str]) -> str:
    return f"{names[event['seat']]} has chosen{_shown(event)}."


def _chosen_cards_sown(event: Members, names: Sequence[str]) -> str:
    sown = [f"{_row(cards)} of {names[seat]}" for seat, cards in event["sown"] if cards]
    what = enumerate_words(sown) if sown else "Nothing"
    verb = "are" if sum(len(cards) for _, cards in event["sown"]) > 1 else "is"
    return f"{what} {verb} sown in {event['field']}."


def _tucked_cards_taken(event: Members, names: Sequence[str]) -> str:
    cards = count(event["count"], "card")
    return f"{names[event['seat']]} harvests {cards} from beneath {event['field']}{_shown(event)}."


def _cards_returned(event: Members, names: Sequence[str]) -> str:
    cards = count(event["count"], "card")
    return f"{names[event['seat']]} puts {cards} back into the draw pile{_shown(event)}."


def _hand_discarded(event: Members, names: Sequence[str]) -> str:
    return f"{names[event['seat']]} discards {count(event['count'], 'card')}{_shown(event)}."


def _seats_moved(event: Members, names: Sequence[str]) -> str:
    what = "hand and score" if event["scores"] else "the hand"
    moved = [f"{names[seat]} has {what} of {names[other]}" for seat, other in event["takes"]]
    return f"Harmonic Convergence: {enumerate_words(moved)}."


def _row(cards: Sequence[str]) -> str:
    """Cards one after the other: codes as they stand on the board, words with commas."""
    return (", " if any(" " in card for card in cards) else " ").join(cards)


def _shown(event: Members) -> str:
    """What the viewer sees of cards that others do not."""
    return f": {_row(event['cards'])}" if event.get("cards") else ""


def _is(luminary: str) -> str:
    return "are" if known_as(luminary).plural else "is"


_SENTENCES: Final[dict[str, Callable[[Members, Sequence[str]], str | None]]] = {
    "GameStarted": lambda event, names: "The game begins.",
    "FirstDealerDrawn": lambda event, names: f"{names[event['seat']]} is drawn as first dealer.",
    "RoundDealt": _round_dealt,
    "HandDealt": _hand_dealt,
    "CardSown": _card_sown,
    "CardsHarvested": _cards_harvested,
    "StockpileMade": _stockpile_made,
    "HiddenCardsTurnedUp": lambda event, names: (
        f"Hidden cards come up in {event['field']}: {enumerate_words(event['cards'])}."
    ),
    "IllimatTurned": lambda event, names: f"The Illimat turns: Summer is in {event['summer']}.",
    "FieldCleared": lambda event, names: f"{names[event['seat']]} clears {event['field']}.",
    "HandDrawn": _hand_drawn,
    "OkusTaken": _okus_taken,
    "FieldSeeded": lambda event, names: (
        f"{event['field']} is seeded with {enumerate_words(event['cards'])}."
    ),
    "LuminaryDiscarded": _luminary_discarded,
    "LuminaryRevealed": _luminary_revealed,
    "LuminaryClaimed": lambda event, names: (
        f"{names[event['seat']]} claims {luminary_name(event['luminary'])}."
    ),
    "LuminaryNamed": _luminary_named,
    "CardsExchanged": _cards_exchanged,
    "CardsTucked": lambda event, names: (
        f"{count(event['count'], 'card')} from the draw pile lie beneath {event['field']}."
    ),
    "TuckedCardsTaken": _tucked_cards_taken,
    "CardsHidden": _cards_hidden,
    "CardGiven": lambda event, names: (
        f"{names[event['seat']]} gives {event['card'] or 'nothing'} to {names[event['to']]}."
    ),
    "CardStolen": _card_stolen,
    "SeasonNamed": lambda event, names: (
        f"{names[event['seat']]} names {event['season']}: the Stars are of it from now on."
    ),
    "ChoiceMade": _choice_made,
    "ChosenCardsSown": _chosen_cards_sown,
    "CardsReturned": _cards_returned,
    "DeckReshuffled": lambda event, names: (
        f"The draw pile is shuffled: {count(event['count'], 'card')}."
    ),
    "HandDiscarded": _hand_discarded,
    "HandSown": lambda event, names: (
        f"{names[event['seat']]} sows {enumerate_words(event['cards'])} in {event['field']}."
    ),
    "OkusReturned": lambda event, names: f"{names[event['seat']]} puts an okus back.",
    "SeatsMoved": _seats_moved,
    "TurnPassed": _turn_passed,
    "PassiveShown": _passive_shown,
    "PlayerForfeited": lambda event, names: f"{names[event['seat']]} leaves the game.",
    "DecisionOpened": _decision_opened,
    "FieldsMovedOn": lambda event, names: (
        f"{event['card']} goes out of play." if event.get("card") else None
    ),
    "DecisionAnswered": lambda event, names: None,
    "RoundScored": _round_scored,
    "TiebreakCalled": _tiebreak_called,
    "GameEnded": _game_ended,
}
