"""An organiser corrects results, with a reason; what makes no sense is refused."""

from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command

from games.models import Game
from games.play.adjudication import game_adjudicate
from leagues.entering.claims import claims_of
from leagues.models import EventAuthor, Organiser, Result, Season, Standing
from leagues.running import lifecycle
from leagues.stream import store
from leagues.stream.events import EntrantWithdrew, ResultRecorded
from tests.support.api_seasons import DAY, ApiSeason, later
from tests.support.people import Person, problem
from tests.support.times import Time

pytestmark = pytest.mark.django_db

SECOND_WON = [{"place": 2, "score": 3}, {"place": 1, "score": 8}]


@pytest.fixture
def played(ada: Person) -> ApiSeason:
    """Return a season of ada's with one game, which the first seat won, and no result yet."""
    season = ApiSeason(ada)
    season.enter(Person(), Person())
    season.start()
    (game,) = Game.objects.all()
    game_adjudicate(game_id=game.pk, basis="ruling", places=[1, 2])
    return season


def correct(season: ApiSeason, person: Person | None = None, **members: Any) -> Any:
    (fixture,) = season.fixtures()
    path = f"{season.path}/fixtures/{fixture['id']}/results"
    given = {"seats": SECOND_WON, "reason": "The house misplayed."} | members
    return (person or season.organiser).post(path, given)


def order(season: ApiSeason) -> list[str]:
    rows = Standing.objects.filter(season=season.id).order_by("place")
    return [str(key) for key in rows.values_list("entrant", flat=True)]


def test_a_correction_is_an_event_with_author_and_reason_and_changes_the_table(
    played: ApiSeason,
) -> None:
    lifecycle.sweep()
    (fixture,) = played.fixtures()
    assert order(played) == [each["id"] for each in fixture["entrants"]]
    answer = correct(played)
    assert answer.status_code == 201, answer.content
    shown = answer.json()
    assert (shown["revision"], shown["reason"]) == (1, "The house misplayed.")
    assert [seat["place"] for seat in shown["seats"]] == [2, 1]
    assert order(played) == [each["id"] for each in fixture["entrants"]][::-1]
    sequence = Result.objects.get(revision=1).sequence
    author = EventAuthor.objects.get(season=played.id, sequence=sequence)
    assert author.user == played.organiser.user
    call_command("rebuild_seasons", "--check")


def test_a_correction_need_not_wait_for_the_sweep(played: ApiSeason) -> None:
    assert correct(played).status_code == 201
    assert Result.objects.count() == 2
    lifecycle.sweep()
    assert Result.objects.count() == 2


def test_a_game_that_ended_before_a_withdrawal_counts_before_it(played: ApiSeason) -> None:
    (fixture,) = played.fixtures()
    played.organiser.post(f"{played.path}/entrants/{fixture['entrants'][0]['id']}/removal")
    *_, result, withdrawal = store.read(played.row.pk)
    assert isinstance(result.event, ResultRecorded)
    assert isinstance(withdrawal.event, EntrantWithdrew)
    lifecycle.sweep()
    assert Result.objects.count() == 1


def test_a_correction_after_the_end_counts_for_the_next_season(played: ApiSeason) -> None:
    lifecycle.sweep()
    assert played.row.state == Season.State.FINISHED
    following = Season(league=played.row.league, number=2)
    before = {key: claim.place for key, claim in claims_of(following).items()}
    assert correct(played).status_code == 201
    after = {key: claim.place for key, claim in claims_of(following).items()}
    assert after == {key: 3 - place for key, place in before.items()}


def test_a_result_can_be_declared_void(played: ApiSeason) -> None:
    answer = correct(played, kind="void", seats=[])
    assert answer.status_code == 201
    assert {row.row["games"] for row in Standing.objects.all()} == {0}


def test_a_no_show_stays_one_unless_the_correction_says_that_they_stayed(
    played: ApiSeason,
) -> None:
    lifecycle.sweep()
    recorded = Result.objects.get()
    recorded.seats[0] |= {"left": True, "no_show": True}
    recorded.save()
    left, stayed = SECOND_WON[0], SECOND_WON[0] | {"left": False}
    for seat, expected in ((left, True), (stayed, False), (left | {"left": True}, True)):
        shown = correct(played, seats=[seat, SECOND_WON[1]]).json()
        assert [each["no_show"] for each in shown["seats"]] == [expected, False]


def test_a_correction_of_places_leaves_it_as_it_is_who_withdrew_and_who_took_over(
    ada: Person,
) -> None:
    season = ApiSeason(ada)
    first, second = Person(), Person()
    season.enter(first, second)
    season.start()
    (substitute,) = season.enter(Person(), substitute=True)
    (fixture,) = season.fixtures()
    seat = [each["players"] for each in fixture["entrants"]].index([first.user.handle])
    first.delete(f"{season.path}/entrants/me")
    lifecycle.sweep()
    game_adjudicate(game_id=Game.objects.get().pk, basis="ruling", places=[1, 2])
    for seats in (SECOND_WON, SECOND_WON[::-1]):
        shown = correct(season, seats=seats).json()["seats"][seat]
        assert (shown["left"], shown["substitute"]) == (True, substitute)
    for wrong, at in (({"left": False}, seat), ({"substituted": True}, 1 - seat)):
        given = [each | wrong if at == i else each for i, each in enumerate(SECOND_WON)]
        (error,) = correct(season, seats=given).json()["errors"]
        assert error["pointer"] == f"#/seats/{at}/{next(iter(wrong))}"


def test_the_same_result_twice_is_refused(played: ApiSeason) -> None:
    assert correct(played).status_code == 201
    assert problem(correct(played)) == (409, "same_result")


@pytest.mark.slow
@pytest.mark.parametrize(
    "seats",
    [
        [],
        SECOND_WON[:1],
        [*SECOND_WON, {"place": 3}],
        [{"place": 2}, {"place": 2}],
        [{"place": 0}, {"place": 1}],
        [{"place": 1, "left": True, "substituted": True}, {"place": 2}],
    ],
)
def test_a_result_that_makes_no_sense_is_refused(
    played: ApiSeason, seats: list[dict[str, Any]]
) -> None:
    answer = correct(played, seats=seats)
    assert problem(answer) == (422, "invalid")
    assert "seats" in str(answer.json()["errors"])
    assert Result.objects.filter(revision=1).count() == 0


def test_a_void_result_has_no_seats_and_a_correction_a_reason(played: ApiSeason) -> None:
    for wrong, told in (({"kind": "void"}, "Leave them out"), ({"seats": []}, "Give the seats")):
        (error,) = correct(played, **wrong).json()["errors"]
        assert error["pointer"] == "#/seats"
        assert told in error["detail"]
    assert problem(correct(played, reason="")) == (422, "invalid")
    assert problem(correct(played, reason="x" * 1001)) == (422, "invalid")


def test_a_game_that_is_not_over_is_not_corrected(ada: Person) -> None:
    season = ApiSeason(ada)
    season.enter(Person(), Person())
    season.start()
    assert problem(correct(season)) == (409, "game_not_over")


def test_only_an_organiser_corrects_results(played: ApiSeason, bob: Person) -> None:
    assert problem(correct(played, bob)) == (403, "permission_denied")
    missing = f"{played.path}/fixtures/{uuid4()}/results"
    given = {"seats": SECOND_WON, "reason": "A mistake."}
    assert problem(played.organiser.post(missing, given)) == (404, "not_found")


def test_who_plays_in_a_game_corrects_it_only_while_no_other_organiser_could(
    ada: Person, bob: Person
) -> None:
    season = ApiSeason(ada)
    season.enter(ada, bob)
    season.start()
    game_adjudicate(game_id=Game.objects.get().pk, basis="ruling", places=[1, 2])
    other = Person()
    for person in (bob, other):  # bob plays in it, too
        Organiser.objects.create(league=season.row.league, user=person.user)
    refused = correct(season)
    assert problem(refused) == (403, "permission_denied")
    assert "another organiser" in refused.json()["detail"]
    assert correct(season, other).json()["by_player"] is False
    type(other.user).objects.filter(pk=other.user.pk).update(is_active=False)
    answer = correct(season, kind="void", seats=[])
    assert (answer.status_code, answer.json()["by_player"]) == (201, True)
    (fixture,) = season.fixtures()
    assert fixture["result"]["by_player"] is True
    assert correct(season, bob).status_code == 201
    call_command("rebuild_seasons", "--check")


def test_a_finished_season_is_corrected_until_it_is_archived(played: ApiSeason, time: Time) -> None:
    lifecycle.sweep()
    assert played.shown()["state"] == "finished"
    assert correct(played).status_code == 201
    later(time, 31 * DAY)
    assert problem(correct(played, kind="void", seats=[])) == (409, "season_archived")


def test_corrections_of_a_result_are_bounded(
    played: ApiSeason, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("leagues.office.corrections.MOST_CORRECTIONS", 1)
    assert correct(played).status_code == 201
    assert problem(correct(played, kind="void", seats=[])) == (409, "too_many_corrections")


def test_a_correction_takes_few_queries(
    played: ApiSeason, django_assert_max_num_queries: Any
) -> None:
    (fixture,) = played.fixtures()
    path = f"{played.path}/fixtures/{fixture['id']}/results"
    with django_assert_max_num_queries(65):
        played.organiser.post(path, {"seats": SECOND_WON, "reason": "A mistake."})
