"""The fields of the form for a new table."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from django.utils.translation import gettext, gettext_lazy, pgettext_lazy

from games.clocks.controls import KINDS
from games.clocks.leavers import MOST_EXCUSES
from games.models import Game
from games.time_words import FURTHER
from illimat_core.modes import DEFAULT_MODE, MODES
from illimat_core.options import MAX_NUMBER, MAX_ROUNDS, Options
from notifications.terms import RULES
from web import table_offers as offers
from web.table_offers import Offer

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

Kind = Literal["one", "of", "many", "yes", "number", "words"]
"""What is filled in; `one` is chosen among all that are shown, `of` from a list that opens."""
HOUSE: Final = ("house1", "house2", "house3")
USUAL: Final = Options()


@dataclass(frozen=True)
class Field:
    """A field of the form. `paths` are the members of the API's request that it is for."""

    name: str
    label: "StrOrPromise"
    paths: tuple[str, ...]
    kind: Kind = "one"
    about: "StrOrPromise" = ""
    offers: Callable[[], Iterable[Offer]] = tuple
    default: str = ""
    least: int = 0
    most: int = MAX_NUMBER


class Group(NamedTuple):
    """Fields under a heading; `folded` groups are opened by those who want them."""

    title: "StrOrPromise"
    fields: Sequence[Field]
    folded: bool = False


def _house() -> list[Offer]:
    return [Offer("", gettext("A person")), *offers.levels()]


def _seats() -> list[Offer]:
    numbers = [Offer(str(seat), str(seat)) for seat in range(max(MODES["teams"].players))]
    return [Offer("", gettext("Any")), *numbers]


def _rule(name: str) -> Field:
    """Return the field of a rule that a table may change."""
    values = {value: words for (option, value), words in RULES.items() if option == name}
    path, usual = (f"options/{name}",), str(getattr(USUAL, name))
    if len(values) == 1:
        (words,) = values.values()
        return Field(name, words, path, "yes")
    label = gettext_lazy("Harmonic Convergence")
    chosen = [Offer(str(value), words) for value, words in values.items()]
    as_printed = Offer(usual, gettext_lazy("As in the rules"))
    return Field(name, label, path, offers=lambda: [as_printed, *chosen], default=usual)


OWN_TIME: Final = Group(
    gettext_lazy("Another time"),
    [
        Field(
            "clock_kind",
            gettext_lazy("How time is counted"),
            ("clock/kind",),
            offers=lambda: offers.CLOCK_KINDS,
            default="per_decision",
        ),
        Field(
            "clock_time",
            gettext_lazy("Hours"),
            tuple(dict.fromkeys(f"clock/{kind.__struct_fields__[0]}" for kind in KINDS.values())),
            "number",
            gettext_lazy("72 hours are three days."),
            most=366 * 24,
        ),
        *(
            Field(f"clock_{name}", label, (f"clock/{name}",), "number", most=366 * 24)
            for name, label in FURTHER.items()
        ),
    ],
    folded=True,
)
"""A time control that is no preset."""
OWN_LUMINARIES: Final = Group(
    gettext_lazy("Your own choice of luminaries"),
    [
        Field(
            "luminary",
            gettext_lazy("Luminaries"),
            (),
            "many",
            gettext_lazy("Four at least. They count if you choose “Your own choice” above."),
            offers=offers.luminaries,
        )
    ],
    folded=True,
)
"""Luminaries that are no set."""
GROUPS: Final = (
    Group(
        gettext_lazy("How much time"),
        [Field("clock", gettext_lazy("Time"), ("clock",), offers=offers.clocks)],
    ),
    OWN_TIME,
    Group(
        gettext_lazy("Which game"),
        [
            Field(
                "mode",
                gettext_lazy("Game"),
                ("options/mode", "options"),
                offers=offers.modes,
                default=DEFAULT_MODE,
            ),
            Field(
                "players",
                gettext_lazy("Players"),
                ("options/players",),
                about=gettext_lazy("Teams are always four people; alone, you are one."),
                offers=offers.players,
                default="2",
            ),
            Field(
                "luminaries",
                gettext_lazy("Luminaries"),
                ("options/luminaries",),
                offers=offers.luminary_sets,
                default="core",
            ),
        ],
    ),
    OWN_LUMINARIES,
    Group(
        gettext_lazy("Who plays"),
        [
            Field(
                "visibility",
                gettext_lazy("Who may see the table"),
                ("visibility",),
                offers=lambda: offers.VISIBILITIES,
            ),
            Field(
                "invited",
                gettext_lazy("Invite"),
                ("invited",),
                "words",
                gettext_lazy("Handles, with spaces between them. They get a mail, and decide."),
            ),
            *(
                Field(
                    name,
                    gettext_lazy("Another seat"),
                    ("house",),
                    "of",
                    about=gettext_lazy("A house player answers after a minute, day and night.")
                    if name == HOUSE[0]
                    else "",
                    offers=_house,
                )
                for name in HOUSE
            ),
        ],
    ),
    Group(
        gettext_lazy("How long"),
        [
            Field(
                "target_score",
                gettext_lazy("The score that ends the game"),
                ("options/target_score",),
                "number",
                default=str(USUAL.target_score),
                least=1,
            ),
            Field(
                "rounds",
                gettext_lazy("Or a number of rounds"),
                ("options/rounds",),
                "number",
                gettext_lazy("Leave this empty to play to the score."),
                least=1,
                most=MAX_ROUNDS,
            ),
        ],
        folded=True,
    ),
    Group(
        gettext_lazy("Seats, start and rating"),
        [
            Field(
                "seating",
                gettext_lazy("Seats"),
                ("seating",),
                offers=lambda: offers.SEATINGS,
                default=Game.Seating.DRAWN,
            ),
            Field("seat", gettext_lazy("Your seat, if seats are chosen"), ("seat",), offers=_seats),
            Field(
                "start",
                pgettext_lazy("of a game", "Start"),
                ("start",),
                offers=lambda: offers.STARTS,
                default=Game.Start.WHEN_FULL,
            ),
            Field("rated", gettext_lazy("Rating"), ("rated",), offers=lambda: offers.RATINGS),
            Field(
                "min_reliability",
                gettext_lazy(
                    "Share of decisions made in time that people need to sit down, in percent"
                ),
                ("min_reliability",),
                "number",
                gettext_lazy(
                    "0 lets everybody sit down. So may people with fewer than ten decisions, and "
                    "people you invite."
                ),
                default="0",
                most=100,
            ),
        ],
        folded=True,
    ),
    Group(
        gettext_lazy("If somebody is away or leaves"),
        [
            Field(
                "leavers",
                gettext_lazy("If a player leaves"),
                ("leavers",),
                offers=offers.leavers,
                default=Game.Leavers.SUBSTITUTE,
            ),
            Field(
                "excuses",
                gettext_lazy("Missed decisions that are excused"),
                ("excuses",),
                "number",
                gettext_lazy("The house makes them. Whoever misses one more has left the game."),
                default="1",
                most=MOST_EXCUSES,
            ),
            Field(
                "pauses",
                gettext_lazy("Pauses"),
                ("pauses",),
                offers=lambda: offers.PAUSES,
                default="yes",
            ),
        ],
        folded=True,
    ),
    Group(
        gettext_lazy("Other rules"),
        [_rule(name) for name in dict.fromkeys(option for option, _ in RULES)],
        folded=True,
    ),
)
"""The whole form, in its order: first what everybody decides, then what few want to change."""
