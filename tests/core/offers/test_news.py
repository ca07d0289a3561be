"""News: every type of event that reveals a card or luminary must count as news."""

from collections.abc import Iterator
from types import NoneType
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

import msgspec
import pytest

from illimat_core import Event, RuleError, SeededSource, State, batch, load, preview
from illimat_core.cards import Card, FieldId, Luminary, Season
from illimat_core.console.session import load_session
from illimat_core.decisions import Kind, Step
from illimat_core.events import (
    ANY_EVENT,
    PUBLIC_NAME,
    CardGiven,
    CardsHarvested,
    CardSown,
    CardsReturned,
    HandSown,
    LuminaryRevealed,
    SeatsMoved,
    Tally,
    members_marked,
    redact,
)
from illimat_core.offers.news import Asker, _shown, announce
from illimat_core.options import Options
from tests.support.playing import Json, cards_in, in_json

A_CARD, A_LUMINARY = "KSt", "saint_joan"
SAMPLES: dict[Any, Any] = {
    Card: A_CARD, Luminary: A_LUMINARY, int: 0, str: "text", bool: False, FieldId: "SW",
    Season: "Winter", Kind: "audience", NoneType: None,
    Options: msgspec.to_builtins(Options()), Tally: [0] * 8, Step: {"name": "text"},
}  # fmt: skip
"""A value of every kind that a member of an event can have; a new kind must be thought about."""


def sample(hint: Any) -> Any:
    """Return a JSON value for a member, with cards and luminaries wherever the type allows."""
    if get_origin(hint) is Annotated:
        return sample(get_args(hint)[0])
    if get_origin(hint) is Literal and hint not in SAMPLES:
        return get_args(hint)[0]
    if hint in SAMPLES:
        value = SAMPLES[hint]
        return msgspec.to_builtins(Tally(*value)) if hint is Tally else value
    parts = [part for part in get_args(hint) if part not in (NoneType, ...)]
    if get_origin(hint) is tuple:
        return [sample(part) for part in parts]
    return sample(parts[0])


def event_of(kind: type[Event]) -> Event:
    """Return an event of a type that shows cards and luminaries wherever it can."""
    hints = get_type_hints(kind, include_extras=True)
    members = {name: sample(hints[name]) for name in kind.__struct_fields__}
    return msgspec.convert(members | {"type": kind.__name__}, kind)


def luminaries_in(told: Any, *but: str) -> Iterator[str]:
    """Yield every luminary in the members of an event, except the given members."""
    for name, each in told.items():
        if name not in but and A_LUMINARY in (each if isinstance(each, list | tuple) else [each]):
            yield A_LUMINARY


@pytest.mark.parametrize("kind", ANY_EVENT)
def test_all_that_an_event_shows_is_compared_with_what_was_seen(kind: type[Event]) -> None:
    event = event_of(kind)
    told = in_json(redact(event, None))
    named = members_marked(kind, PUBLIC_NAME)
    assert _shown(event, None) == {*cards_in(told), *luminaries_in(told, *named)}


def a_game() -> State:
    return load(
        {
            "hands": {"0": ["5Wi", "9Wi"], "1": ["KAu"]},
            "fields": {"SW": ["5Su", "3Au"]},
            "luminaries": {"SW": "maiden", "NW": "(river)"},
            "draw": ["2Sp"],
        }
    )


def test_public_events_are_not_reported_as_news() -> None:
    sown = CardSown(seat=0, card=Card("9Wi"), field="NW")
    taken = tuple(map(Card, ["5Su"]))
    harvested = CardsHarvested(
        seat=0, cards=(Card("5Wi"),), field="SW", value=5, take=taken, taken=taken
    )
    asker = Asker(a_game(), 0)
    assert not asker.learns_from(sown)
    assert not asker.learns_from(harvested)


def test_a_card_of_anothers_hand_is_news_to_all_but_its_holder() -> None:
    sown = HandSown(seat=1, field="NW", cards=(Card("KAu"),))
    assert [Asker(a_game(), seat).learns_from(sown) for seat in (0, 1, None)] == [
        True,
        False,
        True,
    ]


def test_a_luminary_is_news_though_the_options_name_it() -> None:
    revealed = LuminaryRevealed(field="NW", luminary="river")
    assert Asker(a_game(), 0).learns_from(revealed)


def test_a_hand_that_is_taken_over_is_news_though_the_event_shows_no_card() -> None:
    moved = SeatsMoved(takes=((0, 1), (1, 0)), scores=True)
    assert [Asker(a_game(), seat).learns_from(moved) for seat in (0, 1, None)] == [
        True,
        True,
        False,
    ]


def test_a_gift_out_of_a_pile_with_private_cards_is_never_told_beforehand() -> None:
    given = CardGiven(seat=1, to=0, card=Card("5Su"))  # which lies open; a lower one may not
    assert Asker(a_game(), 0).learns_from(given)
    assert in_json(announce(given)) == {"type": "CardGiven", "seat": 1}


def test_how_many_cards_others_have_chosen_is_not_counted() -> None:
    returned = CardsReturned(seat=1, count=2, cards=(Card("KAu"), Card("QAu")))
    assert in_json(announce(returned)) == {"type": "CardsReturned", "seat": 1}


@pytest.mark.parametrize("guess", ["river", "rake"])
def test_a_batch_is_no_free_guess_at_a_luminary(guess: str) -> None:
    state = load(
        {
            "hands": {"0": ["5Wi", "9Wi"], "1": ["KAu"]},
            "fields": {"SW": ["5Su"]},
            "luminaries": {"NW": "(river)"},
            "draw": [],
        }
    )
    harvest = {"type": "harvest", "card": "5Wi", "field": "SW", "take": ["5Su"]}
    assert in_json(preview(state, 0, harvest)[-1]) == {"type": "LuminaryDiscarded", "field": "NW"}
    with pytest.raises(RuleError, match="A batch ends") as refusal:
        batch(state, 0, [harvest, {"type": "name_luminary", "luminary": guess}], SeededSource(b""))
    assert refusal.value.index == 1


@pytest.mark.parametrize("across", ["butchers", "river"])
def test_naming_a_luminary_tells_nothing_of_where_it_lies(across: str) -> None:
    given: Json = {
        "options": {"audience": "spectator", "luminaries": "all", "stars": "always"},
        "hands": {"0": ["5Wi"], "1": ["KAu"]},
        "fields": {"SW": ["5Su"]},
        "luminaries": {"SW": "(audience)", "NE": f"({across})"},
        "draw": ["2Sp", "3Sp", "4Sp", "6Sp", "7Sp", "8Sp", "9Sp"],
    }
    given["luminaries"]["NW"] = "(river)" if across == "butchers" else "(butchers)"
    harvest = {"type": "harvest", "card": "5Wi", "field": "SW", "take": ["5Su"]}
    session, _ = load_session(given).apply(0, harvest)
    assert session.state.awaited == (None,)
    told = preview(session.state, None, {"type": "name_luminary", "luminary": "butchers"})
    assert in_json(told[-1]) == {"type": "LuminaryDiscarded", "field": "NE"}
