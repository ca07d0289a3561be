"""The sentences of mails about games, in the active language."""

from collections.abc import Container, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext, pgettext

from games.language import active_language
from games.models import Game
from games.tables import Table
from notifications.kinds.record import Kind


def company(table: Table, *besides: str) -> str:
    """Return a phrase that names partners and opponents of the viewer; empty without any.

    `besides` are the handle of the viewer and those of others whom it leaves out.
    """
    seat, names, form = table.seat, table.names, active_language().form
    if table.begun and table.teams:
        ours, theirs = sorted(table.teams, key=lambda team: seat not in team)
        (partner,) = (names[other] for other in ours if other != seat)
        opponents = form("and", [names[other] for other in theirs])
        return gettext("with {partner} against {opponents}").format(
            partner=partner, opponents=opponents
        )
    seated = names if table.begun else [a.user.handle for a in table.assignments if a.user]
    others = [name for name in seated if name not in besides]
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


def opening(kind: Kind, table: Table, reader: str) -> str:
    """Return what a mail says first to the reader, who is the viewer of the table."""
    if kind.opening is None:
        return ""
    game = table.game
    alone, accompanied = kind.opening(game)
    creator = game.creator.handle if game.creator else gettext("its creator")
    others = company(table, reader, *([creator] if kind.by_creator else []))
    return (accompanied if others else alone).format(
        company=others, creator=creator, round=game.round
    )


def turn(game: Game, names: Sequence[str], *, gets_mail: bool) -> str:
    """Return whose turn it is, in one or two sentences; empty if the game waits for nobody.

    `gets_mail` is whether the reader will get a mail when it is their turn.
    """
    awaited = [names[seat] if seat is not None else gettext("a spectator") for seat in game.awaited]
    if not awaited:
        return ""
    if gets_mail:
        words = gettext("Waiting for {turn}. You will get a mail when it is your turn.")
    else:
        words = gettext("Waiting for {turn}.")
    return words.format(turn=active_language().form("and", awaited))


def because(table: Table, *, plays: bool) -> str:
    """Return a sentence that says why the viewer of a table gets mail about it.

    `plays` is whether they still play.
    """
    if plays:
        return gettext("You get this mail because you play in this game.")
    if table.game.round:
        return gettext("You get this mail because you played in this game.")
    if table.own is None and (creator := table.game.creator):
        words = gettext("You get this mail because {creator} invited you to this table.")
        return words.format(creator=creator.handle)
    if table.own is None:
        return gettext("You get this mail because somebody invited you to this table.")
    return gettext("You get this mail because you sat at this table.")


def deadline(moment: datetime, zone: str) -> str:
    """Return a sentence that says until when a reader in a time zone has time to decide."""
    # Translators: how a date is written, in the letters of Django's template filter "date"
    local = date_format(moment.astimezone(ZoneInfo(zone)), gettext("l, j F Y, H:i"))
    return gettext("You have time until {moment} ({zone}).").format(moment=local, zone=zone)


def board_title(game: Game) -> str:
    """Return the heading of the board."""
    if game.over:
        return gettext("The board at the end")
    return gettext("The board in round {round}").format(round=game.round)


def places(game: Game, names: Sequence[str], gone: Container[int]) -> list[tuple[int, str, int]]:
    """Return the place, name and score of each seat of a game that is over, the best first.

    Winners come first and those who left (`gone`, by seat) last, whatever their scores: a tie is
    broken by more than points, and who has left cannot win. Seats that are equal in all of this
    share a place.
    """
    winners = game.winners or ()
    keys = [(seat not in winners, seat in gone, -score) for seat, score in enumerate(game.scores)]
    ranked = sorted(zip(keys, names, game.scores, strict=True), key=lambda each: each[0])
    keys.sort()
    return [(keys.index(key) + 1, name, score) for key, name, score in ranked]


def result(game: Game, names: Sequence[str]) -> str:
    """Return who won a game that is over; `names` are by seat."""
    winners = [names[seat] for seat in game.winners or ()]
    if not winners:
        return gettext("Nobody wins.")
    return ngettext(
        "The winner is {winners}.", "The win is shared by {winners}.", len(winners)
    ).format(winners=active_language().form("and", winners))


def seal(game: Game) -> str:
    """Return the line that lets readers check the log later; the game's head belongs below it."""
    return gettext(
        "The log has {version} events. Its fingerprint, which changes if any of them does:"
    ).format(version=game.version)
