"""What people do at a table apart from playing, each by a form with a button named `act`."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from functools import partial
from typing import TYPE_CHECKING, Final, NamedTuple
from uuid import UUID

from django.utils.translation import gettext_lazy

from accounts.models import User
from api import database_time
from api.inputs import EmptySerializer, Number, StrictSerializer, Text
from games.actors import CommandSource
from games.clocks.pauses import RULES
from games.clocks.spans import DAY
from games.inputs.playing import MAX_NUMBER, ChoiceSerializer
from games.inputs.tables import HousePlayerSerializer, InvitationSerializer, SeatSerializer
from games.making import invitations, services
from games.play import ends, leavers, pauses, vacancies

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MOST_DAYS: Final = RULES.longest // DAY
MOST_HOURS: Final = 23  # on top of whole days


class PauseForm(StrictSerializer):
    """A pause to propose: how many days and hours it lasts from now on."""

    days = Number(min_value=0, max_value=MOST_DAYS)
    hours = Number(min_value=0, max_value=MOST_HOURS, default=0)


class LeaveForm(StrictSerializer):
    """The version of the game that somebody saw when they left."""

    version = Number(min_value=0, max_value=MAX_NUMBER)


class HouseNameForm(StrictSerializer):
    """A house player at the table."""

    name = Text(max_length=32)


class OpenSeatForm(StrictSerializer):
    """The seat to take over."""

    seat = Number(min_value=0, max_value=3)


class TableAct(NamedTuple):
    """Something to do: `do` is called with the person, the game and the members that it `takes`.

    `goes` is the route of the page that follows if it is not the game's, and `said` what it says.
    """

    do: Callable[..., object]
    takes: type[StrictSerializer] = EmptySerializer
    goes: str = ""
    said: "StrOrPromise" = ""


def _propose_pause(*, user: User, game_id: UUID, days: int, hours: int) -> None:
    until = database_time.now() + timedelta(days=days, hours=hours)
    pauses.pause_agree(user=user, game_id=game_id, source=CommandSource.WEB, until=until)


def _leave(*, user: User, game_id: UUID, version: int) -> None:
    leavers.game_leave(
        user=user, game_id=game_id, source=CommandSource.WEB, expected_version=version
    )


def _end_now(*, user: User, game_id: UUID) -> None:
    ends.end_wish(user=user, game_id=game_id, source=CommandSource.WEB, last=True)


def _from_page(do: Callable[..., object]) -> Callable[..., object]:
    return partial(do, source=CommandSource.WEB)


TAKEN_BACK: Final = gettext_lazy("You have taken it back.")
BEFORE_START: Final[Mapping[str, TableAct]] = {
    "sit": TableAct(_from_page(services.seat_take), SeatSerializer),
    "get_up": TableAct(
        services.seat_leave, goes="game-tables", said=gettext_lazy("You have given up your seat.")
    ),
    "decline": TableAct(
        invitations.invitation_decline, goes="home", said=gettext_lazy("You have declined.")
    ),
    "invite": TableAct(invitations.invitation_make, InvitationSerializer),
    "withdraw": TableAct(invitations.invitation_withdraw, InvitationSerializer),
    "seat_house": TableAct(_from_page(services.house_player_add), HousePlayerSerializer),
    "remove_house": TableAct(services.house_player_remove, HouseNameForm),
    "start": TableAct(_from_page(services.game_start)),
    "call_off": TableAct(services.table_call_off),
}
"""What people do at a table that waits, which is too late once the game has begun."""
ACTS: Final[Mapping[str, TableAct]] = {
    **BEFORE_START,
    "wish_end": TableAct(_from_page(ends.end_wish)),
    "end_now": TableAct(_end_now),
    "play_on": TableAct(ends.end_wish_withdraw, said=TAKEN_BACK),
    "leave": TableAct(_leave, LeaveForm, said=gettext_lazy("You have left the game.")),
    "propose_pause": TableAct(_propose_pause, PauseForm),
    "agree_on_pause": TableAct(_from_page(pauses.pause_agree)),
    "disagree_on_pause": TableAct(pauses.pause_withdraw, said=TAKEN_BACK),
    "resume": TableAct(_from_page(pauses.resume_agree)),
    "take_seat": TableAct(_from_page(vacancies.open_seat_take), OpenSeatForm),
    "choose": TableAct(_from_page(vacancies.win_choose), ChoiceSerializer),
}
"""Everything that people do at a table, by the value of the form's `act`."""
