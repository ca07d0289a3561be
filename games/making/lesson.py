"""The lesson of the first game: its deal, and step by step what is taught, said and offered.

The deal is the same for everybody. A step that teaches one thing offers only that; where a step
offers everything, the lesson goes on from wherever that leads (`games.making.guided_game`).
"""

from typing import TYPE_CHECKING, Final, Literal, NamedTuple, get_args

from django.utils.translation import gettext_lazy

from illimat_core.cards import DECK, SUIT, Card

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

Topic = Literal["sow", "harvest", "clearing", "stockpile", "seasons"]
TOPICS: Final[tuple[Topic, ...]] = get_args(Topic)

OPTIONS: Final = {"mode": "beginner", "players": 2}
LEVEL: Final = "beginner"
"""The level of the house player."""
PUPIL: Final = 0
"""The visitor's seat."""
HOUSE: Final = 1
DEALER: Final = HOUSE


class LessonStep(NamedTuple):
    """A turn of the visitor's.

    `teaches` is what its play shows; empty where the visitor practises. `offers` are the actions to
    choose from, in shorthand; none stands for all that are legal.
    """

    teaches: Topic | None
    title: "StrOrPromise"
    text: "StrOrPromise"
    offers: tuple[str, ...] = ()


STEPS: Final = (
    LessonStep(
        "sow",
        gettext_lazy("Sow"),
        gettext_lazy(
            "You begin. In your turn you play one card into one field. The "
            "simplest way is to sow: you lay a card down, and there it stays. Sow your 2 of Autumn "
            "in SE. With the 8 that lies there it makes 10, and you hold a 10."
        ),
        ("sow 2Au SE",),
    ),
    LessonStep(
        "harvest",
        gettext_lazy("Harvest"),
        gettext_lazy(
            "A card harvests cards of its field that add up to exactly its value. In NE lie a 5 "
            "and a 4: your 9 takes them both."
        ),
        ("harvest 9Sp NE 5Su 4Wi",),
    ),
    LessonStep(
        "clearing",
        gettext_lazy("Clear a field"),
        gettext_lazy(
            "A card can take several groups at once. In SE your 10 takes one 10, the other 10, and "
            "the 8 with your 2. Then nothing is left there: you clear the field. For that you get "
            "an okus, which is worth a point, and three new cards are dealt into the field."
        ),
        ("harvest 10Su SE 8Sp 2Au 10Au 10Wi",),
    ),
    LessonStep(
        "stockpile",
        gettext_lazy("Make a stockpile"),
        gettext_lazy(
            "A stockpile combines cards, to be harvested later as if they were one. You must hold "
            "a card that can harvest it: your 3 and the 6 in SW make 9, and you hold a 9. But a "
            "pile belongs to nobody. With a 9, Wren could take it before you."
        ),
        ("stockpile 3Sp SW 9 6Au",),
    ),
    LessonStep(
        "seasons",
        gettext_lazy("Turn the seasons"),
        gettext_lazy(
            "Each field has a season. In Winter nothing is harvested, in Spring nothing is "
            "stockpiled, in Autumn nothing is sown; in Summer everything is allowed. SW is in "
            "Winter, so your pile is stuck. But face cards turn the Illimat: when you sow your "
            "Knight of Summer in SW, the field gets his season."
        ),
        ("sow NSu SW",),
    ),
    LessonStep(
        None,
        gettext_lazy("Bring the stockpile in"),
        gettext_lazy(
            "It is Summer in SW now, and Wren had no 9. Your 9 takes the pile with all its cards."
        ),
        ("harvest 9Au SW 3Sp",),
    ),
    LessonStep(
        None,
        gettext_lazy("Now you choose"),
        gettext_lazy(
            "From here on you choose. Look for sums first. If you find none, sow a card where it "
            "helps Wren least."
        ),
    ),
    LessonStep(
        None,
        gettext_lazy("What counts"),
        gettext_lazy(
            "A round goes on until all cards are played. Most cards harvested are worth 4 points, "
            "most Summer cards 2; most Winter cards cost 2. Each Fool and each okus is worth 1. So "
            "take much, take Summer, and leave Winter lying. Choose your next play."
        ),
    ),
    LessonStep(
        None,
        gettext_lazy("One more turn"),
        gettext_lazy(
            "Everybody sees what lies in the fields; only you see your hand. Before you play, look "
            "at what you leave for Wren. Choose once more."
        ),
    ),
)
"""The lesson, which is over after these turns of the visitor's."""

_FIELDS: Final = (
    ("5Su", "10Wi", "6Au", "7Wi"),  # NE, SE, SW, NW: clockwise from the dealer's own field
    ("4Wi", "10Au", "KAu", "3Su"),
    ("QWi", "8Sp", "QSp", "KSu"),
)
_HANDS: Final = ("2Au", "7Su", "9Sp", "6Sp", "10Su", "3Wi", "7Sp")  # in turn, beginning with PUPIL
_DRAWN: Final = (
    *("3Sp", "NSu", "6Wi"),  # the first turn, when the visitor had three cards
    *("9Au", "7Au"),
    *("5Sp", "2Su", "6Su", "KWi", "4Sp"),  # with the three cards that the cleared field gets
    *("8Su", "3Au"),
    *("8Wi", "2Sp"),
    *("NAu", "FSu"),
    *("5Au", "9Su", "4Au", "QSu", "KSp", "2Wi", "10Sp", "4Su", "NWi"),
)


def _dealt() -> tuple[Card, ...]:
    chosen = dict.fromkeys([*(card for row in _FIELDS for card in row), *_HANDS, *_DRAWN])
    rest = (card for card in DECK if SUIT[card] != "St" and card not in chosen)
    return (*(Card(card) for card in chosen), *rest)


ORDER: Final = _dealt()
"""The deck in the order in which it is dealt; cards that the lesson does not need come last."""
