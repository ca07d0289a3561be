"""The page at which somebody who was mailed an invitation accepts or declines it."""

from collections.abc import Callable, Mapping
from functools import partial
from http import HTTPStatus
from typing import ClassVar, Final

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from rest_framework.exceptions import ValidationError

from accounts.models import User
from api.inputs import read_input
from games.actors import CommandSource
from games.inputs.tables import SeatSerializer
from games.making.invitations import invitation_decline, invitation_state
from games.making.services import seat_take
from games.models import Game
from games.reading.tables import table_get
from games.refusals import (
    GameFrozenError,
    GameNotFoundError,
    GameOverError,
    NotAllowedError,
    TableError,
)
from games.stream import integrity
from notifications.channels.email import EMAIL
from notifications.content import wording
from notifications.content.links import Invited, invited_read
from notifications.content.terms import terms_of
from notifications.kinds.game_begins import GAME_BEGINS
from notifications.kinds.invited import INVITED
from notifications.kinds.your_turn import YOUR_TURN
from notifications.wishes.wanted import is_wanted
from quotas.services import QuotaError
from web.frame.errors import frozen_page
from web.frame.keyed_forms import INCOMPLETE, entropy_in
from web.mailed.mail import SignedView

ACCEPT: Final = "accept"
ANSWERS: Final[Mapping[str, Callable[..., object]]] = {
    ACCEPT: partial(seat_take, source=CommandSource.WEB),
    "decline": invitation_decline,
}
ANSWERABLE = {"open", "declined"}


class AnswerView(SignedView):
    """Accepts or declines an invitation, by the buttons of its page.

    `prefers` is the answer whose link in the mail leads here; its button comes first.
    """

    prefers: ClassVar[str] = ACCEPT

    def get(self, request: HttpRequest, token: str) -> HttpResponse:
        return self._answer(request, invited_read(token))

    def post(self, request: HttpRequest, token: str) -> HttpResponse:
        """Answer it; a later answer only says how it stands, unless somebody changes their mind."""
        invited, named = invited_read(token), request.POST.get("answer", "")
        answer = ANSWERS.get(named)
        refusal = ""
        if answer and _standing(invited) in ANSWERABLE:
            try:
                brought = entropy_in(request.POST) if named == ACCEPT else {}
                members = read_input(SeatSerializer, brought)
                answer(user=invited.person, game_id=invited.game_id, **members)
            except ValidationError:
                refusal = str(INCOMPLETE)
            except (TableError, NotAllowedError, QuotaError) as error:
                refusal = str(error)
            except (GameNotFoundError, GameOverError):
                pass  # the invitation was withdrawn or the table called off just now
        return self._answer(request, invited, refusal=refusal)

    def _answer(self, request: HttpRequest, invited: Invited, *, refusal: str = "") -> HttpResponse:
        try:
            table = table_get(user=invited.person, game_id=invited.game_id)
        except GameNotFoundError:
            return render(request, "web/invitation.html", {"standing": "withdrawn"})
        except GameFrozenError as error:
            integrity.freeze_if_damaged(error)
            return frozen_page(request, invited.game_id)
        standing = invitation_state(table)
        shown = {
            "standing": standing,
            "refusal": refusal,
            "prefers": self.prefers,
            "game": table.game,
            "gets_mail": _gets_mail(invited.person, table.game),
        }
        if standing in ANSWERABLE:
            opening = wording.opening_sentence(INVITED, table, invited.person.handle)
            shown |= {
                "opening": opening,
                "terms": terms_of(table),
                "blocked": [] if refusal else table.blocks.own.values(),
            }
        status = HTTPStatus.CONFLICT if refusal else HTTPStatus.OK
        return render(request, "web/invitation.html", shown, status=status)


def _gets_mail(person: User, game: Game) -> bool:
    """Return whether a person wants the mail that tells them of the start, no matter who begins."""
    kinds = (GAME_BEGINS, YOUR_TURN)
    return all(is_wanted(person=person, kind=kind, channel=EMAIL.key, game=game) for kind in kinds)


def _standing(invited: Invited) -> str:
    try:
        return invitation_state(table_get(user=invited.person, game_id=invited.game_id))
    except (GameNotFoundError, GameFrozenError):
        return "withdrawn"
