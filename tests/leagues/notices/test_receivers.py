"""Who is told what of a season: each once, and only those whom it concerns."""

import json
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import transaction
from django.utils import timezone

from accounts.models import User
from leagues.models import Bye, EntrantPlayer, Fixture, League, Organiser, Season
from leagues.running import lifecycle
from leagues.season import lookup
from leagues.stream import store
from leagues.stream.events import EntrantRegistered, EntrantWithdrew, SeasonFinished
from notifications.content.mails import compose
from notifications.models import Choice, Delivery, Notice
from notifications.sending.dispatch import reason_to_drop
from notifications.sending.outbox import notices_spread
from notifications.tasks import send
from notifications.webhooks.messages import body_of
from tests.support.api_seasons import (
    DAY,
    LEAGUES,
    ApiSeason,
    declaration,
    end_games,
    in_days,
    invite,
    later,
    make_league,
    offer,
    people,
)
from tests.support.mails import handles, mails, text, told
from tests.support.pages import body
from tests.support.people import Person, problem
from tests.support.played_seasons import PlayedSeason, crowd, people_named
from tests.support.times import Time

pytestmark = pytest.mark.django_db
SWISS: dict[str, Any] = {"format": "swiss", "rounds": 2, "days_per_round": 10}


def test_somebody_who_registers_is_told_once(season: ApiSeason, bob: Person, eve: Person) -> None:
    season.enter(bob)
    season.enter(bob)
    lifecycle.sweep()
    assert told("season_entry") == handles(bob)
    (mail,) = mails("season_entry")
    assert reason_to_drop(mail) is None
    assert "You are registered for the season Spring of the league Cups." in text(mail)


def test_somebody_who_is_invited_to_a_league_is_told_once(ada: Person, bob: Person) -> None:
    league = make_league(ada, access="invitation")
    for _ in range(2):
        invite(ada, league, bob)
        assert reason_to_drop(*mails("league_invitation")) is None
        ada.delete(f"{LEAGUES}/{league}/invitations/bob")
        assert reason_to_drop(*mails("league_invitation")) == "outdated"
    assert told("league_invitation") == handles(bob)
    (mail,) = mails("league_invitation")
    assert json.loads(body_of(mail, ""))["data"]["league"] == league
    offer(ada, league, bob)
    said = text(mails("league_invitation")[-1])
    assert "Ada asks you to organise the league Cups." in said
    assert f"/leagues/{league}" in said


def test_who_played_and_who_is_invited_are_told_that_registration_opens(
    season: ApiSeason, bob: Person, eve: Person
) -> None:
    invited, declining, withdrawn = people(3)
    season.enter(bob, eve, declining)
    for person in (invited, declining, withdrawn, bob):
        invite(season.organiser, season.league, person)
    declining.delete(f"{LEAGUES}/{season.league}/invitations/me")
    season.organiser.delete(f"{LEAGUES}/{season.league}/invitations/{withdrawn.user.handle}")
    assert not told("season_opens")
    Season.objects.update(state="finished", finished_at=timezone.now(), ends_at=timezone.now())
    second = ApiSeason(season.organiser, season.league)
    lifecycle.sweep()
    assert told("season_opens") == handles(bob, eve, invited)
    (mail,) = mails("season_opens", eve)
    assert "Registration for the season Spring of the league Cups is open." in text(mail)
    assert f"/seasons/{second.id}" in text(mail)
    assert reason_to_drop(mail) is None
    second.enter(eve)
    assert reason_to_drop(mail) == "outdated"


def test_seasons_that_were_called_off_or_are_long_over_count_for_nothing(
    season: ApiSeason, bob: Person
) -> None:
    season.enter(bob)
    for _ in range(2):
        season.organiser.post(f"{season.path}/call-off", {"reason": "Too few."})
        season = ApiSeason(season.organiser, season.league)
    assert not told("season_opens")
    Season.objects.update(state="finished", finished_at=timezone.now(), ends_at=timezone.now())
    ApiSeason(season.organiser, season.league)
    assert not told("season_opens")


def test_who_blocked_the_organiser_who_opens_registration_is_not_told(
    season: ApiSeason, bob: Person, eve: Person
) -> None:
    season.enter(bob, eve)
    bob.client.put("/api/v1/me/blocks/ada")
    Season.objects.update(state="finished", finished_at=timezone.now(), ends_at=timezone.now())
    declared = declaration() | {"registration_opens_at": None}
    answer = season.organiser.post(f"{LEAGUES}/{season.league}/seasons", declared)
    season.organiser.post(f"/api/v1/seasons/{answer.json()['id']}/open")
    needed = [mail.notice.person for mail in mails("season_opens") if reason_to_drop(mail) is None]
    assert needed == [eve.user]


def test_an_invitation_names_the_seasons_whose_registration_is_open(
    season: ApiSeason, bob: Person
) -> None:
    invite(season.organiser, season.league, bob)
    (mail,) = mails("league_invitation")
    assert "Ada invites you to the league Cups." in text(mail)
    assert "Registration is open until" in text(mail)
    season.enter(bob)
    assert reason_to_drop(mail) == "outdated"


@pytest.mark.parametrize("ask", [invite, offer])
def test_nobody_is_told_of_an_invitation_by_somebody_they_blocked(
    ask: Any, ada: Person, bob: Person
) -> None:
    league = make_league(ada)
    bob.client.put("/api/v1/me/blocks/ada")
    ask(ada, league, bob)
    assert not told("league_invitation")


def test_somebody_who_waits_is_told_and_again_when_they_get_a_place(
    ada: Person, bob: Person, eve: Person
) -> None:
    season = ApiSeason(ada, capacity=2)
    season.enter(ada, bob, eve)
    (waiting,) = mails("season_entry", eve)
    assert "so you are on the waiting list" in text(waiting)
    bob.delete(f"{season.path}/entrants/me")
    waiting, admitted = mails("season_entry", eve)
    assert "you now have a place" in text(admitted)
    assert (reason_to_drop(waiting), reason_to_drop(admitted)) == ("outdated", None)
    assert told("season_entry") == {"ada": 1, "bob": 1, "eve": 2}


def test_somebody_who_offers_to_substitute_is_told_that_it_may_be_at_once(
    season: ApiSeason, bob: Person, eve: Person
) -> None:
    season.enter(*people(2), bob)
    season.start()
    bob.delete(f"{season.path}/entrants/me")
    page = body(eve.client.get(f"/seasons/{season.id}"))
    eve.post(f"{season.path}/entrants", {"substitute": True})
    at_once = "If somebody has withdrawn already and nobody plays for them, that can be within a"
    assert at_once in " ".join(page.split())
    assert at_once in text(mails("season_entry", eve)[0])


def test_somebody_withdrawn_by_an_organiser_is_told_and_one_who_withdraws_is_not(
    season: ApiSeason, bob: Person, eve: Person
) -> None:
    first, _ = season.enter(bob, eve)
    season.organiser.post(f"{season.path}/entrants/{first}/removal")
    eve.delete(f"{season.path}/entrants/me")
    assert told("season_entry") == {"bob": 2, "eve": 1}
    assert "You no longer take part" in text(mails("season_entry", bob)[-1])


def test_both_partners_are_told(ada: Person, bob: Person, eve: Person) -> None:
    season = ApiSeason(ada, partners=True, options={"mode": "teams", "rounds": 1})
    bob.post(f"{season.path}/entrants", {"partner": "eve"})
    assert not told("season_entry")
    season.enter(eve, partner="bob")
    assert told("season_entry") == handles(bob, eve)
    assert "Your partner is eve." in text(mails("season_entry", bob)[0])
    bob.delete(f"{season.path}/entrants/me")
    assert told("season_entry") == {"bob": 1, "eve": 2}


def test_the_start_is_told_in_one_mail_with_all_games(season: ApiSeason, time: Time) -> None:
    three = people(3)
    season.enter(*three)
    later(time, 8 * DAY)
    lifecycle.sweep()
    assert told("season_round") == handles(*three)
    for person in three:
        (mail,) = mails("season_round", person)
        said = text(mail)
        assert "The season Spring of the league Cups begins." in said
        assert "You play 2 games:" in said
        for fixture in Fixture.objects.filter(season=season.id):
            plays = person.user in {each.user for each in fixture.game.assignments.all()}  # type: ignore[union-attr]
            assert (str(fixture.game_id) in said) == plays
        for other in three:
            if other is not person:
                assert f"against {other.user.handle}" in said


def test_the_start_names_byes_and_no_game_that_nobody_would_play(ada: Person) -> None:
    season = ApiSeason(ada, days_per_round=10)
    three = people(3)
    season.enter(*three)
    season.start()
    resting = Bye.objects.get(season=season.id, round=1).entrant.players.get().user
    first, second, gone = sorted(three, key=lambda person: person.user == resting)
    gone.delete(f"{season.path}/entrants/me")
    lifecycle.sweep()
    for person, other in ((first, second), (second, first)):
        said = text(mails("season_round", person)[0])
        assert "You play 1 game:" in said
        assert f"against {other.user.handle}" in said
        assert f"against {gone.user.handle}" not in said
        assert "You have a bye in round " in said


def test_what_the_start_tells_is_not_told_again_for_each_game(season: ApiSeason) -> None:
    season.enter(*people(3))
    season.start()
    begun = mails("game_begins")
    assert begun
    assert {(each.state, each.reason) for each in begun} == {("superseded", "merged")}
    assert {each.state for each in mails("your_turn")} == {"waiting"}


@pytest.mark.slow
def test_somebody_who_declines_mails_about_rounds_gets_those_about_games(season: ApiSeason) -> None:
    three = people(3)
    for person in three:
        Choice.objects.create(
            person=person.user, kind="season_round", channel="email", wanted=False
        )
    season.enter(*three)
    season.start()
    assert {each.state for each in mails("game_begins")} == {"waiting"}
    assert {reason_to_drop(each) for each in mails("season_round")} == {"unwanted"}


@pytest.mark.slow
def test_a_round_is_told_to_those_who_are_paired_and_no_others(ada: Person) -> None:
    season = ApiSeason(ada, **SWISS)
    five = people(5)
    season.enter(*five)
    season.start()
    late, later = Person(), Person()
    season.enter(late, later, substitute=True)
    assert told("season_round") == handles(*five)
    gone, *others = five
    gone.delete(f"{season.path}/entrants/me")
    end_games(season)
    lifecycle.sweep()
    lifecycle.sweep()
    assert season.shown()["round"] == 2
    assert told("season_round") == handles(gone, late) | {  # and not to the one who waits on
        person.user.handle: 2 for person in others
    }
    first, second = mails("season_round", others[0])
    assert (reason_to_drop(first), reason_to_drop(second)) == ("outdated", None)
    assert "Round 2 of the season Spring" in text(second)
    assert reason_to_drop(mails("season_round", gone)[0]) == "outdated"


@pytest.mark.slow
def test_somebody_who_has_a_bye_is_told(ada: Person) -> None:
    season = ApiSeason(ada, **SWISS)
    season.enter(*people(3))
    season.start()
    byes = [each for each in mails("season_round") if "You have a bye" in text(each)]
    assert len(byes) == 1


@pytest.mark.slow
def test_nobody_on_hiatus_is_told_of_rounds_or_the_end(ada: Person) -> None:
    first = ApiSeason(ada, division_size=2)
    four = people(4)
    first.enter(*four)
    first.start()
    end_games(first)
    lifecycle.sweep()
    following = ApiSeason(ada, first.league)
    Notice.objects.all().delete()
    assert four[0].post(f"{following.path}/hiatus").status_code == 201
    following.enter(*four[1:])
    following.start()
    end_games(following)
    lifecycle.sweep()
    assert following.shown()["state"] == "finished"
    assert told("season_round") == told("season_over") == handles(*four[1:])


@pytest.mark.slow
def test_the_end_is_told_once_with_places_and_what_follows(ada: Person) -> None:
    season = ApiSeason(ada, division_size=2, promoted=1, relegated=1)
    four = people(4)
    season.enter(*four)
    season.start()
    end_games(season)
    for _ in range(3):
        lifecycle.sweep()
    assert season.shown()["state"] == "finished"
    assert told("season_over") == handles(*four)
    said = [text(each) for each in mails("season_over")]
    assert all("You are in place" in each for each in said)
    assert sum("You are promoted to division 1." in each for each in said) == 1
    assert sum("You are relegated to division 2." in each for each in said) == 1
    assert sum("You stay in division" in each for each in said) == 2
    assert {reason_to_drop(each) for each in mails("season_certain")} <= {"outdated"}


def test_a_season_that_is_called_off_is_told_to_all_but_who_called_it_off(
    season: ApiSeason, bob: Person, eve: Person
) -> None:
    ada = season.organiser
    ada.post(f"/api/v1/leagues/{season.league}/organisers", {"handle": "eve"})
    eve.post(f"/api/v1/leagues/{season.league}/organisers/me")
    gone = Person()
    season.enter(ada, bob, gone)
    gone.delete(f"{season.path}/entrants/me")
    ada.post(f"{season.path}/call-off", {"reason": "Too few of us."})
    lifecycle.sweep()
    assert told("season_over") == handles(bob, eve)
    assert "> Too few of us." in str(compose(mails("season_over", bob)[0]).body)
    assert "because you organise this league" in text(mails("season_over", eve)[0])


def test_a_season_that_cannot_start_is_told_to_its_organisers_once(
    season: ApiSeason, time: Time
) -> None:
    season.enter(*people(1))
    later(time, 8 * DAY)
    lifecycle.sweep()
    assert told("season_prevented") == handles(season.organiser)
    (mail,) = mails("season_prevented")
    assert reason_to_drop(mail) is None
    assert "needs at least 2 entrants" in text(mail)
    season.organiser.post(f"{season.path}/call-off")
    assert reason_to_drop(mail) == "outdated"


def of_two_divisions() -> tuple[PlayedSeason, list[User], list[User]]:
    """Return a season of two divisions of four; one is promoted, one relegated."""
    up, down = people_named("a", "b", "c", "d"), people_named("e", "f", "g", "h")
    rules: dict[str, Any] = {"division_size": 4, "promoted": 1, "relegated": 1}
    return PlayedSeason([up, down], **rules), up, down


def test_what_is_certain_is_told_once() -> None:
    season, _, down = of_two_divisions()
    bottom = season.divisions[1]
    games = season.pair(bottom, bottom, division=1)
    season.finish((games[0], [40, 30, 20, 10]))
    assert not told("season_certain")
    season.finish((games[1], [40, 30, 20, 10]))
    assert told("season_certain") == {"e": 1}
    (mail,) = mails("season_certain", down[0])
    assert reason_to_drop(mail) is None
    assert "Your promotion to division 1 is certain" in text(mail)
    season.append(EntrantWithdrew(entrant=bottom[3]))
    season.finish((games[1], [41, 31, 21, 11]), revision=1)
    assert told("season_certain") == {"e": 1}


def test_of_what_is_certain_the_newest_is_told() -> None:
    season, up, _ = of_two_divisions()
    top = season.divisions[0]
    games = season.pair(top, top)
    season.finish((games[0], [40, 30, 20, 10]), (games[1], [40, 30, 20, 10]))
    assert told("season_certain") == {"a": 1, "b": 1, "c": 1, "d": 1}
    assert "nobody can take the first place" in text(mails("season_certain", up[0])[0])
    assert "safe from relegation from division 1" in text(mails("season_certain", up[1])[0])
    assert "your relegation to division 2" in text(mails("season_certain", up[3])[0])
    season.finish((games[1], [10, 20, 30, 90]), (games[0], [10, 20, 30, 90]), revision=1)
    first, second = mails("season_certain", up[3])
    assert (reason_to_drop(first), reason_to_drop(second)) == ("outdated", None)


def test_a_first_place_is_told_once_it_is_certain_also_without_divisions() -> None:
    people = people_named("a", "b", "c", "d")
    season = PlayedSeason([people], at_table=4)
    entrants = season.divisions[0]
    games = season.pair(entrants, entrants, entrants)
    season.finish((games[0], [40, 30, 20, 10]))
    assert not told("season_certain")
    season.finish((games[1], [40, 10, 20, 30]))
    assert told("season_certain") == {"a": 1}
    (mail,) = mails("season_certain", people[0])
    assert reason_to_drop(mail) is None
    season.finish((games[1], [10, 40, 30, 20]), revision=1)
    assert reason_to_drop(mail) == "outdated"


def test_the_end_tells_what_has_just_become_certain() -> None:
    season, *_ = of_two_divisions()
    games = season.pair(season.divisions[1], division=1)
    season.finish((games[0], [40, 30, 20, 10]))
    season.append(SeasonFinished(order=tuple(map(tuple, season.divisions))))
    assert {reason_to_drop(each) for each in mails("season_certain")} == {"outdated"}
    assert sum(told("season_over").values()) == 8


def test_a_closed_account_is_told_nothing(season: ApiSeason, bob: Person, eve: Person) -> None:
    season.enter(bob, eve)
    User.objects.filter(pk=bob.user.pk).update(closed_at=timezone.now())
    send(mails("season_entry", bob)[0].pk)
    assert mails("season_entry", bob)[0].reason == "absent"


@pytest.mark.slow
def test_no_mail_says_that_somebody_blocked_somebody(ada: Person, bob: Person, eve: Person) -> None:
    bob.client.put("/api/v1/me/blocks/eve")
    season = ApiSeason(ada)
    season.enter(bob, eve)
    season.start()
    for mail in mails("season_round"):
        assert "block" not in text(mail)


@pytest.mark.slow
def test_a_substitute_is_told(ada: Person) -> None:
    season = ApiSeason(ada)
    three = people(3)
    (gone, *_) = season.enter(*three)
    season.start()
    late = Person()
    (substitute,) = season.enter(late, substitute=True)
    three[0].delete(f"{season.path}/entrants/me")
    ada.post(f"{season.path}/substitutes", {"entrant": gone, "substitute": substitute})
    waiting, named = mails("season_entry", late)
    assert (reason_to_drop(waiting), reason_to_drop(named)) == ("outdated", None)
    assert f"as a substitute for {three[0].user.handle}" in text(named)


def test_a_mail_about_a_season_can_be_stopped_and_is_grouped_by_season(
    season: ApiSeason, bob: Person
) -> None:
    season.enter(bob)
    message = compose(mails("season_entry")[0])
    assert message.subject == "Illimat in Cups, Spring: you are registered"
    assert "/mails/stop/" in message.extra_headers["List-Unsubscribe"]
    assert message.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    assert message.extra_headers["References"].startswith(f"<season-{season.id}@")


def test_the_name_of_a_league_cannot_end_a_header(ada: Person, bob: Person) -> None:
    season = ApiSeason(ada)
    League.objects.update(name="Cups\nBcc: eve@example.org")  # older than the rule for names
    season.enter(bob)
    subject = compose(mails("season_entry")[0]).message()["Subject"]
    assert "\n" not in subject


def test_kinds_about_seasons_can_be_chosen(bob: Person) -> None:
    found = bob.get("/api/v1/me/notifications").json()["choices"]
    assert {key for key in found if key.startswith("season_")} == {
        *("season_entry", "season_attendance", "season_round", "season_certain", "season_over"),
        *("season_transfer", "season_message", "season_ruling", "season_prevented"),
        *("season_moved", "season_opens"),
    }
    by_all = {"email": True, "push": True, "webhook": True}
    assert all(found[key] == by_all for key in found if "season" in key)
    changed = bob.client.patch(
        "/api/v1/me/notifications",
        {"choices": {"season_round": {"email": False}}},
        format="json",
    )
    assert changed.json()["choices"]["season_round"]["email"] is False


def test_what_one_game_has_to_choose_has_no_kinds_about_seasons(season: ApiSeason) -> None:
    two = people(2)
    season.enter(*two)
    season.start()
    (fixture,) = season.fixtures()
    path = f"/api/v1/games/{fixture['game']}/notifications"
    choices = two[0].get(path).json()["choices"]
    assert "your_turn" in choices
    assert not any(key.startswith("season_") for key in choices)
    refused = two[0].client.patch(
        path, {"choices": {"season_round": {"email": False}}}, format="json"
    )
    assert problem(refused) == (422, "invalid")


def test_a_webhook_gets_the_id_of_the_season_only(season: ApiSeason, bob: Person) -> None:
    season.enter(bob)
    body = body_of(mails("season_entry")[0], "https://bot.example.org/").decode()
    page = f"http://127.0.0.1:8000/seasons/{season.id}"
    version = Notice.objects.get().version
    assert f'"data":{{"season":"{season.id}","version":{version},"url":"{page}"}}' in body
    assert "Cups" not in body


def test_news_that_was_held_back_leaves_as_one_mail(
    ada: Person, bob: Person, mailoutbox: list[Any]
) -> None:
    for name in ("Cups", "Coins"):
        ApiSeason(ada, make_league(ada, name)).enter(bob)
    Delivery.objects.update(is_held=True)
    send(mails("season_entry")[0].pk)
    (mail,) = mailoutbox
    assert mail.subject == "Illimat: news about your games (2)"
    assert "Illimat in Coins, Spring: you are registered" in mail.body
    assert {each.state for each in mails("season_entry")} == {"sent", "superseded"}


def test_webhooks_get_their_deliveries_from_a_worker(season: ApiSeason, bob: Person) -> None:
    season.enter(bob)
    assert not Notice.objects.get().is_spread
    notices_spread()
    assert Notice.objects.get().is_spread
    assert Delivery.objects.count() == 1  # by mail; bob has no webhook


@pytest.mark.thorough
def test_an_opening_tells_a_thousand_with_few_statements(
    ada: Person, django_assert_max_num_queries: Any
) -> None:
    played = PlayedSeason([crowd(1000)], at_table=2)
    Organiser.objects.create(league=played.league, user=ada.user)
    path = f"{LEAGUES}/{played.league.pk}/seasons"
    declared = ada.post(path, declaration() | {"registration_opens_at": in_days(1)}).json()
    with django_assert_max_num_queries(60):
        opened = ada.post(f"/api/v1/seasons/{declared['id']}/open")
    assert opened.status_code == 200
    assert sum(told("season_opens").values()) == 1000


@pytest.mark.thorough
def test_a_start_tells_a_thousand_with_few_statements(
    ada: Person, django_assert_max_num_queries: Any
) -> None:
    season = ApiSeason(ada, format="groups", at_table=4, group_size=8)
    users = crowd(1000)
    row = season.row
    registered = [EntrantRegistered(entrant=UUID(int=number + 1)) for number in range(1000)]
    with transaction.atomic():
        EntrantPlayer.objects.bulk_create(
            (
                EntrantPlayer(season=row, entrant_id=UUID(int=number + 1), user=user)
                for number, user in enumerate(users)
            ),
            batch_size=300,
        )
        store.append(lookup.season_lock(row.pk), registered)
    assert sum(told("season_entry").values()) == 1000
    token = season.plan()["token"]
    with django_assert_max_num_queries(300):
        started = season.organiser.post(f"{season.path}/start", {"token": token})
    assert started.status_code == 200
    assert sum(told("season_round").values()) == 1000


@pytest.mark.slow
def test_late_entrants_are_told_that_they_play_from_the_next_round(ada: Person) -> None:
    season = ApiSeason(ada, late_entry_until=in_days(20), **SWISS)
    season.enter(*people(4))
    season.start()
    late = Person()
    season.enter(late)
    assert "You play from the next round." in text(mails("season_entry", late)[0])


def test_the_mail_about_a_start_waits_for_the_games(season: ApiSeason) -> None:
    season.enter(*people(2))
    season.start()
    (mail, *_) = mails("season_round")
    assert mail.not_before >= mail.notice.created_at + timedelta(minutes=5)
