"""Mails about seasons in each language are as they were when somebody last looked at them.

`WRITE_MAILS=1` writes them anew, as in `tests/notifications/test_golden_mails.py`.
"""

from typing import Any, Final
from uuid import uuid4

import msgspec
import pytest

from accounts.models import User
from games.clocks.controls import DEFAULT
from games.making.arrangement import game_arrange
from games.models import Game
from leagues.models import (
    EntrantPlayer,
    Fixture,
    LeagueInvitation,
    Organiser,
    Season,
    SeasonMessage,
)
from leagues.models.rulings import Ruling
from leagues.notices.kinds import SEASON_KINDS
from leagues.notices.kinds.league_invitation import VERSIONS
from leagues.notices.kinds.season_ruling import ANSWERED, ASKED
from leagues.rules import SeasonRules
from leagues.stream import events
from notifications.content.mails import compose
from notifications.models import Delivery, Notice
from notifications.sending.outbox import PersonNews, news_write, notices_write
from tests.support.api_seasons import DAY
from tests.support.golden_mails import LANGUAGES, OPTIONS, check_message, same_game
from tests.support.played_seasons import START, PlayedSeason, people_named
from tests.support.times import Time

__all__ = ["same_game"]  # a fixture

pytestmark = [pytest.mark.django_db]
RULES: Final[dict[str, Any]] = {"division_size": 4, "promoted": 1, "relegated": 1}
MOVED: Final = "You have played in a <higher> division elsewhere."
TEXT: Final = "Welcome to this season!\n\nPlease read the rules: 2 < 3 & 3 > 2."


class Stage:
    """A season of two divisions; mails are composed as it goes on."""

    def __init__(self) -> None:
        self.up = people_named("ada", "bob", "cy", "dee")
        self.down = people_named("eve", "fay", "gus", "hal")
        self.played = PlayedSeason([self.up, self.down], **RULES)
        Season.objects.update(name="Spring")
        self.played.league.name = "Cups"
        self.played.league.save()
        self.seen: set[str] = set()

    def check(
        self, name: str, kind: str, reader: User, version: int | None = None, about: str = ""
    ) -> None:
        """Compare the mail about the newest event, or another version, in each language."""
        self.seen.add(kind)
        season = self.played.season
        known = season.version if version is None else version
        Notice.objects.filter(person=reader).delete()
        news_write(about=about or str(season.pk), news=[PersonNews(reader.pk, kind, known)])
        for language in LANGUAGES:
            User.objects.filter(pk=reader.pk).update(language=language)
            message = compose(Delivery.objects.get(notice__person=reader))
            check_message(name, language, message)

    def enter(self, person: User, event: events.SeasonEvent, entrant: Any) -> None:
        """Let somebody enter by an event."""
        EntrantPlayer.objects.create(season=self.played.season, entrant_id=entrant, user=person)
        self.played.append(event)


@pytest.fixture
def stage(time: Time) -> Stage:
    """Return a season whose registration has just opened."""
    time.stop(START)
    return Stage()


def test_mails_about_seasons_read_and_look_as_they_did(stage: Stage) -> None:
    played, (ada, *_), (eve, *_) = stage.played, stage.up, stage.down
    first, second = played.divisions
    (ian,) = people_named("ian")

    Season.objects.update(state="registration")
    stage.check("season_registered", "season_entry", ada, 3)
    late = uuid4()
    stage.enter(ian, events.EntrantRegistered(entrant=late, waits=True), late)
    stage.check("season_waiting", "season_entry", ian)
    season = played.season
    assert season.starts_at is not None
    assert season.ends_at is not None
    before = events.Dates(season.starts_at, season.ends_at)
    after = events.Dates(before.starts_at + 7 * DAY, before.ends_at + 14 * DAY)
    rules = SeasonRules(**RULES, confirm_days=3)
    moved = events.DatesMoved(before=before, after=after, rules=rules, reason="Holidays.")
    played.append(moved)
    stage.check("season_moved", "season_moved", ian)
    played.append(msgspec.structs.replace(moved, before=after, after=before))
    played.append(events.AttendanceAsked())
    stage.check("season_attendance", "season_attendance", ian)
    transfer = events.EntrantMoved(entrant=first[0], division=1, reason=MOVED, agreed=False)
    played.append(transfer)
    stage.check("season_asked_lower", "season_transfer", ada)
    played.append(msgspec.structs.replace(transfer, division=0, agreed=None))
    stage.check("season_transfer", "season_transfer", ada)
    message = SeasonMessage.objects.create(season=played.season, author=ada, text=TEXT)
    stage.check("season_message", "season_message", eve, message.pk)
    played.append(
        events.StartPrevented(
            member="entrants",
            message="The season needs at least {least} entrants; there are {entrants}.",
            arguments={"least": 4, "entrants": 2},
        )
    )
    stage.check("season_prevented", "season_prevented", ada)
    Season.objects.update(state="running")

    (top,) = played.pair(first)
    Fixture.objects.filter(pk=top).update(
        game=Game.objects.create(options={}, mode="beginner", seats=4)
    )
    stage.check("season_begins", "season_round", ada)
    games = played.pair(second, division=1)
    played.append(events.EntrantWithdrew(entrant=second[3]))
    played.append(events.SubstituteNamed(entrant=second[3], substitute=late))
    stage.check("season_substitute", "season_entry", ian)

    played.finish((top, [40, 30, 20, 10]), (games[0], [45, 35, 25, 15]))
    stage.check("season_certain", "season_certain", eve)
    fixture = Fixture.objects.order_by("number").first()
    assert fixture is not None
    ruling = Ruling.objects.create(
        season=played.season, fixture=fixture, asked_by=ada, question="The <board> was wrong."
    )
    Organiser.objects.create(league=played.league, user=eve)
    stage.check("season_asked", "season_ruling", eve, ASKED, about=str(ruling.pk))
    Ruling.objects.update(
        effect="void", reasons="It was.", answered_by=eve, answered_at=ruling.asked_at
    )
    stage.check("season_ruled", "season_ruling", ada, ANSWERED, about=str(ruling.pk))
    played.append(events.SeasonFinished(order=(tuple(first), tuple(second))))
    stage.check("season_over", "season_over", eve)
    assert stage.seen == {kind.key for kind in SEASON_KINDS} - {"league_invitation", "season_opens"}


def test_mails_that_ask_people_into_a_league_read_and_look_as_they_did() -> None:
    stage = Stage()
    ada, (ian,) = stage.up[0], people_named("ian")
    Season.objects.update(state="registration")
    about = str(stage.played.league.pk)
    for role in LeagueInvitation.Role:
        LeagueInvitation.objects.create(league_id=about, user=ian, by=ada, role=role)
        name = f"league_invitation_{role}"
        stage.check(name, "league_invitation", ian, VERSIONS[role], about=about)
    stage.check("season_opens", "season_opens", ian, 2)


def test_a_mail_about_a_season_that_was_called_off_reads_and_looks_as_it_did() -> None:
    stage = Stage()
    stage.played.append(events.SeasonCalledOff(reason="Too few of us have time this spring."))
    stage.check("season_called_off", "season_over", stage.up[0])


def test_a_mail_about_a_game_of_a_season_reads_and_looks_as_it_did(same_game: None) -> None:
    stage = Stage()
    (fixture,) = stage.played.pair(stage.played.divisions[0])
    game = game_arrange(players=stage.up, options=OPTIONS, control=DEFAULT)
    stage.played.append(events.GamesArranged(games={fixture: game.pk}))
    for language in LANGUAGES:
        check_game_mail(game, language)


def check_game_mail(game: Game, language: str) -> None:
    """Compare the mail to the player to move with its golden copy."""
    reader = game.assignments.get(awaited=True).user
    assert reader is not None
    User.objects.filter(pk=reader.pk).update(language=language)
    Notice.objects.filter(game=game).delete()
    notices_write(game=game, version=game.version, kinds={reader.pk: "your_turn"})
    message = compose(Delivery.objects.get(notice__game=game, channel="email"))
    check_message("season_your_turn", language, message)
