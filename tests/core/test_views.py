"""Visibility of every member: a new member fails until somebody has reviewed it."""

from collections.abc import Iterable

import msgspec
import pytest
from hypothesis import given

from illimat_core import Observation, State, fold, observe, redact
from illimat_core.decisions import Pending, Step
from illimat_core.events import ANY_EVENT, SECRETS, Event, HandDealt, HandDrawn, Tally
from illimat_core.options import Options
from illimat_core.state import Cleared, Field, Item, Player, SeenCard, Turn
from tests.support.playing import Json, in_json, new_game, play, states

# Members of events that all may see (RULES.md section 14). Cards and luminaries among them lie face
# up, were just played from a hand, or are shown by a rule; whatever else is marked in the event.
PUBLIC = {
    "GameStarted": "edition options commitments",
    "FirstDealerDrawn": "seat",
    "RoundDealt": "round dealer first summer fields okuses deck_count down kept reserve_count "
    "deck_root luminaries_root",
    "HandDealt": "seat count open",
    "CardSown": "seat card field by bonus hides",  # hides: how many, 0 or 1
    "CardsHarvested": "seat cards field value take taken reach by",
    "StockpileMade": "seat card field value take groups by",
    "HiddenCardsTurnedUp": "field cards",  # they lie face up now
    "IllimatTurned": "summer",
    "FieldCleared": "seat field",
    "HandDrawn": "seat count open",
    "OkusTaken": "seat okus source",
    "FieldSeeded": "field cards",
    "LuminaryDiscarded": "field luminary unwinnable",  # R-CLEAR-5: shown as it goes
    "LuminaryRevealed": "field luminary from_reserve",
    "LuminaryClaimed": "seat field luminary",
    "LuminaryNamed": "field luminary seat",
    "CardsExchanged": "seat give take field free",
    "CardsTucked": "field count",
    "TuckedCardsTaken": "seat field count",
    "CardsHidden": "field beneath count",  # beneath: the items, not what lies hidden there
    "CardGiven": "seat to card",  # R-LUM-RAKE: a private gift becomes public
    "CardStolen": "seat owner",
    "SeasonNamed": "seat season",
    "ChoiceMade": "seat",  # R-VIEW-2: not even how many
    "ChosenCardsSown": "field sown",
    "CardsReturned": "seat count",
    "DeckReshuffled": "count deck_root",
    "HandDiscarded": "seat count",
    "HandSown": "seat field cards",
    "OkusReturned": "seat okus",
    "SeatsMoved": "takes scores",
    "FieldsMovedOn": "field card",  # R-MODE-SOLO-FIELDS: turned up before it is discarded
    "TurnPassed": "seat skipped bonus",
    "PassiveShown": "seat asked_by card",  # R-STOCK-7
    "PlayerForfeited": "seat count",
    "SeatLeft": "seat reason",
    "SeatOpened": "seat days reason",
    "WinOffered": "seat days reason unanswered",
    "SeatTaken": "seat reason",
    "SeatHandedToHouse": "seat reason",
    "SeatForfeited": "seat reason",
    "DecisionMissed": "seat reason",
    "OutageCredited": "since lasted reason",
    "GamePaused": "until reason",
    "GameResumed": "reason",
    "GameCalledOff": "reason seat",
    "GameAdjudicated": "places reason by",
    "DecisionOpened": "kind awaiting at optional act cards",  # cards: exchanged before everybody
    "DecisionAnswered": "seat kind",
    "RoundScored": "round tallies scores bumper_crop sunkissed frostbit",
    "TiebreakCalled": "seats",  # R-END-1: the scores that all have seen are level
    "GameEnded": "winners reason",
}

# What the records are made of that states and events hold: what all may see, what not all may.
RECORDS: dict[type[msgspec.Struct], tuple[str, str]] = {
    State: (
        "options edition players version round dealer summer fields board turn pending stars_as "
        "was_audience unwinnable set_began tiebreak fields_next over winners round_points",
        "beneath deck reserve",  # as counts
    ),
    Player: (
        "harvested claimed okuses score gone harvested_in asked",
        "hand private passive chosen",  # as a count; where one knows of it; not; not
    ),
    Field: ("items face_up acts_as", "luminary"),  # "?" while face down
    Item: ("groups value", "hidden"),  # as a count
    SeenCard: ("", "card by"),
    Turn: ("seat played open used fresh cleared harvested_in bonus", ""),
    Cleared: ("field luminary", ""),  # only one that lay face up
    Pending: ("kind awaiting at optional act cards since", "resume"),
    Step: ("", "name at seat count"),
    Tally: ("cards summer winter fools luminaries okuses points penalty", ""),
    Options: (
        "players mode luminaries stars harvest full_harvest harsh_penalties freebooter no_repeats "
        "luminaries_persist tiebreak_round harmonic_convergence passive_card perfect_crime "
        "universe_reach audience target_score rounds",
        "",
    ),
}

VIEW = (
    "options dealer turn round summer okuses claimed scores astronomer harvested_last_turn "
    "forfeited fields_next audience_as audience_was over winner round_points hands fields draw "
    "luminaries children reserve harvested private decisions"
)
COUNTS = ("draw", "children", "reserve")


def members(kind: type[msgspec.Struct]) -> set[str]:
    return {field.name for field in msgspec.structs.fields(kind)}


MODES: list[Json] = [
    {"players": 1, "mode": "solitaire"},
    {"players": 1, "mode": "solo_fields"},
    {"players": 2, "luminaries": "all"},
    {"players": 4, "mode": "teams"},
]


@pytest.mark.parametrize("options", MODES, ids=lambda options: options.get("mode", "standard"))
def test_the_log_shows_a_hand_to_whom_the_board_shows_it(options: Json) -> None:
    state, told = None, 0
    for event in play(options, seed=5, most=120).events:
        state = fold([event], state)
        if state.over or not isinstance(event, HandDealt | HandDrawn):
            continue
        for viewer in (*range(options["players"]), None):
            shown = isinstance(observe(state, viewer).hands[event.seat], list)
            assert ("cards" in in_json(redact(event, viewer))) == shown
            told += shown
    assert told > 2


@pytest.mark.parametrize("kind", ANY_EVENT, ids=lambda kind: kind.__name__)
def test_every_member_of_an_event_is_secret_or_reviewed(kind: type[Event]) -> None:
    reviewed = set(PUBLIC[kind.__name__].split())
    assert members(kind) - set(SECRETS[kind]) == reviewed


@pytest.mark.parametrize("kind", RECORDS, ids=lambda kind: kind.__name__)
def test_every_member_of_a_record_is_reviewed(kind: type[msgspec.Struct]) -> None:
    public, hidden = (set(names.split()) for names in RECORDS[kind])
    assert public.isdisjoint(hidden)
    assert members(kind) == public | hidden


def test_every_record_that_a_state_or_an_event_holds_is_reviewed() -> None:
    found: set[type] = set()
    _collect([State, *ANY_EVENT], found)
    assert found - {*ANY_EVENT} == set(RECORDS)


def _collect(kinds: Iterable[object], found: set[type]) -> None:
    """Add all records within types to `found`, at any depth."""
    for kind in kinds:
        if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
            if kind not in found:
                found.add(kind)
                _collect((field.type for field in msgspec.structs.fields(kind)), found)
        else:
            _collect(getattr(kind, "__args__", ()), found)


def test_an_event_that_names_its_viewers_has_something_for_them() -> None:
    idle = [kind.__name__ for kind in ANY_EVENT if kind.shown_to and not SECRETS[kind]]
    assert idle == []


@given(states())
def test_a_view_has_the_reviewed_members_and_no_other(state: State) -> None:
    for viewer in (*state.seats, None):
        view = in_json(observe(state, viewer))
        assert sorted(view) == sorted(VIEW.split())
        assert all(type(view[name]) is int for name in COUNTS)
        check_hands(state, viewer, view)


@pytest.mark.parametrize(
    "options", [{"mode": "standard"}, {"mode": "solitaire"}, {"mode": "solo_fields"}]
)
def test_from_the_first_event_on_a_view_has_the_described_types(options: Json) -> None:
    events = new_game(options, b"types").events
    for version in range(1, len(events) + 1):
        view = msgspec.json.encode(observe(fold(events[:version]), None))
        msgspec.json.decode(view, type=Observation)


def check_hands(state: State, viewer: int | None, view: Json) -> None:
    for seat, hand in view["hands"].items():
        assert isinstance(hand, list if int(seat) == viewer else int)
    assert [list(entry) for entry in view["decisions"]] == [["seat", "kind", "prompt"]] * len(
        state.awaited
    )
