"""Dates of a season move: who may move which, who is told, and what follows from the new ones."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from leagues.entering.claims import claims_of
from leagues.models import Organiser
from leagues.office import round_dates
from leagues.running import lifecycle
from leagues.stream import store
from notifications.content.wording import moment_in
from notifications.sending.dispatch import reason_to_drop
from tests.support.api_seasons import (
    DAY,
    LEAGUES,
    SEASONS,
    ApiSeason,
    confirm,
    declaration,
    in_days,
    later,
    make_league,
    played,
    rounds_begun,
    states,
    steps,
)
from tests.support.mails import handles, mails, text, told
from tests.support.pages import body, browser_of
from tests.support.people import Person, problem
from tests.support.times import Time

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def move(season: ApiSeason, who: Person | None = None, **members: Any) -> Any:
    return (who or season.organiser).client.patch(season.path, members)


def test_all_who_take_part_are_told_the_old_and_the_new_dates_and_why(
    ada: Person, bob: Person, eve: Person
) -> None:
    season, gone, waits = ApiSeason(ada, capacity=2), Person("gone"), Person("waits")
    season.enter(bob, gone, eve, waits)
    gone.delete(f"{season.path}/entrants/me")
    before = season.shown()
    starts, ends = in_days(9), in_days(80)
    assert problem(move(season, bob, starts_at=starts))[0] == 403
    moved = move(season, starts_at=starts, ends_at=ends, reason="Holidays.").json()
    assert [moved[each] for each in ("starts_at", "ends_at")] == [
        each.replace("+00:00", "Z") for each in (starts, ends)
    ]
    (shown,) = season.shown(bob)["moves"]
    assert (shown["by"], shown["reason"]) == ("ada", "Holidays.")
    for dated, season_then in (("before", before), ("after", moved)):
        then = {each: season_then[each] for each in ("starts_at", "ends_at")}
        assert shown[dated] == then | {"rounds": []}
    assert told("season_moved") == handles(bob, eve, waits)
    (mail,) = mails("season_moved", bob)
    assert reason_to_drop(mail) is None
    assert "It starts on" in text(mail)
    assert "Holidays." in text(mail)
    assert store.differences(season.row) == []


def test_the_season_starts_on_its_new_date(ada: Person, bob: Person, time: Time) -> None:
    season = ApiSeason(ada)
    season.enter(ada, bob)
    assert move(season, starts_at=in_days(20)).status_code == 200
    later(time, 8 * DAY)
    assert season.row.state == "registration"
    later(time, 20 * DAY + MINUTE)
    assert season.row.state == "running"


def test_a_season_that_could_not_start_tries_again_on_its_new_date(
    ada: Person, bob: Person, time: Time
) -> None:
    season = ApiSeason(ada)
    later(time, 7 * DAY + MINUTE)
    assert season.shown()["prevented"]
    assert move(season, starts_at=in_days(20)).json()["prevented"] is None
    season.enter(ada, bob)
    later(time, 20 * DAY + MINUTE)
    assert season.row.state == "running"


def test_somebody_who_withdraws_after_dates_have_moved_keeps_the_claim(ada: Person) -> None:
    first, (one, other, third) = ApiSeason(ada), (Person() for _ in range(3))
    first.enter(one, other, third)
    played(first)
    second = ApiSeason(ada, first.league)
    second.enter(one, other, third, *(Person() for _ in range(2)))
    one.delete(f"{second.path}/entrants/me")
    move(second, ends_at=in_days(66))
    other.delete(f"{second.path}/entrants/me")
    assert [each["keeps_claim"] for each in second.entrants(state="withdrawn")] == [False, True]
    assert store.differences(second.row) == []
    played(second)
    claims = claims_of(ApiSeason(ada, first.league).row)
    missed = {key: claim.missed for key, claim in claims.items()}
    assert str(one.user.pk) not in missed
    assert (missed[str(other.user.pk)], missed[str(third.user.pk)]) == (1, 0)


def test_somebody_whom_an_organiser_withdraws_then_is_told_that_they_keep_their_place(
    ada: Person, bob: Person
) -> None:
    season = ApiSeason(ada)
    (entrant,) = season.enter(bob)
    move(season, ends_at=in_days(66))
    ada.post(f"{season.path}/entrants/{entrant}/removal")
    assert "You keep your place in a division." in text(mails("season_entry", bob)[-1])


def test_somebody_who_had_confirmed_is_asked_again_on_the_new_date(
    ada: Person, bob: Person, time: Time
) -> None:
    season = ApiSeason(ada, confirm_days=3)
    season.enter(ada, bob)
    later(time, 4 * DAY + MINUTE)
    confirm(season, ada, bob)
    token = season.plan()["token"]
    move(season, starts_at=in_days(30))
    assert [each["confirmed"] for each in season.entrants()] == [False, False]
    assert problem(bob.post(f"{season.path}/attendance")) == (409, "not_asked")
    assert reason_to_drop(mails("season_attendance", bob)[0]) == "outdated"
    assert season.plan()["token"] == token  # the same people would play
    later(time, 27 * DAY + MINUTE)
    confirm(season, ada)
    later(time, 30 * DAY + MINUTE)
    assert season.shown()["prevented"]
    assert states(season) == {"ada": "registered", "bob": "registered"}
    assert store.differences(season.row) == []


def test_when_people_confirm_is_told_everywhere_as_it_is_since_dates_moved(
    ada: Person, bob: Person, eve: Person, time: Time
) -> None:
    season, pages = ApiSeason(ada, capacity=2, confirm_days=3), browser_of(ada.user)
    season.enter(ada, bob, eve)
    path, passed = f"/seasons/{season.id}", datetime.now(UTC) - DAY
    move(season, starts_at=in_days(2))
    dates = [
        steps(season)["ask_attendance"]["at"],
        ada.get(f"{season.path}/schedule").json()["confirm_from"],
    ]
    assert min(map(datetime.fromisoformat, dates)) > passed + DAY
    ada.delete(f"{season.path}/entrants/me")
    said = text(mails("season_entry", eve)[-1])
    assert ("please confirm" in said, moment_in(passed, "UTC")[:-12] in said) == (True, False)

    later(time, MINUTE)
    assert ada.get(f"{season.path}/schedule").json()["confirm_from"] is None
    assert "until the start; last asked on" in body(pages.get(f"{path}/rules"))
    assert "are asked once more. Entrants" in body(pages.get(f"{path}/organise"))
    confirm(season, bob, eve)
    later(time, 3 * DAY)
    assert season.row.state == "running"
    assert "Confirming to play" not in body(pages.get(f"{path}/rules"))


def test_a_start_that_depended_on_confirmations_has_another_plan_once_dates_have_moved(
    ada: Person, bob: Person, time: Time
) -> None:
    season, eve = ApiSeason(ada, confirm_days=3), Person("eve")
    season.enter(ada, bob, eve)
    later(time, 4 * DAY + MINUTE)
    confirm(season, ada, bob)
    token = season.plan()["token"]
    move(season, starts_at=in_days(30))
    refused = ada.post(f"{season.path}/start", {"token": token})
    assert problem(refused) == (409, "plan_changed")
    assert "dates or ratings have changed" in refused.json()["detail"]


def test_late_entry_moves_with_the_start(ada: Person) -> None:
    rules: dict[str, Any] = {"format": "swiss", "rounds": 2, "days_per_round": 10}
    season = ApiSeason(ada, **rules, late_entry_until=in_days(20))
    assert move(season, starts_at=in_days(10)).status_code == 200
    shown = season.shown()
    late = datetime.fromisoformat(shown["rules"]["late_entry_until"])
    assert late - datetime.fromisoformat(shown["starts_at"]) > 12 * DAY
    refused = move(season, starts_at=in_days(12), ends_at=in_days(13))
    assert problem(refused) == (422, "invalid")


def test_dates_that_no_season_can_have_are_refused(ada: Person) -> None:
    season = ApiSeason(ada)
    following = declaration() | {"starts_at": in_days(70), "ends_at": in_days(130)}
    ada.post(f"{LEAGUES}/{season.league}/seasons", following)
    refusals: list[tuple[str, dict[str, Any]]] = [
        ("starts_at", {"starts_at": "2020-01-01T00:00:00Z"}),
        ("ends_at", {"ends_at": in_days(1)}),
        ("starts_at", {"ends_at": in_days(90)}),  # while the next one is played
    ]
    for member, changed in refusals:
        refused = move(season, **changed)
        assert problem(refused) == (422, "invalid"), changed
        assert refused.json()["errors"][0]["pointer"] == f"#/{member}"
    assert problem(move(season)) == (409, "same_dates")
    assert season.shown()["moves"] == []


def test_a_draft_is_declared_anew_instead(ada: Person) -> None:
    draft = declaration() | {"registration_opens_at": None}
    made = ada.post(f"{LEAGUES}/{make_league(ada)}/seasons", draft).json()
    refused = ada.client.patch(f"{SEASONS}/{made['id']}", {"ends_at": in_days(66)})
    assert problem(refused) == (409, "still_a_draft")


def test_a_move_counts_as_a_message_and_a_season_has_few(
    ada: Person, monkeypatch: pytest.MonkeyPatch
) -> None:
    season = ApiSeason(ada)
    for number in range(5):
        assert move(season, ends_at=in_days(66 - number)).status_code == 200
    assert problem(move(season, ends_at=in_days(50)))[0] == 429
    assert problem(ada.post(f"{season.path}/messages", {"text": "Hello."}))[0] == 429
    monkeypatch.setattr(round_dates, "MOST_MOVES", 5)
    assert problem(move(season, ends_at=in_days(50))) == (409, "too_many_moves")


def running(organiser: Person, *people: Person, **rules: Any) -> ApiSeason:
    """Return a season of four that has started, and whose three rounds have dates."""
    season = ApiSeason(organiser, **{"days_per_round": 10} | rules)
    season.enter(*people, *(Person() for _ in range(4 - len(people))))
    season.start()
    return season


def dates(season: ApiSeason) -> list[datetime]:
    answer = season.organiser.get(f"{season.path}/schedule").json()
    return [datetime.fromisoformat(each["starts_at"]) for each in answer["rounds"]]


SWISS: dict[str, Any] = {"format": "swiss", "rounds": 3}


@pytest.mark.parametrize("rules", [{}, SWISS])
def test_rounds_to_come_begin_later_and_so_do_those_after_them(
    ada: Person, bob: Person, time: Time, rules: dict[str, Any]
) -> None:
    season = running(ada, bob, **rules)
    before = dates(season)
    later_ = before[1] + 5 * DAY
    answer = move(season, round=2, round_starts_at=later_.isoformat(), reason="Holidays.")
    assert answer.status_code == 200, answer.content
    (shown,) = answer.json()["moves"]
    moved = [before[0], later_, before[2] + 5 * DAY]
    assert dates(season) == moved
    assert [datetime.fromisoformat(each) for each in shown["after"]["rounds"]] == moved
    step = "pair_round" if rules else "begin_round"
    assert datetime.fromisoformat(steps(season)[step]["at"]) == later_
    (mail,) = mails("season_moved", bob)
    assert reason_to_drop(mail) is None
    assert "Round 2 begins on" in text(mail)
    later(time, 14 * DAY)
    assert rounds_begun() == {1}
    later(time, 16 * DAY)
    assert rounds_begun() == {1, 2}
    refused = move(season, round=2, round_starts_at=in_days(30))
    assert problem(refused) == (422, "invalid")
    later(time, 26 * DAY)
    assert rounds_begun() == {1, 2, 3}
    assert store.differences(season.row) == []


def test_a_running_season_ends_later_but_never_sooner(ada: Person, bob: Person, time: Time) -> None:
    season = running(ada, bob)
    before, estimate = dates(season), season.shown()["estimate"]["adjudicated"]
    assert move(season, ends_at=in_days(80)).status_code == 200
    assert season.shown()["estimate"]["adjudicated"] <= estimate
    assert dates(season) == before
    refusals: list[tuple[str, dict[str, Any]]] = [
        ("ends_at", {"ends_at": in_days(79)}),
        ("starts_at", {"starts_at": in_days(8)}),
        ("round", {"round": 1, "round_starts_at": in_days(9)}),
        ("round", {"round": 4, "round_starts_at": in_days(40)}),
        ("round", {"round": 2}),
        ("round_starts_at", {"round": 2, "round_starts_at": in_days(5)}),
        ("ends_at", {"round": 2, "round_starts_at": in_days(79)}),
    ]
    for member, changed in refusals:
        refused = move(season, **changed)
        assert problem(refused) == (422, "invalid"), changed
        assert refused.json()["errors"][0]["pointer"] == f"#/{member}", changed
    later(time, 68 * DAY)
    assert season.row.state == "running"
    later(time, 81 * DAY)
    assert season.row.state == "finished"


def test_what_is_over_stays_as_it_is(ada: Person, time: Time) -> None:
    season = running(ada)
    time.jump(68 * DAY)  # and nothing has been swept yet
    refused = move(season, ends_at=in_days(100))
    assert problem(refused) == (422, "invalid")
    lifecycle.sweep()
    assert problem(move(season, ends_at=in_days(100))) == (409, "season_over")


def test_an_organiser_who_plays_moves_dates_only_if_no_other_could(ada: Person) -> None:
    season, other = running(ada, ada), Person()
    Organiser.objects.create(league=season.row.league, user=other.user)
    refused = move(season, ends_at=in_days(80))
    assert problem(refused) == (403, "permission_denied")
    assert "another organiser" in refused.json()["detail"]
    answer = move(season, other, ends_at=in_days(80))
    assert [each["by_player"] for each in answer.json()["moves"]] == [False]
    type(other.user).objects.filter(pk=other.user.pk).update(is_active=False)
    answer = move(season, ends_at=in_days(81))
    assert [each["by_player"] for each in answer.json()["moves"]] == [False, True]
