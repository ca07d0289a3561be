"""Sentences about a running game's time: deadlines, pauses, and the seats of leavers."""

from collections.abc import Iterator

from django.utils.translation import gettext, ngettext

from games.clocks.leavers import CallOff, Forfeit, OfferWin
from games.models import Game, SeatAssignment
from games.play.leaver_steps import follows_vacancy, must_answer
from games.reading.tables import Table
from games.time.circumstances import as_datetime
from games.time.seat_times import excuses_left, seat_times
from illimat_core.cards import Seat
from illimat_core.messages import capitalize
from notifications.content.wording import moment_in

Standing = SeatAssignment.Standing


def describe_game_time(table: Table) -> list[str]:
    """Return what a visitor should know about the time of a game; moments are in their zone."""
    return [*describe_vacancies(table), *describe_times(table)]


def describe_times(table: Table) -> list[str]:
    """Return until when a game is paused, and how much time its visitor and others have."""
    if table.game.state != Game.State.RUNNING:
        return []
    zone = _zone(table)
    said = [*_of_pause(table, zone), *_of_clocks(table, zone), *_of_visitor(table)]
    return [capitalize(sentence) for sentence in said]


def describe_vacancies(table: Table) -> list[str]:
    """Return until when the seats of leavers wait, and what follows."""
    if table.game.state != Game.State.RUNNING:
        return []
    return [capitalize(sentence) for sentence in _of_seats(table, _zone(table))]


def _zone(table: Table) -> str:
    return table.viewer.time_zone if table.viewer else "UTC"


def _plays(table: Table) -> bool:
    """Return whether the visitor plays, so that a win that is offered is theirs."""
    return table.own is not None and table.own.standing == Standing.PLAYED


def _of_pause(table: Table, zone: str) -> Iterator[str]:
    if table.game.paused_until is not None:
        until = moment_in(table.game.paused_until, zone)
        yield gettext("The game is paused until {until}.").format(until=until)


def _of_seats(table: Table, zone: str) -> Iterator[str]:
    names = table.names
    for each in table.assignments:
        if each.until is None or each.number is None:
            continue
        name, until = names[each.number], moment_in(each.until, zone)
        if each.standing == Standing.OPEN:
            yield _vacancy(table).format(name=name, until=until)
            yield _after_vacancy(table, each.number)
        else:
            yield _offer(table, each.number).format(name=name, until=until)


def _vacancy(table: Table) -> str:
    if table.game.arranged:
        return gettext(
            "The seat of {name} is free until {until}, for them or a substitute of the season."
        )
    return gettext("The seat of {name} is open for a substitute until {until}.")


def _offer(table: Table, seat: Seat) -> str:
    match must_answer(table, seat), _plays(table):
        case True, True:
            return gettext(
                "{name} has left. Until {until}, you may win or go on against the house, though "
                "you have no time left. Without an answer, the game is called off."
            )
        case True, False:
            return gettext(
                "{name} has left. Until {until}, the other player, who has no time left, may win "
                "or go on against the house. Without an answer, the game is called off."
            )
        case False, True:
            return gettext(
                "{name} has left. You win on {until}, unless you choose before then to go on "
                "against the house."
            )
        case _:
            return gettext(
                "{name} has left. The other player wins on {until}, or chooses before then to go "
                "on against the house."
            )


def _after_vacancy(table: Table, seat: Seat) -> str:
    match follows_vacancy(table, seat):
        case OfferWin() if _plays(table):
            return gettext("If nobody takes it, you may win, or go on against the house.")
        case OfferWin():
            return gettext(
                "If nobody takes it, the other player may win, or go on against the house."
            )
        case CallOff():
            return gettext("If nobody takes it, the game is called off.")
        case Forfeit():
            return gettext("If nobody takes it, its cards go out of play.")
        case _:
            return gettext("If nobody takes it, the house plays it.")


def _of_clocks(table: Table, zone: str) -> Iterator[str]:
    shown = seat_times([(table.game, table.assignments)]).get(table.game.pk, ())
    for each in shown:
        if each.deadline is None or each.seat is None:
            continue
        until = moment_in(as_datetime(each.deadline), zone)
        if each.seat == table.seat:
            yield gettext("You have time until {until}.").format(until=until)
        else:
            yield gettext("{name} has time until {until}.").format(
                name=table.names[each.seat], until=until
            )


def _of_visitor(table: Table) -> Iterator[str]:
    left = excuses_left(table.game, table.own) if table.own else None
    if left is not None:
        yield ngettext(
            "{number} missed decision of yours is still excused.",
            "{number} missed decisions of yours are still excused.",
            left,
        ).format(number=left)
