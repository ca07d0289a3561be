"""Games go on after a player leaves, with substitutes, the house or the opponents."""

from datetime import timedelta
from typing import Any

import pytest
from django.core.management import call_command
from django.db import transaction
from django.utils import timezone

from accounts.models import Reliability
from accounts.services import account_close, accounts_erase
from accounts.staff.suspensions import account_suspend
from games.models import Game, StoredEvent
from games.models.timers import Timer, TurnNotice
from games.play.results import result_of
from games.reading.lookup import find_seats
from games.time.availability import routine_change, vacation_take
from games.time.notified import note_person_notified, note_person_unreachable
from games.time.reliability import recompute
from games.time.stored_clocks import fold_log, stored_clock
from games.time.timer_setting import HOUSE, HOUSE_DELAY
from games.workers.timers import rebuild, sweep
from games.workers.verification import verify
from illimat_core.events import SeatLeft, WinOffered
from notifications.models import Notice
from tests.support.api_games import ApiGame, pass_by, sweep_all
from tests.support.asked import WITH_GAMBLER, Asked
from tests.support.people import Person, problem, staff

pytestmark = pytest.mark.django_db

WIN, GO_ON = {"choice": "win"}, {"choice": "go_on"}


def table_of(many: int = 2, *, played: bool = True, **members: Any) -> ApiGame:
    """Return a running game; everybody has made a decision if `played`."""
    table = ApiGame([Person() for _ in range(many)], visibility="public", **members)
    if played:
        for _ in range(many):
            table.play()
    return table


def resign(table: ApiGame, seat: int = 1) -> Person:
    """Have the player of a seat leave; return the player."""
    leaver = table.on_seat(seat)
    answer = leaver.post(f"{table.path}/leave")
    assert answer.status_code == 200, answer.content
    return leaver


def due(table: ApiGame) -> None:
    """Let time pass until the next timer of a game is due, and sweep once."""
    (first, *_) = Timer.objects.filter(game=table.id).order_by("due_at")
    pass_by(table, first.due_at - timezone.now() + timedelta(seconds=1))
    sweep_all()


def take(table: ApiGame, person: Person, seat: int = 1) -> Any:
    return person.post(f"{table.path}/seats/{seat}")


def noted(table: ApiGame) -> list[str]:
    """Return the table events with their reasons, and the events that end a game."""
    kinds = ("Seat", "Win", "GameCalledOff", "GameEnded", "PlayerForfeited")
    return [
        " ".join([type(event).__name__, getattr(event, "reason", "")]).strip()
        for event in table.events
        if type(event).__name__.startswith(kinds) and type(event).__name__ != "SeatsMoved"
    ]


def player(table: ApiGame, seat: int = 1) -> Any:
    return table.people[0].get(table.path).json()["players"][seat]


def test_a_seat_is_open_for_three_days_and_a_substitute_takes_it(eve: Person) -> None:
    table = table_of()
    leaver = resign(table)
    assert noted(table) == ["SeatLeft resigned", "SeatOpened left"]
    assert Timer.objects.get(game=table.id).due_at - table.game.moved_at == timedelta(days=3)
    (listed,) = eve.get("/api/v1/open-seats").json()["results"]
    assert (listed["seat"], listed["game"]["id"]) == (1, str(table.id))
    assert leaver.get("/api/v1/open-seats").json()["results"] == []
    Game.objects.filter(pk=table.id).update(damage="An event is missing.")  # which freezes it
    assert eve.get("/api/v1/open-seats").json()["results"] == []
    Game.objects.filter(pk=table.id).update(damage="")
    answer = take(table, eve)
    assert answer.status_code == 200, answer.content
    assert answer.json()["you"]["seat"] == 1
    assert (player(table)["handle"], player(table)["occupant"]) == ("eve", "substitute")
    table.people.append(eve)
    table.play()
    assert verify(table.id) == []


def test_a_substitute_is_not_out_of_reach_because_the_leaver_was(eve: Person) -> None:
    table = table_of()
    failed = TurnNotice.objects.filter(game=table.id, seat=1, failed_at__isnull=False)
    note_person_unreachable(game_id=table.id, user_id=table.on_seat(1).user.pk)
    assert failed.exists()
    resign(table)
    assert failed.exists()  # a person who left may take the seat back
    take(table, eve)
    assert not failed.exists()


def test_the_log_says_once_that_somebody_leaves_the_game() -> None:
    table = table_of(leavers="forfeit")
    resign(table)
    log = table.people[0].get(f"{table.path}/events?limit=100").json()["results"]
    assert sum("leaves the game" in (line["text"] or "") for line in log) == 1


def test_nobody_who_sat_at_the_table_takes_an_open_seat(eve: Person) -> None:
    table = table_of(3)
    leaver = resign(table)
    other = table.on_seat(0)
    assert problem(take(table, other)) == (403, "permission_denied")
    assert problem(take(table, eve, seat=2)) == (409, "seat_taken")
    assert problem(take(table, eve, seat=9)) == (409, "seat_taken")
    assert take(table, eve).status_code == 200
    assert problem(take(table, leaver)) == (403, "permission_denied")


def test_a_leaver_can_take_the_seat_back_until_somebody_else_does() -> None:
    table = table_of()
    seen = table.on_seat(1).get(table.path).json()["view"]
    leaver = resign(table)
    assert take(table, leaver).status_code == 200
    assert leaver.get(table.path).json()["view"] == seen
    assert noted(table)[-1] == "SeatTaken returned"
    assert player(table)["occupant"] == "player"
    table.play()


def test_when_the_game_goes_on_those_awaited_are_told(eve: Person) -> None:
    table = table_of()
    awaited, left = table.awaited, next(seat for seat in (0, 1) if [seat] != table.game.awaited)
    resign(table, left)
    Notice.objects.all().delete()
    assert take(table, eve, left).status_code == 200
    told = Notice.objects.filter(game=table.id)
    assert list(told.values_list("person", "kind")) == [(awaited.user.pk, "your_turn")]


@pytest.mark.parametrize("many", [3, 4])
def test_where_nobody_comes_to_three_or_four_the_house_plays_on(many: int) -> None:
    table = table_of(many)
    resign(table)
    due(table)
    assert noted(table)[-1] == "SeatHandedToHouse not_taken"
    assert (player(table)["handle"], player(table)["occupant"]) == (None, "house")
    assert table.people[0].get(table.path).json()["state"] == "running"


def test_where_nobody_comes_to_two_the_opponent_wins_after_seven_days() -> None:
    table = table_of()
    resign(table)
    due(table)
    assert noted(table)[-1] == "WinOffered not_taken"
    assert Timer.objects.get(game=table.id).due_at - table.game.moved_at == timedelta(days=7)
    due(table)
    assert noted(table)[-3:] == ["SeatForfeited win_due", "PlayerForfeited", "GameEnded forfeit"]
    assert (table.game.state, table.game.winners) == ("finished", [0])


def test_while_a_seat_is_open_nobody_is_told_that_its_player_plays() -> None:
    table = table_of()
    resign(table)
    refused = table.on_seat(0).post(f"{table.path}/win-offer", WIN)
    assert problem(refused) == (409, "no_offer")
    assert "a seat is open" in refused.json()["detail"]


@pytest.mark.parametrize("choice", [WIN, GO_ON])
def test_the_opponent_of_a_leaver_chooses(choice: dict[str, str]) -> None:
    table = table_of(leavers="house")
    opponent = table.on_seat(0)
    assert problem(opponent.post(f"{table.path}/win-offer", choice)) == (409, "no_offer")
    leaver = resign(table)
    assert noted(table)[-1] == "WinOffered left"
    assert problem(leaver.post(f"{table.path}/win-offer", choice)) == (409, "no_offer")
    assert opponent.post(f"{table.path}/win-offer", choice).status_code == 200
    if choice == WIN:
        assert (table.game.winners, "SeatForfeited win_taken" in noted(table)) == ([0], True)
    else:
        assert noted(table)[-1] == "SeatHandedToHouse win_declined"
        assert table.game.state == "running"


def beside_the_house(*people: int, seats: int, **members: Any) -> ApiGame:
    """Return a running game with people on these seats and the house on all others."""
    house, chosen = ["random"] * (seats - len(people)), {"seating": "chosen", "start": "by_hand"}
    table = ApiGame([Person() for _ in people], seats=seats, house=house, **chosen, **members)
    for seat, person in zip(people, table.people, strict=True):
        table.game.assignments.filter(user=person.user).update(number=seat)
    assert table.people[0].post(f"{table.path}/start").status_code == 200
    decided = set[int]()
    while not decided.issuperset(people):
        (seat,) = table.game.awaited
        decided.add(seat)
        if seat in people:
            table.play()
        else:
            due(table)
    return table


@pytest.mark.parametrize("rule", ["house", "substitute"])
@pytest.mark.parametrize("in_time", [True, False])
def test_who_is_left_alone_with_the_house_may_win(rule: str, in_time: bool) -> None:
    table = beside_the_house(0, 2, seats=3, leavers=rule)
    resign(table, 2)
    if rule == "substitute":
        due(table)
    assert noted(table)[-1].startswith("WinOffered")
    if in_time:
        assert table.people[0].post(f"{table.path}/win-offer", WIN).status_code == 200
    else:
        due(table)
    assert noted(table)[-2:] == ["PlayerForfeited", "GameEnded forfeit"]
    assert (table.game.state, table.game.winners) == ("finished", [0])
    assert verify(table.id) == []


def test_who_is_left_alone_with_the_house_may_play_on() -> None:
    table = beside_the_house(0, 2, seats=3, leavers="house")
    resign(table, 2)
    assert table.people[0].post(f"{table.path}/win-offer", GO_ON).status_code == 200
    assert noted(table)[-1] == "SeatHandedToHouse win_declined"
    assert table.game.state == "running"


def test_the_last_of_three_people_is_offered_the_win_and_the_first_leaver_cannot_keep_it() -> None:
    table = table_of(3, leavers="house")
    resign(table, 1)
    assert noted(table)[-1] == "SeatHandedToHouse left"
    resign(table, 2)
    assert noted(table)[-1] == "WinOffered left"
    table.on_seat(0).post(f"{table.path}/win-offer", WIN)
    assert (table.game.state, table.game.winners) == ("finished", [0])


def test_no_win_is_offered_while_somebody_may_still_take_another_seat() -> None:
    table = table_of(3)
    resign(table, 1)
    pass_by(table, timedelta(days=1))
    resign(table, 2)
    due(table)
    assert noted(table)[-1] == "SeatHandedToHouse not_taken"
    due(table)
    assert noted(table)[-1] == "WinOffered not_taken"


def test_seats_that_nobody_took_at_the_same_moment_are_treated_alike() -> None:
    table = table_of(3)
    resign(table, 1)
    resign(table, 2)
    Timer.objects.filter(game=table.id).update(due_at=timezone.now())
    pass_by(table, timedelta(days=4))
    sweep_all()
    assert noted(table)[-2:] == ["WinOffered not_taken"] * 2
    assert table.on_seat(0).post(f"{table.path}/win-offer", GO_ON).status_code == 200
    assert noted(table)[-2:] == ["SeatHandedToHouse win_declined"] * 2
    assert verify(table.id) == []


def choosing_at_once(
    people: int, *, one_did: bool = False, seconds_apart: int = 0, **members: Any
) -> ApiGame:
    """Return a game whose people, who all played before, did not choose in time; or one did.

    Their times run out that many `seconds_apart`, and the first one's has just run out then.
    """
    options = {"luminaries": WITH_GAMBLER}
    members = {"clock": "one_day", "excuses": 0, **members}
    table = Asked([Person() for _ in range(people)], "gambler", options=options, **members)
    game = table.game
    assert game.clock is not None
    for number, seat in enumerate(game.clock["seats"]):
        seat["record"]["decided"] = True
        if seat["decision"]:
            seat["decision"]["shown"] += number * seconds_apart * 1_000_000
    game.save(update_fields=["clock"])
    if one_did:
        table.play()
    for seat in table.game.awaited:
        note_person_notified(game_id=table.id, user_id=table.on_seat(seat).user.pk)
    pass_by(table, timedelta(days=1, seconds=1) if seconds_apart else timedelta(days=3))
    sweep_all()
    return table


def test_of_two_who_miss_the_same_decision_neither_wins() -> None:
    table = choosing_at_once(2)
    assert noted(table) == ["SeatLeft missed", "SeatHandedToHouse nobody_left"] * 2
    assert table.game.winners is None


@pytest.mark.parametrize("rule", ["substitute", "house", "forfeit"])
@pytest.mark.parametrize("people", [2, 4])
def test_nobody_wins_a_game_in_which_nobody_acts(people: int, rule: str) -> None:
    table = choosing_at_once(people, seconds_apart=2, leavers=rule)
    for _ in range(40):
        if table.game.state != "running":
            break
        for notice in Notice.objects.filter(game=table.id, kind="your_turn"):
            if notice.person_id:
                note_person_notified(game_id=table.id, user_id=notice.person_id)
        due(table)
    assert noted(table)[-1] == "GameCalledOff idle"


@pytest.mark.parametrize("choice", [WIN, GO_ON])
def test_who_has_no_time_left_wins_or_goes_on_by_saying_so(choice: dict[str, str]) -> None:
    table = choosing_at_once(2, seconds_apart=2, leavers="house")
    (left,) = {event.seat for event in table.events if isinstance(event, SeatLeft)}
    stays = table.on_seat(1 - left)
    offer = next(event for event in table.events if isinstance(event, WinOffered))
    assert offer.unanswered == "called_off"
    assert stays.post(f"{table.path}/win-offer", choice).status_code == 200
    assert table.game.winners == ([1 - left] if choice == WIN else None)


@pytest.mark.parametrize(
    ("rule", "follows"),
    [("substitute", "SeatOpened left"), ("house", "WinOffered left"), ("forfeit", "")],
)
def test_all_who_miss_the_same_decision_leave_alike(rule: str, follows: str) -> None:
    table = choosing_at_once(3, one_did=True, leavers=rule)
    left = {event.seat for event in table.events if isinstance(event, SeatLeft)}
    (stays,) = {0, 1, 2} - left
    if rule == "forfeit":
        assert noted(table)[-1] == "GameEnded forfeit"
        assert table.game.winners == [stays]
    else:
        assert noted(table) == ["SeatLeft missed", follows] * 2


def test_a_side_wins_against_a_leaver_whose_partner_is_the_house() -> None:
    table = beside_the_house(0, 1, seats=4, options={"mode": "teams"}, leavers="house")
    resign(table, 1)
    assert noted(table)[-1] == "WinOffered left"
    table.people[0].post(f"{table.path}/win-offer", WIN)
    assert (table.game.state, table.game.winners) == ("finished", [0, 2])


def test_nobody_wins_against_their_own_partner() -> None:
    table = beside_the_house(0, 2, seats=4, options={"mode": "teams"}, leavers="house")
    resign(table, 2)
    assert noted(table)[-1] == "SeatHandedToHouse left"
    assert problem(table.people[0].post(f"{table.path}/win-offer", WIN)) == (409, "no_offer")


def test_where_a_partner_stays_the_house_plays_on() -> None:
    table = table_of(4, options={"mode": "teams"}, leavers="house")
    resign(table, 1)
    assert noted(table)[-1] == "SeatHandedToHouse left"
    resign(table, 3)  # their side has no people any more, the other has two
    assert noted(table)[-1] == "WinOffered left"
    assert table.on_seat(2).post(f"{table.path}/win-offer", WIN).status_code == 200
    assert (table.game.state, table.game.winners) == ("finished", [0, 2])


def test_house_skips_the_substitutes() -> None:
    table = table_of(3, leavers="house")
    resign(table)
    assert noted(table) == ["SeatLeft resigned", "SeatHandedToHouse left"]


def test_forfeit_puts_the_hand_out_of_play() -> None:
    table = table_of(3, leavers="forfeit")
    resign(table)
    assert noted(table) == ["SeatLeft resigned", "SeatForfeited left", "PlayerForfeited"]
    assert 1 not in table.state.staying
    assert problem(table.on_seat(1).post(f"{table.path}/leave")) == (409, "already_left")


@pytest.mark.parametrize(
    ("rule", "follows"),
    [
        ("substitute", ["SeatOpened left"]),
        ("house", ["WinOffered left"]),
        ("forfeit", ["SeatForfeited left", "PlayerForfeited", "GameEnded forfeit"]),
    ],
)
def test_to_forfeit_is_to_leave_by_the_tables_rule(rule: str, follows: list[str]) -> None:
    table = table_of(leavers=rule)
    leaver, forfeit = table.on_seat(1), {"type": "forfeit"}
    stale = {"expected_version": 1, "action": forfeit}
    assert problem(leaver.post(f"{table.path}/actions", stale, "1")) == (409, "stale_version")
    both = {"expected_version": table.game.version, "actions": [forfeit, {"type": "pass"}]}
    assert problem(leaver.post(f"{table.path}/actions", both, "2")) == (409, "forfeit_alone")
    preview = leaver.post(f"{table.path}/preview", {"action": forfeit})
    assert problem(preview) == (409, "no_preview")
    body = {"expected_version": table.game.version, "action": forfeit}
    answer = leaver.post(f"{table.path}/actions", body, "3")
    assert [entry["event"]["type"] for entry in answer.json()["events"]] == [
        "SeatLeft",
        *(each.split()[0] for each in follows),
    ]
    assert noted(table) == ["SeatLeft resigned", *follows]
    again = leaver.post(f"{table.path}/actions", body, "3")
    assert again.content == answer.content


def test_a_game_for_one_player_ends_when_they_leave(ada: Person) -> None:
    table = ApiGame([ada], options={"mode": "solitaire"})
    assert ada.post(f"{table.path}/leave").json()["state"] == "finished"
    assert noted(table)[-1] == "GameEnded forfeit"


def test_a_returning_player_gets_the_seat_from_the_house_once() -> None:
    table = table_of(3, leavers="house")
    leaver = resign(table)
    assert take(table, leaver).status_code == 200
    assert player(table)["occupant"] == "returned"
    resign(table)
    assert problem(take(table, leaver)) == (403, "permission_denied")


@pytest.mark.parametrize(("rule", "most"), [("house", 2), ("substitute", 3)])
def test_nobody_leaves_and_returns_without_end(rule: str, most: int) -> None:
    table = table_of(leavers=rule)
    for _ in range(most):
        assert take(table, resign(table)).status_code == 200
    leaver = resign(table)
    assert noted(table)[-1] == "WinOffered left"
    assert problem(take(table, leaver)) == (403, "permission_denied")
    due(table)
    assert (table.game.state, table.game.winners) == ("finished", [0])


def routine_of(table: ApiGame, seat: int) -> tuple[int, ...]:
    """Return the days off by which the open decision of a seat counts."""
    clock = stored_clock(table.game)
    assert clock is not None
    decision = clock.seats[seat].decision
    assert decision is not None
    return decision.routine.weekend


def test_a_substitute_plays_by_their_own_calendar_not_by_the_leavers(eve: Person) -> None:
    table = table_of(3)
    seat, leaver = table.game.awaited[0], table.awaited.user
    routine_change(user=leaver, weekend=[0])
    vacation_take(user=leaver, end=timezone.now() + timedelta(days=20))
    routine_change(user=eve.user, weekend=[1])
    resign(table, seat)
    assert take(table, eve, seat).status_code == 200
    assert routine_of(table, seat) == (1,)
    due_at = Timer.objects.get(game=table.id).due_at
    assert due_at < timezone.now() + timedelta(days=7)  # five, and a day or two off
    assert fold_log(table.game, find_seats(table.id)) == stored_clock(table.game)


def test_who_returns_from_the_house_finds_the_clock_by_their_own_calendar() -> None:
    table = table_of(3, leavers="house", clock="one_month")
    seat, leaver = table.game.awaited[0], table.awaited.user
    weekend = timezone.now().weekday()
    routine_change(user=leaver, weekend=[weekend])
    for _ in range(4):
        table.play()
    person = resign(table, seat)
    assert fold_log(table.game, find_seats(table.id)) == stored_clock(table.game)
    routine_change(user=leaver, weekend=[(weekend + 1) % 7])
    assert fold_log(table.game, find_seats(table.id)) == stored_clock(table.game)
    table.play()
    table.play()
    assert take(table, person, seat).status_code == 200
    assert routine_of(table, seat) == ((weekend + 1) % 7,)
    assert fold_log(table.game, find_seats(table.id)) == stored_clock(table.game)


def test_the_house_plays_by_its_timer_and_after_a_delay_only() -> None:
    table = table_of(3, leavers="house")
    seat = table.game.awaited[0]
    version = table.game.version + 2
    resign(table, seat)
    assert table.game.version == version
    timer = Timer.objects.get(game=table.id, kind=HOUSE)
    assert (timer.seat, timer.due_at) == (seat, table.game.moved_at + HOUSE_DELAY)
    assert sweep() == 0
    with transaction.atomic():
        assert not rebuild(table.game)
    due(table)
    assert table.game.version > version
    first = StoredEvent.objects.get(game=table.id, sequence=version + 1)
    assert (first.seat, first.actor, first.source) == (seat, "house", "timer")


@pytest.mark.slow
def test_the_house_finishes_a_game_that_all_people_have_left() -> None:
    table = table_of(2, leavers="house", options={"rounds": 1})
    resign(table, 0)
    assert noted(table)[-1] == "WinOffered left"
    resign(table, 1)
    assert noted(table)[-2:] == ["SeatHandedToHouse nobody_left"] * 2
    for _ in range(300):
        if table.game.state != "running":
            break
        due(table)
    assert table.game.state == "finished"
    assert verify(table.id) == []


def test_without_a_first_decision_the_game_is_called_off_unless_somebody_comes() -> None:
    table = table_of(3, played=False)
    resign(table, 1)
    due(table)
    assert noted(table)[-1] == "GameCalledOff never_decided"
    assert (table.game.state, table.game.winners) == ("called_off", None)
    assert not Timer.objects.filter(game=table.id).exists()


@pytest.mark.parametrize("leavers", ["substitute", "house"])
def test_a_game_called_off_by_a_no_show_says_who_left_and_counts_a_missed_decision(
    leavers: str,
) -> None:
    table = table_of(3, played=False, leavers=leavers)
    leaver = resign(table, 1)
    if leavers == "substitute":
        due(table)
    shown = leaver.get(table.path).json()
    assert [each["result"] for each in shown["occupations"]] == [None, "left", None]
    assert [each.last.left_at is None for each in result_of(table.game).seats] == [
        *(True, False, True)
    ]
    told = table.on_seat(0).get(table.path).json()["last_event"]
    assert f"{leaver.user.handle} left before" in told
    assert Reliability.objects.get(user=leaver.user).outcomes == "0"
    assert not recompute(leaver.user)
    assert verify(table.id) == []


def test_a_player_who_let_time_run_out_for_a_first_decision_missed_it_once() -> None:
    table = table_of(3, played=False, excuses=0, clock="one_day", leavers="house")
    leaver = table.awaited
    note_person_notified(game_id=table.id, user_id=leaver.user.pk)
    due(table)
    assert noted(table)[-1] == "GameCalledOff never_decided"
    assert Reliability.objects.get(user=leaver.user).outcomes == "0"


def test_a_leaver_keeps_the_others_from_no_consent() -> None:
    table = table_of(3)
    resign(table, 1)
    for seat in (0, 2):
        assert table.on_seat(seat).post(f"{table.path}/call-off").status_code == 200
    assert table.game.state == "called_off"


def test_a_game_is_not_called_off_because_its_only_consenting_player_is_gone() -> None:
    table = table_of(2, leavers="house")
    table.on_seat(1).post(f"{table.path}/call-off")
    resign(table, 1)
    assert table.game.state == "running"


def test_closing_an_account_leaves_its_games_and_can_be_undone() -> None:
    table = table_of(3)
    leaver = table.on_seat(1)
    account_close(user=leaver.user)
    assert noted(table) == ["SeatLeft account_closed", "SeatOpened left"]
    type(leaver.user).objects.update(closed_at=None)
    leaver.client.force_login(leaver.user)
    assert take(table, leaver).status_code == 200


def test_a_suspended_player_leaves_their_games() -> None:
    table, chief = table_of(3), staff()
    leaver = table.on_seat(1).user
    account_suspend(by=chief.user, user=leaver, reason="Rude.")
    leaver.refresh_from_db()
    assert not leaver.is_active
    assert noted(table) == ["SeatLeft unavailable", "SeatOpened left"]


def test_a_deleted_account_leaves_a_seat_that_waits_no_longer_than_any() -> None:
    table = table_of(3)
    leaver = table.on_seat(1)
    account_close(user=leaver.user)
    type(leaver.user).objects.filter(pk=leaver.user.pk).update(closed_at="2020-01-01T00:00Z")
    assert accounts_erase() == 1
    assert noted(table) == ["SeatLeft account_closed", "SeatOpened left"]
    due(table)
    assert noted(table)[-1] == "SeatHandedToHouse not_taken"


def test_a_seat_whose_person_was_deleted_by_other_means_is_out_of_time_like_any() -> None:
    table = table_of(3, excuses=0, clock="one_day")
    seat = table.game.awaited[0]
    table.awaited.user.delete()
    due(table)
    assert noted(table) == ["SeatLeft missed", "SeatOpened left"]
    due(table)
    assert noted(table)[-1] == "SeatHandedToHouse not_taken"
    assert table.game.assignments.get(number=seat).occupant == "house"


def test_a_player_who_misses_more_than_is_excused_leaves() -> None:
    table = table_of(3, excuses=0, clock="one_day")
    seat = table.game.awaited[0]
    note_person_notified(game_id=table.id, user_id=table.awaited.user.pk)
    due(table)
    assert noted(table) == ["SeatLeft missed", "SeatOpened left"]
    assert type(table.events[-3]).__name__ == "DecisionMissed"
    assert player(table, seat)["standing"] == "open"


def test_an_open_seat_of_a_game_without_a_clock_is_not_open_for_ever() -> None:
    table = table_of(3, clock="no_clock")
    resign(table)
    due(table)
    assert noted(table)[-1] == "SeatHandedToHouse not_taken"


def test_timers_of_leavers_are_computed_again(capsys: pytest.CaptureFixture[str]) -> None:
    table = table_of(3)
    resign(table)
    right = set(Timer.objects.values_list("kind", "seat"))
    Timer.objects.all().delete()
    call_command("rebuild_projections", str(table.id))
    assert "Games that were wrong: 1" in capsys.readouterr().out
    assert set(Timer.objects.values_list("kind", "seat")) == right


def test_nobody_leaves_a_game_that_has_not_begun(ada: Person) -> None:
    table = ApiGame([ada], seats=2)
    assert problem(ada.post(f"{table.path}/leave")) == (409, "not_running")
    assert Game.objects.count() == 1


def test_the_result_is_of_who_sits_there_at_the_end(eve: Person) -> None:
    table = table_of(leavers="substitute")
    leaver, version = resign(table), table.game.version
    take(table, eve)
    assert table.act(eve, {"type": "forfeit"}).status_code == 200
    due(table)
    due(table)
    assert table.game.state == "finished"
    found = table.people[0].get(table.path).json()["occupations"]
    assert [(each["seat"], each["handle"], each["result"]) for each in found] == [
        (1, leaver.user.handle, "left"),
        (0, table.on_seat(0).user.handle, "won"),
        (1, "eve", "left"),
    ]
    assert (found[0]["until"], found[2]["since"], found[2]["until"]) == (
        version + 1,
        version + 1,
        None,
    )


def test_a_call_off_meant_for_an_open_table_is_no_wish_to_end_its_game() -> None:
    table = table_of(2)
    maker, other = table.people
    refused = maker.post(f"{table.path}/call-off", {"only_open": True})
    assert problem(refused) == (409, "not_open")
    other.post(f"{table.path}/call-off")
    assert table.game.state == "running"


def test_an_open_table_is_called_off_as_such(ada: Person) -> None:
    table = ApiGame([ada], seats=2)
    assert ada.post(f"{table.path}/call-off", {"only_open": True}).status_code == 200
    assert table.game.state == "called_off"
