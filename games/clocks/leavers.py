"""The rules for what follows when a player misses a decision or leaves.

A leaver is a player who missed more decisions than are excused, resigned, left by consent, was
suspended or deleted their account.
"""

from typing import Final, Literal, assert_never

import msgspec

from games.clocks.errors import ClockError
from games.clocks.records import Record
from games.clocks.spans import DAY

LeaverRule = Literal["substitute", "house", "forfeit"]
Happened = Literal["missed", "left", "not_taken", "win_due", "win_taken", "win_declined"]
MOST_VACANCIES: Final = 3
"""How often one seat can become vacant before it is no longer offered to substitutes.

From then on an offered win is final: there is at most one, and one more if its leaver returned from
the house.
"""
MOST_EXCUSES: Final = 10


class LeaverRules(msgspec.Struct, frozen=True):
    """A table's rule, the number of misses excused, and how long a seat stays vacant.

    `win_after` is how long the last opponents may choose to go on. Times are in microseconds.
    """

    rule: LeaverRule = "substitute"
    excuses: int = 1
    vacant_for: int = 3 * DAY
    win_after: int = 7 * DAY

    def __post_init__(self) -> None:
        if not 0 <= self.excuses <= MOST_EXCUSES:
            raise ClockError(
                "excuses", "Between 0 and {most} misses can be excused.", most=MOST_EXCUSES
            )
        for member, most in (("vacant_for", 14 * DAY), ("win_after", 14 * DAY)):
            if not 0 < getattr(self, member) <= most:
                raise ClockError(
                    member, "The time `{name}` must be above 0, at most 14 days.", name=member
                )


class Excuse(msgspec.Struct, frozen=True, tag=True):
    """The house plays this one decision."""


class OpenSeat(msgspec.Struct, frozen=True, tag=True):
    """The seat is vacant for the time `lasts`, and substitutes may take it."""

    lasts: int


class OfferWin(msgspec.Struct, frozen=True, tag=True):
    """The only side with people may win, or go on against the house, within `lasts`.

    Without an answer they win, or the game is called off if they are `out_of_time`.
    """

    lasts: int
    out_of_time: bool = False


class HandToHouse(msgspec.Struct, frozen=True, tag=True):
    """The house plays the seat to the end."""


class Forfeit(msgspec.Struct, frozen=True, tag=True):
    """The hand goes out of play by the engine's `forfeit`; after an offered win all others do.

    It is a `walkover` if the only opponent wins because the player never made a decision.
    """

    walkover: bool = False


class CallOff(msgspec.Struct, frozen=True, tag=True):
    """The game ends without a result."""

    reason: Literal["never_decided", "nobody_left", "idle"]


Step = Excuse | OpenSeat | OfferWin | HandToHouse | Forfeit | CallOff


class Company(msgspec.Struct, frozen=True, kw_only=True):
    """The others at the table of a seat, and what the game grants them.

    `players` is the number of seats, the house's included. `rivals` is for how many other sides
    people still play, or may after taking an open seat; `partners` is how many people do for the
    seat's own. In a `practice` game, all other seats are the house's. `arranged` games are those of
    seasons, in which a no-show leaves like others; `opponent` is the record of the only other seat
    of a table of two. `out_of_time` says whether somebody of the only other side has a decision of
    their own open and no time left for it: then nobody wins without saying so.
    """

    players: int
    rivals: int
    partners: int = 0
    practice: bool = False
    arranged: bool = False
    opponent: Record | None = None
    out_of_time: bool = False


def next_step(happened: Happened, record: Record, rules: LeaverRules, company: Company) -> Step:
    """Return the next step for a seat.

    `happened`: the seat `missed` a decision, its player `left`, its vacancy ended and it was
    `not_taken`, or the offered win is due, taken or declined. `record` is the seat's record before
    that.
    """
    if happened == "missed" and record.missed < rules.excuses:
        return Excuse()
    if company.practice:
        return CallOff("nobody_left")  # or the house would play on against itself
    if happened in {"win_due", "win_taken"} or company.players == 1:  # nobody else has a seat
        return CallOff("idle") if happened == "win_due" and company.out_of_time else Forfeit()
    if happened == "win_declined" or not (company.rivals or company.partners):
        return HandToHouse()
    asks = rule_followed(rules.rule, record) == "substitute"
    if asks and happened != "not_taken":
        return OpenSeat(rules.vacant_for)
    no_show = None if record.decided else _after_no_show(company)
    wins = company.rivals == 1 and not company.partners
    step = no_show or _without_substitute(rules, wins=wins)
    asked = wins and company.out_of_time and isinstance(step, Forfeit | OfferWin)
    return OfferWin(rules.win_after, out_of_time=True) if asked else step


def rule_followed(rule: LeaverRule, record: Record) -> LeaverRule:
    """Return the rule that is followed for a seat: vacant too often, it is not open once more."""
    too_often = rule == "substitute" and record.vacancies >= MOST_VACANCIES
    return "house" if too_often else rule


def _after_no_show(company: Company) -> Step | None:
    """Return what follows if a player never decided, unless that is what follows for others."""
    if not company.arranged:
        return CallOff("never_decided")
    if company.opponent is None:
        return None
    return HandToHouse() if company.opponent.no_show else Forfeit(walkover=True)


def _without_substitute(rules: LeaverRules, *, wins: bool) -> Step:
    if rules.rule == "forfeit":
        return Forfeit()
    return OfferWin(rules.win_after) if wins else HandToHouse()


def may_return(record: Record, standing: Literal["open", "win_offered", "house"]) -> bool:
    """Return whether a leaver may take the seat back, given its record since they left.

    They may while it is open, from the house once, and from an offered win unless the seat has been
    vacant too often.
    """
    match standing:
        case "open":
            return True
        case "win_offered":
            return record.vacancies < MOST_VACANCIES
        case "house":
            return not record.returned
        case _:
            assert_never(standing)
