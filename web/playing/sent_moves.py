"""The moves that forms of the page send: played once however often they are sent, or refused."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from django.http import HttpRequest
from django.utils.translation import gettext, gettext_lazy
from rest_framework.exceptions import ParseError

from accounts.models import User
from api.inputs import read_input
from api.parsers import parse_json
from games.actors import CommandSource
from games.inputs.playing import ActionsSerializer
from games.play.commands import Command
from games.play.submission import submit_action
from games.refusals import HistoryChangedError, RuleError, StaleVersionError
from illimat_core.actions import as_json, parse
from illimat_core.messages import Language
from web.frame.keyed_forms import FIELD, INCOMPLETE, Refusal, act_once, entropy_in
from web.playing import wording

MALFORMED: Final = "R-ACT-1"
"""The rule by which an action is refused that no form makes."""
NOT_AWAITED: Final = "R-TURN-1"
"""The rule by which an action is refused that the game does not wait for."""
MOVED_ON: Final = gettext_lazy(
    "The game has moved on since you looked. Here it is as it stands now, with what you chose, as"
    " far as that is still possible."
)
"""What the page says instead of the API, which can show nothing beside it."""
RESTORED: Final = gettext_lazy(
    "The server was restored from a backup since you looked, so the game may have lost plays. Here"
    " it is as it stands now. Nothing was played."
)
"""Likewise, of a history that is gone."""


def submit(request: HttpRequest, user: User, game_id: UUID) -> str | Refusal:
    """Play the actions of a form; return where to go on, or why they are refused."""

    def act() -> str:
        given = {
            "actions": _read(request.POST.get("actions", "")),
            "expected_version": _read(request.POST.get("version", "")),
            **entropy_in(request.POST),
        }
        if known := request.POST.get("epoch"):
            given["epoch"] = known
        members = read_input(ActionsSerializer, given)
        key = request.POST.get(FIELD, "")
        submit_action(Command(game_id, user, CommandSource.WEB, key, **members))
        return request.path

    done = act_once(request, user, act)
    return _in_words(done) if isinstance(done, Refusal) else done


def has_moved_on(refusal: Refusal) -> bool:
    """Return whether a form was refused because the game went on after it was shown."""
    return refusal.code == StaleVersionError.code or refusal.rule == NOT_AWAITED


def version_of(request: HttpRequest) -> int:
    """Return the version of the game at which a form was shown; 0 for none."""
    version = _read(request.POST.get("version", ""))
    return version if isinstance(version, int) and version > 0 else 0


def unplayed(request: HttpRequest, names: Sequence[str], language: Language) -> str:
    """Return which move of a refused form was not played; empty if no button offers it."""
    try:
        actions = [as_json(parse(each)) for each in _read(request.POST.get("actions", ""))]
    except (AttributeError, RuleError, TypeError):  # as no form sends it
        return ""
    if not actions or actions[-1]["type"] not in wording.BUTTONS:
        return ""
    last = actions[-1]
    cards = len(last.get("take") or last.get("cards") or ())
    move = wording.together(wording.button(last, names, cards, language), len(actions))
    return gettext("Your move was not played: “{move}”.").format(move=move)


def _in_words(refusal: Refusal) -> Refusal:
    """Return a refusal without what only programs know: members, types of actions."""
    if refusal.at or refusal.rule == MALFORMED:
        return refusal._replace(detail=str(INCOMPLETE), at={})
    if refusal.detail == str(StaleVersionError.told):
        return refusal._replace(detail=str(MOVED_ON))
    if refusal.code == HistoryChangedError.code:
        return refusal._replace(detail=str(RESTORED))
    if refusal.rule == NOT_AWAITED:
        return refusal._replace(detail=gettext("The game does not wait for this now. Look again."))
    return refusal


def _read(text: str) -> Any:
    try:
        return parse_json(text.encode())
    except ParseError:
        return None
