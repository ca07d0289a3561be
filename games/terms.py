"""All terms of tables, options of games and time controls that there are, and their words.

A term is described once, for the API, for forms and for pages; so is an option, but the core says
what programs are told of it. What `gettext_noop` marks is translated where it is shown.
"""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, NamedTuple

import msgspec
from django.utils.translation import gettext_lazy, ngettext
from msgspec import UNSET, UnsetType

from api.members import Member, gettext_noop
from games.clocks.controls import Control
from games.clocks.leavers import MOST_EXCUSES, LeaverRule
from games.clocks.spans import DAY, HOUR, MINUTE
from games.language import active_language

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

WHO_PLAYS: Final = gettext_noop("Who plays")
SEATS: Final = gettext_noop("Seats, start and rating")
AWAY: Final = gettext_noop("If somebody is away or leaves")

LEAVERS: Final = Member(
    "When a player leaves the running game: `substitute`: the seat is open to a substitute; "
    "`house`: the house plays on; `forfeit`: the hand goes out of play.",
    gettext_noop("If a player leaves"),
    words={
        "substitute": gettext_noop("a substitute may take the seat"),
        "house": gettext_noop("the house plays on"),
        "forfeit": gettext_noop("the hand goes out of play"),
    },
    follows={
        "substitute": gettext_noop(
            "The seat is open to a substitute for three days. If nobody takes it, the house plays "
            "on or, with two players, the win is offered to the other one."
        ),
        "house": gettext_noop(
            "The house plays on at once or, with two players, the win is offered to the other one."
        ),
        "forfeit": gettext_noop("The hand goes out of play. With two players, the other one wins."),
    },
)
EXCUSES: Final = Member(
    "How many missed decisions of a player are excused before they count as a leaver.",
    gettext_noop("Missed decisions that are excused"),
    gettext_noop("The house makes them. A player who misses one more has left the game."),
    most=MOST_EXCUSES,
)
PAUSES: Final = Member(
    "Whether all who play may agree to pause the game.",
    gettext_noop("Pauses"),
    words={
        True: gettext_noop("All who play may agree on a pause"),
        False: gettext_noop("No pauses"),
    },
    follows={True: gettext_noop("Three times at most, for up to 14 days each.")},
)
"""These three are rules of a season, too."""


class TableTerms(msgspec.Struct, frozen=True, kw_only=True):
    """The terms of a table, in the API's order; what is `UNSET` follows from the others."""

    options: Annotated[
        dict[str, Any],
        Member('How to play, as GET /meta lists it: `{"mode": "beginner"}`.'),
    ]
    visibility: Annotated[
        Literal["public", "link", "private"] | UnsetType,
        Member(
            "Left out: `link` for a game for one person, else `public`.",
            gettext_noop("Who may see the table"),
            part=WHO_PLAYS,
            words={
                UNSET: gettext_noop("As usual"),
                "public": gettext_noop("Everybody"),
                "link": gettext_noop("Anyone who has the address"),
                "private": gettext_noop("Only people you invite"),
            },
            follows={
                UNSET: gettext_noop(
                    "Everybody can find the table. A game without other people is shown only to "
                    "those who have its address."
                ),
                "public": gettext_noop("It is in the public list."),
                "link": gettext_noop(
                    "It is in no list. Send the address to the people you want to play with."
                ),
                "private": gettext_noop("Nobody else can see the table or watch the game."),
            },
        ),
    ] = UNSET
    seating: Annotated[
        Literal["drawn", "chosen"],
        Member(
            "`drawn`: all seats are drawn at the start; `chosen`: people may choose theirs.",
            gettext_noop("Seats"),
            part=SEATS,
            words={
                "drawn": gettext_noop("All seats are drawn at the start"),
                "chosen": gettext_noop("People may choose their seats"),
            },
            place=-2,
        ),
    ] = "drawn"
    start: Annotated[
        Literal["when_full", "by_hand"],
        Member(
            "`when_full`: with the last seat taken; `by_hand`: when its creator says so.",
            gettext_noop("Start"),
            words={
                "when_full": gettext_noop("When the last seat is taken"),
                "by_hand": gettext_noop("When you start it"),
            },
        ),
    ] = "when_full"
    leavers: Annotated[LeaverRule, LEAVERS._replace(part=AWAY)] = "substitute"
    excuses: Annotated[int, EXCUSES] = 1
    pauses: Annotated[bool, PAUSES] = True
    min_reliability: Annotated[
        int,
        Member(
            "The share of decisions in time, in percent, that people need to sit down; those with "
            "fewer than ten decisions and those invited need none.",
            gettext_noop(
                "Share of decisions made in time that people need to sit down, in percent"
            ),
            gettext_noop(
                "0 lets everybody sit down. So may people with fewer than ten decisions, and "
                "people you invite."
            ),
            most=100,
            part=SEATS,
            place=1,
        ),
    ] = 0
    rated: Annotated[
        bool | UnsetType,
        Member(
            "Whether the game counts in ratings. Left out: true for a public game between people "
            "who have an hour for a decision at least, else false. Games with house players, for "
            "one person or with less time cannot be rated.",
            gettext_noop("Rating"),
            words={
                UNSET: gettext_noop("As usual"),
                True: gettext_noop("the game counts in ratings"),
                False: gettext_noop("the game does not count in ratings"),
            },
            follows={UNSET: gettext_noop("Public games between people count.")},
        ),
    ] = UNSET
    seat: Annotated[
        int | UnsetType,
        Member(
            "Your own, where chosen.",
            gettext_noop("Your seat, if seats are chosen"),
            most=3,
            words={UNSET: gettext_noop("Any"), **{seat: str(seat) for seat in range(4)}},
            place=-1,
        ),
    ] = UNSET
    invited: Annotated[
        Sequence[str] | UnsetType,
        Member(
            "Handles of people who may see and join a private table.",
            gettext_noop("Invite"),
            gettext_noop("Handles, with spaces between them. They get a mail, and decide."),
            part=WHO_PLAYS,
        ),
    ] = UNSET
    house: Annotated[
        Sequence[str] | UnsetType,
        Member(
            "The levels of house players who sit down with you. If they take all other seats, this "
            "is a practice game: it starts at once, is not listed and has hints.",
            gettext_noop("Another seat"),
            gettext_noop("A house player answers after a minute, day and night."),
        ),
    ] = UNSET
    clock: Annotated[
        Control | UnsetType,
        Member(
            "How much time people have: a preset that GET /meta lists, or a `kind` with its "
            "lengths in seconds. Left out: `standard`; `no_clock` for a game for one person.",
            gettext_noop("Time"),
            part=gettext_noop("How much time"),
        ),
    ] = UNSET


RULES: Final[Mapping[str, Mapping[Any, str]]] = {
    "stars": {"always": gettext_noop("The Stars are always in the deck.")},
    "harvest": {"single_set": gettext_noop("A harvest takes exactly one set.")},
    "full_harvest": {
        True: gettext_noop(
            "All four hand cards may be played in a harvest as one card of their sum."
        )
    },
    "harsh_penalties": {True: gettext_noop("Everybody tied for Frostbit gets the penalty.")},
    "freebooter": {True: gettext_noop("Sowing into an empty field lets you draw a fifth card.")},
    "no_repeats": {
        True: gettext_noop(
            "A field that you harvested on your previous turn is closed to your play."
        )
    },
    "luminaries_persist": {
        True: gettext_noop(
            "Luminaries that are still face down stay where they are for the next round."
        )
    },
    "tiebreak_round": {True: gettext_noop("A tie for the win is decided by further rounds.")},
    "harmonic_convergence": {
        "pass_hands": gettext_noop("In a Harmonic Convergence, only hands pass to the left."),
        "none": gettext_noop("There is no Harmonic Convergence."),
    },
    "passive_card": {
        "on_request": gettext_noop(
            "Opponents may ask to see the card that the last stockpile was made for."
        )
    },
    "perfect_crime": {"return": gettext_noop("The Perfect Crime returns an okus to the Illimat.")},
    "universe_reach": {"one": gettext_noop("The Universe reaches one other field.")},
    "audience": {"spectator": gettext_noop("A spectator names what the Audience acts as.")},
}
"""What an option means that changes a rule, by its values other than the usual one."""


class OptionWords(NamedTuple):
    """What an option of a game is called, and what its values mean."""

    label: str
    help: str = ""
    words: Mapping[Any, str] = {}


OPTIONS: Final = {
    "mode": OptionWords(gettext_noop("Mode")),
    "players": OptionWords(
        gettext_noop("Players"),
        gettext_noop("Teams are always four people; alone, you are one."),
    ),
    "luminaries": OptionWords(
        gettext_noop("Luminaries"),
        words={
            "core": gettext_noop("the core set"),
            "false_baron": gettext_noop("the False Baron's set"),
            "crane_wife": gettext_noop("the Crane Wife's set"),
            "all": gettext_noop("all"),
            "none": gettext_noop("none"),
        },
    ),
    "rounds": OptionWords(
        gettext_noop("Rounds of a game"), gettext_noop("Leave this empty to play to the score.")
    ),
    "target_score": OptionWords(gettext_noop("Score that ends a game")),
    **{name: OptionWords(next(iter(words.values())), "", words) for name, words in RULES.items()},
    "harmonic_convergence": OptionWords(
        gettext_noop("Harmonic Convergence"), "", RULES["harmonic_convergence"]
    ),
}
"""All options; one with only two values is called what the unusual one means."""


class Words(NamedTuple):
    """What a kind of time control is called where one is chosen, and a control of it told in."""

    name: "StrOrPromise"
    told: "StrOrPromise"


WORDS: Final = {
    "per_decision": Words(
        gettext_lazy("The same time for every decision"), gettext_lazy("{time} for every decision")
    ),
    "bank": Words(
        gettext_lazy("A supply of time, to which every decision adds some"),
        gettext_lazy("{initial}, and {increment} more for every decision, {cap} at most"),
    ),
    "total": Words(
        gettext_lazy("One supply of time for the whole game"),
        gettext_lazy("{time} for all your decisions together"),
    ),
    "none": Words(
        gettext_lazy("No clock; called off when nobody has acted for this time"),
        gettext_lazy("No clock; called off after {idle} without an action"),
    ),
}
FURTHER: Final = {
    "increment": gettext_lazy("Hours that each decision adds"),
    "cap": gettext_lazy("Hours at most"),
}
"""What is asked for apart from the first length of a kind."""


def time_in_words(control: Control) -> str:
    plain = control.plainly
    lengths = {name: length_in_words(getattr(plain, name)) for name in plain.__struct_fields__}
    return str(WORDS[plain.kind].told).format(**lengths)


def length_in_words(length: int) -> str:
    """Return a length of time (in microseconds) in days, hours and minutes, such as 2 days."""
    days, hours = divmod(length, DAY)
    hours, minutes = divmod(hours, HOUR)
    minutes //= MINUTE
    parts = [
        ngettext("{number} day", "{number} days", days).format(number=days) if days else "",
        ngettext("{number} hour", "{number} hours", hours).format(number=hours) if hours else "",
        ngettext("{number} minute", "{number} minutes", minutes).format(number=minutes),
    ]
    shown = [part for part in parts[:2] if part]
    return active_language().form("and", [*shown, *(parts[2:] if minutes or not shown else [])])
