"""The Rake: once a turn one more card must be sown into his field (R-LUM-RAKE).

The main play comes first in right: with one card in hand he is waived, and so he is once his field
was cleared. On his claim every opponent gives a Summer card.
"""

from collections.abc import Iterator

from illimat_core.actions import RakeSow, Sow
from illimat_core.cards import FOOLS, ORDER, SUIT, Card, FieldId, Seat
from illimat_core.errors import RuleError
from illimat_core.events import CardGiven
from illimat_core.menu_entries import RakeSowTemplate, SeasonToName
from illimat_core.messages import english
from illimat_core.rules.hooks import Draft, FreeAction, LuminaryRules, MenuOffers, Outcome, Tabletop
from illimat_core.rules.payments import single_cards
from illimat_core.rules.plays import PlayOutcome, perform, summer_after
from illimat_core.rules.scoring import is_of
from illimat_core.rules.seasons import seasons_to_name, turning_cards

english(
    {
        "rake.name": "the Rake",
        "rake.short": "Each turn you must also sow a card here.",
        "rake.in_play": (
            "Once a turn, if you have a card left for it, you must also sow a card into his "
            "field, whatever the season."
        ),
        "rake.on_claim": (
            "Each opponent gives you a Summer card of their harvest pile if they have one."
        ),
        "rake.waived": "The Rake asks for no card this turn.",
        "rake.owed": "You still owe the Rake a card. Sow one into {field} first.",
    }
)


def a_hand_card(table: Tabletop, at: FieldId, seat: Seat) -> bool:
    state = table.state
    cleared = any(cleared.field == at for cleared in state.turn.cleared)
    return not cleared and len(state.players[seat].hand) > (0 if state.turn.played else 1)


def sow_one_more_card(table: Tabletop, at: FieldId, seat: Seat, action: RakeSow) -> Outcome:
    if not a_hand_card(table, at, seat):
        raise RuleError("R-LUM-RAKE", "rake.waived")
    play = Sow(card=action.card, field=at, season=action.season)
    plan = PlayOutcome((), 0, summer_after(table, play))
    return lambda draft: perform(draft, seat, play, plan, "rake")


def sows_into_his_field(table: Tabletop, at: FieldId, seat: Seat) -> Iterator[RakeSow]:
    if not a_hand_card(table, at, seat):
        return
    for card in single_cards(table, seat):
        setters = turning_cards(table, at, (card,))
        for season in seasons_to_name(table, setters[0] if setters else None):
            yield RakeSow(card=card, season=season)


def sows_in_a_menu(offers: MenuOffers, at: FieldId) -> Iterator[RakeSowTemplate]:
    cards = single_cards(offers.table, offers.seat)
    seasons: tuple[SeasonToName, ...] = (None, "free")
    for season in seasons:
        fitting = [card for card in cards if offers.season_of_one(at, card) == season]
        if fitting:
            yield RakeSowTemplate(at=at, card=fitting, season=season)


def each_opponent_gives_you_a_summer_card(draft: Draft, _: FieldId) -> None:
    you = draft.state.turn.seat
    for giver in draft.opponents(you):
        card = summer_card(draft, giver)
        # Whether private cards hold a Summer card must not show in what a preview ends with.
        if card or draft.state.players[giver].private:
            draft.emit(CardGiven(seat=giver, to=you, card=card))


def summer_card(table: Tabletop, giver: Seat) -> Card | None:
    """Return the card that a giver gives: the Summer suit before Stars, a Fool last."""
    pile = table.state.players[giver].harvested
    cards = [card for card in pile if is_of(table, card, "Summer")]
    return min(cards, key=lambda c: (c in FOOLS, SUIT[c] == "St", ORDER[c]), default=None)


RULES = LuminaryRules(
    luminary="rake",
    emblem=(
        "M0 14V-6M0-6-7-10M0-6 7-10M-12-10H12M-12-10V-3M-7.2-10V-3.6M-2.4-10V-5M2.4-10V-5"
        "M7.2-10V-3.6M12-10V-3"
    ),
    free=FreeAction(
        action=RakeSow,
        card=lambda action: action.card,
        owed="rake.owed",
        open=a_hand_card,
        check=sow_one_more_card,
        options=sows_into_his_field,
        entries=sows_in_a_menu,
    ),
    on_claim=each_opponent_gives_you_a_summer_card,
)
