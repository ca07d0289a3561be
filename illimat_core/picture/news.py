"""What has come onto the board: the cards and luminaries that a picture marks with a red corner."""

from collections.abc import Iterable

from illimat_core import events as e


def news_of(events: Iterable[e.ShownEvent]) -> frozenset[str]:
    """Return the cards that events laid on the board and the luminaries that they turned up.

    A viewer's own redacted events (`events.redact`) are enough, as all of this is public. A deal
    lays out a new board, on which nothing is news.
    """
    news: set[str] = set()
    for event in events:
        if isinstance(event, e.RedactedRoundDealt):
            news.clear()
        news.update(_brought(event))
    return frozenset(news)


def _brought(event: e.ShownEvent) -> Iterable[str]:
    match event:
        case (
            e.RedactedCardSown(card=one)
            | e.RedactedStockpileMade(card=one)
            | e.CardsExchanged(give=one)
            | e.LuminaryRevealed(luminary=one)
        ):
            return (one,)
        case (
            e.FieldSeeded(cards=several)
            | e.HiddenCardsTurnedUp(cards=several)
            | e.HandSown(cards=several)
            | e.RedactedCardsHidden(beneath=several)
        ):
            return several
        case e.ChosenCardsSown(sown=sown):
            return (card for _, cards in sown for card in cards)
        case _:
            return ()
