"""What a person can do in a running game apart from playing, and what would follow."""

from collections.abc import Iterator
from typing import Any, cast

from django.utils.translation import gettext

from games.clocks.leavers import CallOff, Forfeit, LeaverRule, rule_followed
from games.language import translate_marked
from games.models import Game, Occupant, SeatAssignment
from games.play.leaver_steps import follows_leaving, own_record
from games.reading.tables import Table
from games.seats import occupants
from games.terms import LEAVERS
from games.time.seat_times import pauses_left
from illimat_core.cards import Seat
from notifications.content.wording import moment_in
from web.frame.proposals import is_last_to_wish
from web.frame.time_words import describe_game_time
from web.table.table_acts import MOST_DAYS, MOST_HOURS

Standing = SeatAssignment.Standing


def name_managing_page(table: Table) -> str:
    """Return the name of the page about a running game: what its viewer can do there."""
    if table.own is None or table.own.standing != Standing.PLAYED:
        return gettext("Take a seat")
    if not _others(table):
        return gettext("Leave the game")
    if table.game.pauses:
        return gettext("Pause or leave the game")
    return gettext("End or leave the game")


def managing_context(table: Table) -> dict[str, Any]:
    game, own = table.game, table.own
    plays = own is not None and own.standing == Standing.PLAYED
    others = _others(table)
    names = table.names
    return {
        "heading": name_managing_page(table),
        "running": game.state == Game.State.RUNNING,
        "plays": plays,
        "own": own,
        "standing": describe_game_time(table),
        "others": others,
        "follows": list(_follows(table, table.seat)) if plays and table.seat is not None else [],
        "wishing": [_name(names, each) for each in table.assignments if each.wants_end],
        "agreeing": [_name(names, each) for each in table.assignments if each.agrees_on_pause],
        "ends_now": is_last_to_wish(table),
        "missing": [_name(names, each) for each in others if not each.agrees_on_pause],
        "pauses_left": pauses_left(game),
        "days": range(MOST_DAYS + 1),
        "hours": range(MOST_HOURS + 1),
        "proposed_until": moment_in(game.pause_proposed, own.user.time_zone)
        if own and own.user and game.pause_proposed
        else "",
        "offered": _offered(table) if plays else [],
        "to_take": [(each.number, _name(names, each)) for each in _to_take(table)],
    }


def explain_leaving(table: Table) -> str:
    if _is_alone(table):
        return gettext("Nobody else plays here, so the game ends at once and nobody wins.")
    if not _others(table):
        return _last_follows(table)
    record = own_record(table)
    rule = Game.Leavers(rule_followed(cast("LeaverRule", table.game.leavers), record))
    if not record.decided:
        return _no_show_follows(table, rule)
    if table.game.arranged and rule == Game.Leavers.SUBSTITUTE:
        then = gettext(
            "After that, the house plays on or, with two players, the win is offered to the other "
            "one."
        )
        return f"{_vacant_in_season()} {then}"
    return translate_marked(LEAVERS.follows[rule])


def _last_follows(table: Table) -> str:
    """Return what follows if the last person leaves; seats that are open stay so."""
    vacant = (each for each in table.assignments if each.standing == Standing.OPEN)
    ends = [each.until for each in vacant if each.until]
    if not ends or table.viewer is None:
        return gettext("You are the last person here, so the house plays the game to its end.")
    return gettext(
        "You are the last person here. If you leave, too, the house gets your seat, and the game "
        "stands still until {until}, as somebody may take the open seat until then. If nobody "
        "does, the house plays the game to its end."
    ).format(until=moment_in(max(ends), table.viewer.time_zone))


def _no_show_follows(table: Table, rule: Game.Leavers) -> str:
    """Return what follows if the viewer leaves who has not decided anything yet."""
    arranged = table.game.arranged
    last = gettext("You have made no decision yet: you come last, and of two the other one wins.")
    off = gettext(
        "You have made no decision yet: the game is called off, and everybody sees that you left."
    )
    if rule != Game.Leavers.SUBSTITUTE:
        return last if arranged else off
    if not arranged:
        return gettext(
            "The seat is open to a substitute for three days. You have made no decision yet: if "
            "nobody takes it, the game is called off, and everybody sees that you left."
        )
    then = gettext(
        "You have made no decision yet: if nobody takes the seat, you come last, and of two the "
        "other one wins."
    )
    return f"{_vacant_in_season()} {then}"


def _vacant_in_season() -> str:
    return gettext(
        "The seat stays free for three days. Only a substitute of the season can take it, and only "
        "if you withdraw from the season."
    )


def _follows(table: Table, seat: Seat) -> Iterator[str]:
    step, may_come_back = follows_leaving(table, seat)
    yield explain_leaving(table)
    ends_at_once = isinstance(step, CallOff) or step == Forfeit(walkover=True)
    if _is_alone(table) or ends_at_once:
        return
    if table.game.rated:
        yield gettext("For you the game counts as left, no matter who wins with your seat.")
    if may_come_back and _others(table):
        yield gettext("As long as nobody has taken your seat, you can come back to it.")


def _is_alone(table: Table) -> bool:
    return table.game.practice or table.game.seats == 1


def _others(table: Table) -> list[SeatAssignment]:
    playing = occupants.people_playing(table.assignments)
    return [each for each in playing if each is not table.own]


def _offered(table: Table) -> list[str]:
    """Return the names of those who left, if the viewer may win because of that."""
    offered = [each for each in table.assignments if each.standing == Standing.WIN_OFFERED]
    return [_name(table.names, each) for each in offered if each is not table.own]


def _to_take(table: Table) -> Iterator[SeatAssignment]:
    """Return the seats that the viewer might take; whether they may is checked when they do."""
    viewer = table.viewer
    if viewer is None or table.game.state != Game.State.RUNNING:
        return
    past = table.past_occupations
    own_before = {each.seat for each in past if each.user_id == viewer.pk}
    for each in table.assignments:
        if each.user_id == viewer.pk:
            if each.standing != Standing.PLAYED:
                yield each
        elif each.number in own_before:
            if each.occupant == Occupant.HOUSE and not each.level:
                yield each
        elif table.game.arranged:
            continue  # a league's open seats are for its substitutes
        elif each.standing == Standing.OPEN and table.own is None and not own_before:
            yield each


def _name(names: list[str], each: SeatAssignment) -> str:
    return names[each.number] if each.number is not None else each.shown_name
