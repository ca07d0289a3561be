"""The sentences of mails about games, in the active language."""

from collections.abc import Collection, Sequence
from datetime import datetime
from zoneinfo import ZoneInfo

from django.utils.formats import date_format
from django.utils.translation import gettext, ngettext, pgettext

from games.language import active_language
from games.models import Game
from games.play.results import judge_of
from games.reading.tables import Table
from illimat_core.messages import capitalize
from illimat_core.views import Observation
from illimat_core.words.solo import solo_end
from notifications.content.happened import occupation_of
from notifications.kinds.invited import INVITED
from notifications.kinds.record import Kind


def company(table: Table, *left_out: str) -> str:
    """Return a phrase that names partners and opponents of the viewer; empty without any.

    `left_out` are the handle of the viewer and those of others who are not named. Of a seat that
    the viewer has left, nobody is named who took it later.
    """
    occupation = occupation_of(table) if table.begun else None
    seat = occupation.seat if occupation else None
    names, form = table.names, active_language().form
    if table.teams and seat is not None:
        ours, theirs = sorted(table.teams, key=lambda team: seat not in team)
        (partner,) = (names[other] for other in ours if other != seat)
        opponents = form("and", [names[other] for other in theirs])
        return gettext("with {partner} against {opponents}").format(
            partner=partner, opponents=opponents
        )
    seated = names if table.begun else [a.user.handle for a in table.assignments if a.user]
    others = [name for number, name in enumerate(seated) if number != seat and name not in left_out]
    if not others:
        return ""
    if table.automaton:
        return gettext("against {opponents}").format(opponents=form("and", others))
    return gettext("with {others}").format(others=form("and", others))


def subject(kind: Kind, company: str) -> str:
    return gettext("Illimat {company}: {about}").format(
        company=company or alone(), about=kind.label
    )


def alone() -> str:
    """Return the phrase that stands for the company of a reader who plays alone."""
    return pgettext("without other players", "alone")


def opening_sentence(kind: Kind, table: Table, reader: str) -> str:
    """Return what a mail says first to the reader, who is the viewer of the table."""
    if kind.opening is None:
        return ""
    game = table.game
    alone, accompanied = kind.opening(game)
    creator = game.creator.handle if game.creator else gettext("its creator")
    others = company(table, reader, *([creator] if kind.by_creator else []))
    words = str(accompanied if others else alone)
    said = words.format(company=others, creator=creator, round=game.round)
    if words.startswith("{creator}"):  # else German goes on in lower case after the salutation
        said = capitalize(said)
    return f"{said} {ruling_sentence(game)}".strip()


def ruling_sentence(game: Game) -> str:
    """Return a sentence with the reasons for which a game was adjudicated; empty without any."""
    if not game.ruling:
        return ""
    if judge_of(game) == "moderators":
        return gettext("The moderators' reasons: {reasons}").format(reasons=game.ruling)
    return gettext("The organiser's reasons: {reasons}").format(reasons=game.ruling)


def turn_sentence(game: Game, names: Sequence[str], *, gets_mail: bool) -> str:
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


def explain_mail(table: Table, *, plays: bool) -> str:
    """Say why the viewer of a table gets mail about it; `plays` is whether they still play."""
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


def explain_combined_mail(kinds: Collection[Kind]) -> str:
    if any(kind.topic for kind in kinds):
        return gettext("You get this mail because you take part in these games and seasons.")
    if INVITED in kinds:
        return gettext("You get this mail because you play in these games or are invited to them.")
    return gettext("You get this mail because you play in these games.")


def deadline_sentence(moment: datetime, zone: str) -> str:
    """Return a sentence that says until when a reader in a time zone has time to decide."""
    return gettext("You have time until {until}.").format(until=moment_in(moment, zone))


def moment_in(moment: datetime | None, zone: str) -> str:
    """Return a moment in a time zone, with its weekday and the zone; empty for none."""
    if moment is None:
        return ""
    # Translators: how a date is written, in the letters of Django's template filter "date"
    local = date_format(moment.astimezone(ZoneInfo(zone)), gettext("l, j F Y, H:i"))
    return with_zone(local, moment, zone)


def with_zone(words: str, moment: datetime, zone: str) -> str:
    """Return the words for a moment in a time zone, with the zone.

    A time that occurs twice, as clocks are put back, also gets the abbreviation in force.
    """
    local = moment.astimezone(ZoneInfo(zone))
    twice = local.utcoffset() != local.replace(fold=1 - local.fold).utcoffset()
    return f"{words} ({zone}, {local.tzname()})" if twice else f"{words} ({zone})"


def board_title(game: Game) -> str:
    if game.state == Game.State.FINISHED:
        return gettext("The board at the end")
    return gettext("The board in round {round}").format(round=game.round)


def ranking(table: Table, places: Sequence[int]) -> list[tuple[int, str, int]]:
    """Return the place, name and score of each seat, the best first; `places` are by seat.

    The viewer is called *you*.
    """
    names = table.names
    if table.seat is not None:
        names[table.seat] = gettext("You")
    ranked = zip(places, names, table.game.scores, strict=True)
    return sorted(ranked, key=lambda each: each[0])


def result_sentence(table: Table, view: Observation) -> str:
    """Return who won a game that is over, or how a solo game ended, in a sentence to the viewer."""
    if alone := solo_end(view, active_language()):
        return f"{alone.reached} {alone.goal}"
    seats = table.game.winners or ()
    if not seats:
        return gettext("Nobody wins.")
    others = [table.names[seat] for seat in seats if seat != table.seat]
    if not others:
        return gettext("You win.")
    named = active_language().form("and", others)
    if len(others) < len(seats):
        return gettext("You and {others} share the win.").format(others=named)
    said = ngettext("The winner is {winners}.", "{winners} share the win.", len(seats))
    return capitalize(said.format(winners=named))


def seal_line(game: Game) -> str:
    """Return the line that lets readers check the log later; the game's head belongs below it."""
    return gettext(
        "The log has {version} events. Its fingerprint, which changes if any of them does:"
    ).format(version=game.version)
