"""The sentences of mails about games, in the active language."""

from collections.abc import Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext, pgettext

from games.language import active_language
from games.models import Game
from games.tables import Table
from notifications.kinds.record import Kind


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


def subject(kind: Kind, company: str) -> str:
    """Return the subject of a mail."""
    return gettext("Illimat {company}: {about}").format(
        company=company or alone(), about=kind.label
    )


def alone() -> str:
    """Return the phrase that stands for the company of a reader who plays alone."""
    return pgettext("without other players", "alone")


def opening(kind: Kind, company: str, game: Game) -> str:
    """Return what a mail says first; `company` is empty for a reader who plays alone."""
    if kind.opening is None:
        return ""
    alone, accompanied = kind.opening(game)
    creator = game.creator.handle if game.creator else gettext("its creator")
    return (accompanied if company else alone).format(
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
