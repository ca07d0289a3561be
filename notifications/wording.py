"""The sentences of mails about games, in the active language."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Final
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext, gettext_lazy, ngettext, pgettext

from games.language import active_language
from games.models import Game
from games.tables import Table
from notifications.models import OutboxMail

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

Kind = OutboxMail.Kind
ABOUT: "Final[dict[str, StrOrPromise]]" = {
    Kind.YOUR_TURN: gettext_lazy("your turn"),
    Kind.GAME_BEGINS: gettext_lazy("the game begins"),
    Kind.GAME_OVER: gettext_lazy("the game is over"),
    Kind.CALLED_OFF: gettext_lazy("called off"),
    Kind.TABLE_NEWS: gettext_lazy("news from the table"),
}

OPENINGS: "Final[dict[str, tuple[StrOrPromise, StrOrPromise]]]" = {
    Kind.YOUR_TURN: (
        gettext_lazy("it is your turn in your game of Illimat."),
        gettext_lazy("it is your turn in your game of Illimat {company}."),
    ),
    Kind.GAME_BEGINS: (
        gettext_lazy("your game of Illimat begins."),
        gettext_lazy("your game of Illimat {company} begins."),
    ),
    Kind.GAME_OVER: (
        gettext_lazy("your game of Illimat is over."),
        gettext_lazy("your game of Illimat {company} is over."),
    ),
    Kind.TABLE_NEWS: (
        gettext_lazy("there is news of your game of Illimat."),
        gettext_lazy("there is news of your game of Illimat {company}."),
    ),
    Kind.CALLED_OFF: (
        gettext_lazy(
            "your game of Illimat was called off by {creator} before it began. Nobody wins."
        ),
        gettext_lazy(
            "your game of Illimat {company} was called off by {creator} before it began. "
            "Nobody wins."
        ),
    ),
}
"""What a mail says first, after the salutation: to a reader who plays alone, and to others."""
CALLED_OFF: "Final[dict[str, tuple[StrOrPromise, StrOrPromise]]]" = {
    "consent": (
        gettext_lazy(
            "your game of Illimat was called off in round {round}, because all who still play "
            "wished it. Nobody wins."
        ),
        gettext_lazy(
            "your game of Illimat {company} was called off in round {round}, because all who still "
            "play wished it. Nobody wins."
        ),
    ),
    "idle": (
        gettext_lazy(
            "your game of Illimat was called off in round {round}, because nobody had acted for "
            "too long. Nobody wins."
        ),
        gettext_lazy(
            "your game of Illimat {company} was called off in round {round}, because nobody had "
            "acted for too long. Nobody wins."
        ),
    ),
    "never_decided": (
        gettext_lazy(
            "your game of Illimat was called off in round {round}, because a player left before "
            "their first decision. Nobody wins."
        ),
        gettext_lazy(
            "your game of Illimat {company} was called off in round {round}, because a player left "
            "before their first decision. Nobody wins."
        ),
    ),
    "nobody_left": (
        gettext_lazy(
            "your game of Illimat was called off in round {round}, because you left it. Nobody "
            "wins."
        ),
        gettext_lazy(
            "your game of Illimat {company} was called off in round {round}, because you left it. "
            "Nobody wins."
        ),
    ),
}
"""The same, by reason, for a game that had begun when it was called off."""


def company(table: Table, reader: str) -> str:
    """Return a phrase that names partners and opponents of the reader; empty without any."""
    seat, names, form = table.seat, table.names, active_language().form
    if table.begun and table.teams:
        ours, theirs = sorted(table.teams, key=lambda team: seat not in team)
        (partner,) = (names[other] for other in ours if other != seat)
        opponents = form("and", [names[other] for other in theirs])
        return gettext("with {partner} against {opponents}").format(
            partner=partner, opponents=opponents
        )
    seated = names if table.begun else [a.user.handle for a in table.assignments if a.user]
    others = [name for name in seated if name != reader]
    if not others:
        return ""
    if table.automaton:
        return gettext("against {opponents}").format(opponents=form("and", others))
    return gettext("with {others}").format(others=form("and", others))


def subject(kind: str, company: str) -> str:
    """Return the subject of a mail."""
    return gettext("Illimat {company}: {about}").format(
        company=company or alone(), about=ABOUT[kind]
    )


def alone() -> str:
    """Return the phrase that stands for the company of a reader who plays alone."""
    return pgettext("without other players", "alone")


def opening(kind: str, company: str, game: Game) -> str:
    """Return what a mail says first; `company` is empty for a reader who plays alone."""
    begun = kind == Kind.CALLED_OFF and game.round
    why = (game.last_event or {}).get("reason", "consent")
    by_itself, accompanied = CALLED_OFF[why] if begun else OPENINGS[kind]
    creator = game.creator.handle if game.creator else gettext("its creator")
    return (accompanied if company else by_itself).format(
        company=company, creator=creator, round=game.round
    )


def deadline(moment: datetime, zone: str) -> str:
    """Return a sentence that says until when a reader in a time zone has time to decide."""
    local = date_format(moment.astimezone(ZoneInfo(zone)), "l, j F Y, H:i")
    return gettext("You have time until {moment} ({zone}).").format(moment=local, zone=zone)


def result(game: Game, names: Sequence[str]) -> str:
    """Return who won a game that is over; `names` are by seat."""
    winners = [names[seat] for seat in game.winners or ()]
    if not winners:
        return gettext("Nobody wins.")
    return ngettext(
        "The winner is {winners}.", "The win is shared by {winners}.", len(winners)
    ).format(winners=active_language().form("and", winners))


def seal(game: Game) -> str:
    """Return the line that lets readers check the log later, with the game's head below it."""
    return gettext("Its log stands at version {version}, sealed by\n{head}").format(
        version=game.version, head=game.head
    )
