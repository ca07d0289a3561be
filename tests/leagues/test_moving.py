"""Dates of a season move: who may move which, who is told, and what follows from the new ones."""

from datetime import datetime, timedelta
from typing import Any

import pytest

from leagues import moving, store
from leagues.claiming import claims_of
from notifications.dispatch import needless
from tests.games.conftest import Person, Time, problem
from tests.leagues.conftest import (
    DAY,
    LEAGUES,
    SEASONS,
    ApiSeason,
    declaration,
    in_days,
    later,
    make_league,
)
from tests.leagues.test_attendance import confirm
from tests.leagues.test_entering import states
from tests.leagues.test_hiatus import played
from tests.leagues.test_telling import handles, mails, text, told

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


def move(season: ApiSeason, who: Person | None = None, **members: Any) -> Any:
    """Send new dates of a season."""
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
    assert shown["before"] == {each: before[each] for each in ("starts_at", "ends_at")}
    assert shown["after"] == {each: moved[each] for each in ("starts_at", "ends_at")}
    assert told("season_moved") == handles(bob, eve, waits)
    (mail,) = mails("season_moved", bob)
    assert needless(mail) is None
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


def test_whoever_withdraws_after_dates_have_moved_keeps_the_claim(ada: Person) -> None:
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


def test_whoever_had_confirmed_is_asked_again_on_the_new_date(
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
    assert needless(mails("season_attendance", bob)[0]) == "outdated"
    assert season.plan()["token"] == token  # the same people would play
    later(time, 27 * DAY + MINUTE)
    confirm(season, ada)
    later(time, 30 * DAY + MINUTE)
    assert season.shown()["prevented"]
    assert states(season) == {"ada": "registered", "bob": "registered"}
    assert store.differences(season.row) == []


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
    assert "dates have moved" in refused.json()["detail"]


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
    monkeypatch.setattr(moving, "MOST_MOVES", 5)
    assert problem(move(season, ends_at=in_days(50))) == (409, "too_many_moves")
