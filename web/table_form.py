"""The form for a new table: its fields, and what the API would be sent for what is filled in."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import starmap
from typing import Any, Final, NamedTuple

from django.http import QueryDict
from django.utils.translation import gettext, pgettext

from games.inputs.tables import TableSerializer
from games.invitations import MOST_INVITED
from games.models import Game
from illimat_core.modes import DEFAULT_MODE, MODES
from illimat_core.options import Options
from notifications.terms import RULES_BY_OPTION, SEVERAL, choices_of
from web import own_time
from web import table_offers as offers
from web.forms import Field, FieldShown, SerializerForm
from web.own_time import own_time_fields
from web.table_offers import OWN, Offer

LONGEST: Final = 200  # characters that are taken from a field, and values of several choices
HOUSE: Final = ("house1", "house2", "house3")
USUAL: Final = Options()
USUAL_PLAYERS: Final = "2"
OPPONENTS: Final = ("1", "2", "3")


class Group(NamedTuple):
    """Fields under a heading; `folded` groups are opened by those who want them."""

    title: str
    fields: Sequence[FieldShown]
    folded: bool
    open: bool


class TableForm(SerializerForm):
    """The form as somebody sent it, or as an address fills it in; what is missing is as usual."""

    def __init__(self, filled: QueryDict, *, sent: bool = False) -> None:
        fields, data = list(table_fields()), QueryDict(mutable=True)
        self._usual = {each.name: each.shown() for each in fields}
        for each in fields:
            given = [text[:LONGEST] for text in filled.getlist(each.name)[:LONGEST]]
            if not sent and given:
                each.initial = given if each.kind == "many" else given[-1]
            data.setlist(each.name, given or [self._usual[each.name]])
        super().__init__("", fields, TableSerializer, data=data if sent else None, prepare=_request)

    @property
    def groups(self) -> list[Group]:
        """The fields by their headings: first what everybody decides, then what few change."""
        return [
            Group(part.title, part.fields, part.title in _folded(), self._is_open(part.fields))
            for part in self.parts
        ]

    def _is_open(self, fields: Sequence[FieldShown]) -> bool:
        return any(each.errors or each.text != self._usual[each.name] for each in fields)


def practice_form(filled: QueryDict) -> SerializerForm:
    """Return the form of a game against the house, as somebody sent it."""
    many = OPPONENTS.index(filled["opponents"]) if filled.get("opponents") in OPPONENTS else 0
    mode = "standard" if "luminaries" in filled else "beginner"
    house = [filled.get("level", "")[:32]] * (many + 1)
    body = {"options": {"mode": mode, "players": many + 2}, "house": house}
    return SerializerForm("practice", [], TableSerializer, data=filled, prepare=lambda _: body)


def table_fields() -> Iterator[Field]:
    """Yield all fields."""
    yield Field(
        "clock",
        gettext("Time"),
        "radio",
        choices=list(offers.clocks()),
        value="",
        part=gettext("How much time"),
    )
    yield from own_time_fields("clock_", "clock", "radio")
    yield from _of_the_game()
    yield own_luminaries("luminary")
    yield from _of_people()
    yield from _of_the_end()
    yield from _of_seats()
    yield from _of_leaving()
    part = gettext("Other rules")
    for name in RULES_BY_OPTION:
        yield _rule(name, part)


def own_luminaries(name: str) -> Field:
    """Return the field of luminaries that are no set."""
    return Field(
        name,
        gettext("Luminaries"),
        "many",
        gettext("Four at least. They count if you choose “Your own choice” above."),
        offers.luminaries(),
        part=gettext("Your own choice of luminaries"),
    )


def _folded() -> set[str]:
    """Return the headings of the groups that few people open."""
    return {
        gettext("Another time"),
        gettext("Your own choice of luminaries"),
        gettext("How long"),
        gettext("Seats, start and rating"),
        gettext("If somebody is away or leaves"),
        gettext("Other rules"),
    }


def _of_the_game() -> Iterator[Field]:
    part = gettext("Which game")
    yield Field(
        "mode",
        gettext("Game"),
        "radio",
        choices=list(offers.modes()),
        value=DEFAULT_MODE,
        part=part,
        paths=["options.mode", "options"],
    )
    yield Field(
        "players",
        gettext("Players"),
        "radio_number",
        gettext("Teams are always four people; alone, you are one."),
        offers.players(),
        USUAL_PLAYERS,
        part=part,
        paths=["options.players"],
    )
    yield Field(
        "luminaries",
        gettext("Luminaries"),
        "radio",
        choices=list(offers.luminary_sets()),
        value="core",
        part=part,
        paths=["options.luminaries"],
    )


def _of_people() -> Iterator[Field]:
    part = gettext("Who plays")
    yield Field(
        "visibility",
        gettext("Who may see the table"),
        "radio",
        choices=offers.VISIBILITIES,
        value="",
        part=part,
    )
    yield Field(
        "invited",
        gettext("Invite"),
        help=gettext("Handles, with spaces between them. They get a mail, and decide."),
        part=part,
    )
    levels = [Offer("", gettext("A person")), *offers.levels()]
    for name in HOUSE:
        first = name == HOUSE[0]
        yield Field(
            name,
            gettext("Another seat"),
            "choice",
            gettext("A house player answers after a minute, day and night.") if first else "",
            levels,
            "",
            part=part,
            paths=["house"] if first else [],
        )


def _of_the_end() -> Iterator[Field]:
    part = gettext("How long")
    yield Field(
        "target_score",
        gettext("The score that ends the game"),
        "number",
        value=USUAL.target_score,
        part=part,
        paths=["options.target_score"],
    )
    yield Field(
        "rounds",
        gettext("Or a number of rounds"),
        "number",
        gettext("Leave this empty to play to the score."),
        part=part,
        paths=["options.rounds"],
    )


def _of_seats() -> Iterator[Field]:
    part = gettext("Seats, start and rating")
    numbers = [Offer(str(seat), str(seat)) for seat in range(max(MODES["teams"].players))]
    seats = [Offer("", gettext("Any")), *numbers]
    seating, when = Game.Seating.DRAWN.value, Game.Start.WHEN_FULL.value
    yield Field(
        "seating", gettext("Seats"), "radio", choices=offers.SEATINGS, value=seating, part=part
    )
    yield Field(
        "seat",
        gettext("Your seat, if seats are chosen"),
        "radio_number",
        choices=seats,
        value="",
        part=part,
    )
    yield Field(
        "start",
        pgettext("of a game", "Start"),
        "radio",
        choices=offers.STARTS,
        value=when,
        part=part,
    )
    yield Field("rated", gettext("Rating"), "radio", choices=offers.RATINGS, value="", part=part)
    yield Field(
        "min_reliability",
        gettext("Share of decisions made in time that people need to sit down, in percent"),
        "number",
        gettext(
            "0 lets everybody sit down. So may people with fewer than ten decisions, and people "
            "you invite."
        ),
        value=0,
        part=part,
    )


def _of_leaving() -> Iterator[Field]:
    part = gettext("If somebody is away or leaves")
    yield Field(
        "leavers",
        gettext("If a player leaves"),
        "radio",
        choices=offers.leavers(),
        value=Game.Leavers.SUBSTITUTE.value,
        part=part,
    )
    yield Field(
        "excuses",
        gettext("Missed decisions that are excused"),
        "number",
        gettext("The house makes them. Whoever misses one more has left the game."),
        value=1,
        part=part,
    )
    yield Field("pauses", gettext("Pauses"), "radio", choices=offers.PAUSES, value="yes", part=part)


def _rule(name: str, part: str) -> Field:
    """Return the field of a rule that a table may change."""
    paths = [f"options.{name}"]
    if name in SEVERAL:
        choices, usual = list(starmap(Offer, choices_of(name))), str(getattr(USUAL, name))
        label = str(SEVERAL[name])
        return Field(name, label, "radio", "", choices, usual, part=part, paths=paths)
    (words,) = map(str, RULES_BY_OPTION[name].values())
    return Field(name, words, "tick", choices=[("yes", words)], part=part, paths=paths)


def _request(filled: Mapping[str, Any]) -> dict[str, Any]:
    """Return the body of the API's request for a table; the API's checks are still due.

    Raises ValidationError for hours that are no number.
    """
    direct = ("seating", "start", "leavers", "excuses", "min_reliability", "visibility", "seat")
    body = {name: filled[name] for name in direct if name in filled}
    body |= {"options": _options(filled), "pauses": filled.get("pauses") == "yes"}
    if filled.get("rated") in {"yes", "no"}:
        body["rated"] = filled["rated"] == "yes"
    if house := [filled[name] for name in HOUSE if name in filled]:
        body["house"] = house
    if invited := re.findall(r"[^\s,;@]+", filled.get("invited", ""))[: MOST_INVITED + 1]:
        body["invited"] = invited
    if filled.get("clock") == OWN:
        hours = {name: filled.get(f"clock_{name}", "") for name in own_time.LENGTHS}
        body["clock"] = own_time.control_of(filled.get("clock_kind", ""), hours)
    elif "clock" in filled:
        body["clock"] = filled["clock"]
    return body


def _options(filled: Mapping[str, Any]) -> dict[str, Any]:
    given = {
        name: filled[name]
        for name in ("mode", "luminaries", "target_score", "rounds")
        if name in filled
    }
    rules = MODES.get(filled.get("mode", ""))
    if rules and len(rules.players) > 1 and "players" in filled:
        given["players"] = filled["players"]
    if given.get("luminaries") == OWN:
        given["luminaries"] = list(dict.fromkeys(filled.get("luminary", [])))
    for name, values in RULES_BY_OPTION.items():
        if name in SEVERAL and name in filled:
            given[name] = filled[name]
        elif filled.get(name) == "yes":
            (given[name],) = values
    return given
