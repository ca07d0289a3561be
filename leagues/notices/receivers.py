"""Writes notices of what happens in seasons, in the transaction in which it happens.

Each event of a season is appended once, so each piece of news is written once, however often a
sweep runs. What a message says, and whether it still holds, is asked when it is sent
(`leagues.notices.kinds`).
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple
from uuid import UUID

from django.dispatch import receiver

from accounts.models import User
from leagues.contest.divisions import Outcome
from leagues.models import Entrant, EntrantPlayer, Organiser, Season
from leagues.notices.kinds.season_attendance import SEASON_ATTENDANCE
from leagues.notices.kinds.season_certain import SEASON_CERTAIN
from leagues.notices.kinds.season_entry import SEASON_ENTRY
from leagues.notices.kinds.season_moved import SEASON_MOVED
from leagues.notices.kinds.season_opens import SEASON_OPENS, readers_of
from leagues.notices.kinds.season_over import SEASON_OVER
from leagues.notices.kinds.season_prevented import SEASON_PREVENTED
from leagues.notices.kinds.season_round import SEASON_ROUND
from leagues.notices.kinds.season_transfer import SEASON_TRANSFER
from leagues.season.substitutes import last_of, substitutes_in
from leagues.signals import season_changed
from leagues.stream import events
from leagues.stream.rows import RecordedEvent
from notifications.kinds.game_begins import GAME_BEGINS
from notifications.kinds.record import Kind
from notifications.sending.outbox import PersonNews, game_mails_supersede, news_write

State = Entrant.State
TAKING_PART: Final = frozenset({State.PLAYING, State.SUBSTITUTE})
EVERYBODY: Final = frozenset(State)
ENTERED: Final = EVERYBODY - {State.WITHDRAWN}
BEFORE_START: Final = frozenset({State.REGISTERED, State.WAITING})


class Announcement(NamedTuple):
    """News of a kind, at an event: for these entrants, if they are in one of these states.

    Without `entrants`, it is for all of the season, and with `organisers`, for these, too; so it is
    for other `people`, by their ids. The person who caused it is told only `with_author`.
    """

    kind: Kind
    sequence: int
    entrants: Collection[UUID] | None = None
    states: Collection[str] = TAKING_PART
    organisers: bool = False
    with_author: bool = False
    people: Sequence[int] = ()


@receiver(season_changed)
def tell_news(
    *,
    season: Season,
    recorded: Sequence[RecordedEvent],
    certain: Mapping[str, Outcome],
    author: User | None,
    **_: Any,
) -> None:
    """Write the notices that events lead to; of games whose round is told, none is written."""
    told = [
        *_news_of_events(season, recorded),
        *_news_of_rounds(season, recorded),
        *_news_of_outcomes(season, certain),
    ]
    players = _players(season, told)
    organisers = _organisers(season) if any(each.organisers for each in told) else ()
    acting = author.pk if author else None
    news: dict[PersonNews, None] = {}
    for each in told:
        people = [
            person
            for entrant, person, state in players
            if state in each.states and (each.entrants is None or entrant in each.entrants)
        ]
        people += organisers if each.organisers else ()
        people += each.people
        for person in people:
            if each.with_author or person != acting:
                news[PersonNews(person, each.kind.key, each.sequence)] = None
    about = str(season.pk)
    news_write(about=about, news=list(news))
    for one in recorded:
        if isinstance(one.event, events.GamesArranged):
            game_mails_supersede(
                games=one.event.games.values(),
                kind=GAME_BEGINS.key,
                about=about,
                telling=SEASON_ROUND.key,
            )


def _news_of_events(season: Season, recorded: Sequence[RecordedEvent]) -> Iterator[Announcement]:
    for _, sequence, _, event in recorded:
        match event:
            case events.EntrantRegistered() | events.EntrantAdmitted():
                yield Announcement(
                    SEASON_ENTRY, sequence, {event.entrant}, ENTERED, with_author=True
                )
            case events.RegistrationOpened():
                yield Announcement(SEASON_OPENS, sequence, (), people=readers_of(season))
            case events.DatesMoved():
                yield Announcement(SEASON_MOVED, sequence, None, ENTERED, organisers=True)
            case events.AttendanceAsked():
                yield Announcement(SEASON_ATTENDANCE, sequence, None, BEFORE_START)
            case events.EntrantWithdrew() | events.EntrantAbsent() | events.HiatusDeclared():
                yield Announcement(SEASON_ENTRY, sequence, {event.entrant}, EVERYBODY)
            case events.EntrantMoved():
                yield Announcement(SEASON_TRANSFER, sequence, {event.entrant}, BEFORE_START)
            case events.SubstituteNamed():
                yield Announcement(SEASON_ENTRY, sequence, {event.substitute})
            case events.StartPrevented():
                yield Announcement(SEASON_PREVENTED, sequence, (), organisers=True)
            case events.SeasonFinished():
                yield Announcement(SEASON_OVER, sequence)
            case events.SeasonCalledOff():
                yield Announcement(SEASON_OVER, sequence, None, ENTERED, organisers=True)
            case _:
                pass


def _news_of_rounds(season: Season, recorded: Sequence[RecordedEvent]) -> Iterator[Announcement]:
    """Yield one message, however many rounds are paired at once."""
    happened = [(each.sequence, each.event) for each in recorded]
    rounds = [(at, event) for at, event in happened if isinstance(event, events.RoundPaired)]
    if rounds:
        play: set[UUID] = set()
        for _, event in rounds:
            play.update(each for table in event.tables for each in table.entrants)
            play.update(bye.entrant for bye in event.byes)
        substitutes = substitutes_in(season.pk)
        last = {last_of(each, substitutes) for each in play}
        yield Announcement(SEASON_ROUND, rounds[0][0], last, with_author=True)


def _news_of_outcomes(season: Season, certain: Mapping[str, Outcome]) -> Iterator[Announcement]:
    """Yield what has become certain, unless the end of the season tells it."""
    if certain and season.state == Season.State.RUNNING:
        yield Announcement(
            SEASON_CERTAIN, season.version, set(map(UUID, certain)), with_author=True
        )


def _players(season: Season, told: Sequence[Announcement]) -> list[tuple[UUID, int, str]]:
    """Return the entrants that news may be for, their people and their states, in one query."""
    if not told:
        return []
    players = EntrantPlayer.objects.filter(season=season, user__isnull=False)
    named: set[UUID] = set()
    for each in told:
        named.update(each.entrants or ())
    if all(each.entrants is not None for each in told):
        players = players.filter(entrant__in=named)
    rows = players.order_by("pk").values_list("entrant", "user", "entrant__state")
    return list(rows)


def _organisers(season: Season) -> list[int]:
    found = Organiser.objects.filter(league=season.league_id)
    return list(found.order_by("pk").values_list("user", flat=True))
