"""Cards, seats, fields and the seasons' wheel."""

import pytest

from illimat_core.cards import (
    DECK,
    FACES,
    FIELDS,
    FOOLS,
    SEASONS,
    VALUES,
    Card,
    FieldId,
    Season,
    clockwise,
    in_deck_order,
    opposite,
    own_field,
    season_at,
    summer_when,
)


def test_the_deck_is_thirteen_ranks_in_five_suits() -> None:
    assert len(DECK) == len(set(DECK)) == 65
    assert " ".join(DECK[:13]) == "FSp 2Sp 3Sp 4Sp 5Sp 6Sp 7Sp 8Sp 9Sp 10Sp NSp QSp KSp"
    assert [DECK[place] for place in (13, 26, 39, 52, 64)] == ["FSu", "FAu", "FWi", "FSt", "KSt"]


@pytest.mark.parametrize(
    ("card", "values"),
    [
        ("FSt", (1, 14)),
        ("2Sp", (2,)),
        ("9Wi", (9,)),
        ("10Au", (10,)),
        ("NSu", (11,)),
        ("QSp", (12,)),
        ("KSt", (13,)),
    ],
)
def test_a_card_counts_what_it_shows_and_a_fool_1_or_14(card: str, values: tuple[int]) -> None:
    assert VALUES[Card(card)] == values


def test_fools_knights_queens_and_kings_are_face_cards() -> None:
    assert {card[0] for card in FACES} == set("FNQK")
    assert len(FACES) == 20
    assert len(FOOLS) == 5


def test_cards_are_ordered_suit_by_suit() -> None:
    mixed = [Card(code) for code in ("2St", "KWi", "FAu", "10Su", "9Su", "KSp")]
    assert in_deck_order(mixed) == ("KSp", "9Su", "10Su", "FAu", "KWi", "2St")


@pytest.mark.parametrize("summer", FIELDS)
def test_the_seasons_run_clockwise_from_summer(summer: FieldId) -> None:
    found = [season_at(at, summer) for at in clockwise(summer)]
    assert found == ["Summer", "Spring", "Winter", "Autumn"]
    assert season_at(opposite(summer), summer) == "Winter"


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("season", SEASONS)
def test_the_illimat_turns_so_that_a_field_gets_a_season(field: FieldId, season: Season) -> None:
    assert season_at(field, summer_when(field, season)) == season


def test_fields_lie_opposite_across_the_board() -> None:
    assert [opposite(at) for at in FIELDS] == ["NE", "SE", "SW", "NW"]


@pytest.mark.parametrize(
    ("seats", "own"),
    [
        (1, ["SW"]),
        (2, ["SW", "NE"]),
        (3, ["SW", "NW", "NE"]),
        (4, ["SW", "NW", "NE", "SE"]),
    ],
)
def test_a_seat_has_the_field_at_its_near_left(seats: int, own: list[str]) -> None:
    assert [own_field(seat, seats) for seat in range(seats)] == own
