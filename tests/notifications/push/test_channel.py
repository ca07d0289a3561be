"""What happens in games is pushed to people's browsers: in time, replaced by newer news, closed."""

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.core import mail
from django.utils import timezone
from pytest_django import Settings

from accounts.models import User
from games.models.timers import TurnNotice
from notifications.channels.push import PUSH
from notifications.choosing.choices import choices_change
from notifications.models import Delivery, Notice
from notifications.models.push import PushSubscription, ShownTurn
from notifications.push.services import FAILING, subscription_make
from notifications.sending import closures
from notifications.sending.outbox import notices_spread
from notifications.tasks import send
from notifications.wishes.hours import QuietSpan
from notifications.wishes.preferences import preferences_change
from tests.notifications.push.pushing import Subscribe, push_all, try_again
from tests.support.push_service import PushService
from tests.support.service_games import ServiceGame

pytestmark = pytest.mark.django_db
State, Reason = Delivery.State, Delivery.Reason


def waiting_for(ada: User, people: list[User]) -> ServiceGame:
    """Return a game of two that has come to wait for ada."""
    game = ServiceGame(people[:2])
    if game.awaited != ada:
        game.play()
    assert game.awaited == ada
    return game


@pytest.fixture
def only_pushed(ada: User, people: list[User], subscribe: Subscribe) -> None:
    """Let a game wait for ada, who is told by push only, in two browsers."""
    User.objects.filter(pk=ada.pk).update(game_mails=False)
    subscribe(ada, "/push/1")
    subscribe(ada, "/push/2")
    waiting_for(ada, people)


def newest() -> Delivery:
    """Return the newest delivery by push."""
    return Delivery.objects.select_related("notice").filter(channel="push").latest("pk")


def test_a_turn_is_pushed_with_ids_and_public_words_only(
    ada: User, people: list[User], subscribe: Subscribe, service: PushService
) -> None:
    subscribe(ada)
    game = waiting_for(ada, people)
    push_all()
    (got,) = service.taken
    message = got.message
    until = message.pop("body")
    assert until.startswith("You have time until ")
    assert until.endswith(" (UTC).")
    kind = newest().notice.kind
    assert message == {
        "type": kind,
        "tag": str(game.id),
        "title": {"your_turn": "Your turn", "game_begins": "The game begins"}[kind],
        "url": f"http://127.0.0.1:8000/games/{game.id}/mine",
        "lang": "en",
    }
    assert newest().state == State.SENT


def test_the_push_service_learns_how_long_to_keep_it_and_what_it_replaces(
    ada: User, people: list[User], subscribe: Subscribe, service: PushService
) -> None:
    subscribe(ada)
    first, second = waiting_for(ada, people), waiting_for(ada, people)
    push_all()
    one, other = service.taken
    assert one.headers["urgency"] == "high"
    assert 4.9 * 86400 < int(one.headers["ttl"]) < 6 * 86400  # until the deadline
    assert len(one.headers["topic"]) == 32
    assert one.headers["topic"] != other.headers["topic"]
    for game in (first, second):
        assert all(str(game.id) not in value for value in one.headers.values())
        assert all(game.id.hex not in value for value in one.headers.values())
    first.play()
    while first.awaited != ada:
        first.play()
    push_all()
    again = [got for got in service.taken[2:] if got.message["tag"] == str(first.id)]
    assert {got.headers["topic"] for got in again} == {one.headers["topic"]}


def test_each_browser_of_a_person_gets_each_message(
    ada: User, people: list[User], subscribe: Subscribe, service: PushService
) -> None:
    subscribe(ada, "/push/1")
    subscribe(ada, "/push/2")
    waiting_for(ada, people)
    push_all()
    assert sorted(got.path for got in service.taken) == ["/push/1", "/push/2"]
    topics = {got.headers["topic"] for got in service.taken}
    assert len(topics) == 2  # nobody can tell by them that both belong to one person


def test_a_turn_played_elsewhere_is_closed_once(
    ada: User, people: list[User], subscribe: Subscribe, service: PushService
) -> None:
    subscribe(ada)
    game = waiting_for(ada, people)
    push_all()
    while game.awaited == ada:
        game.play()
    push_all()
    shown, closed = service.taken
    assert closed.message["type"] == "turn_over"
    assert closed.message["closes"] is True
    assert closed.message["tag"] == shown.message["tag"]
    assert closed.headers["topic"] == shown.headers["topic"]
    assert closed.headers["urgency"] == "low"
    push_all()
    assert len(service.taken) == 2
    assert not ShownTurn.objects.exists()


def test_nothing_is_closed_while_the_game_still_waits(
    ada: User, people: list[User], subscribe: Subscribe, service: PushService
) -> None:
    subscribe(ada)
    waiting_for(ada, people)
    push_all()
    push_all()
    assert len(service.taken) == 1
    assert ShownTurn.objects.count() == 1


def test_a_turn_that_nobody_was_told_of_is_not_closed(
    ada: User, people: list[User], subscribe: Subscribe, service: PushService
) -> None:
    subscribe(ada)
    game = waiting_for(ada, people)
    while game.awaited == ada:
        game.play()
    push_all()
    assert service.taken == []


def test_news_of_a_game_that_waits_still_say_so(
    ada: User, people: list[User], subscribe: Subscribe, service: PushService
) -> None:
    subscribe(ada)
    game = waiting_for(ada, people)
    push_all()
    Notice.objects.create(
        key="news", kind="seat_open", person=ada, game=game.game, version=99, is_spread=False
    )
    push_all()
    assert ShownTurn.objects.get().game_id == game.id


@pytest.mark.parametrize("looked_at", [1, 2])
def test_one_sweep_looks_at_only_so_many_shown_turns_and_the_next_at_others(
    ada: User,
    people: list[User],
    subscribe: Subscribe,
    monkeypatch: pytest.MonkeyPatch,
    looked_at: int,
) -> None:
    monkeypatch.setattr(closures, "LOOKED_AT", looked_at)
    subscribe(ada)
    games = [waiting_for(ada, people) for _ in range(3)]
    push_all()
    assert ShownTurn.objects.count() == 3
    for game in games:
        while game.awaited == ada:
            game.play()
    left = []
    for _ in range(3):
        closures.turns_close()
        left.append(ShownTurn.objects.count())
    assert left == [max(3 - looked_at * number, 0) for number in (1, 2, 3)]


@pytest.mark.parametrize("status", [404, 410])
def test_a_subscription_that_is_gone_ends_and_is_no_dead_letter(
    ada: User, people: list[User], subscribe: Subscribe, service: PushService, status: int
) -> None:
    subscribe(ada)
    waiting_for(ada, people)
    service.status = status
    push_all()
    assert not PushSubscription.objects.exists()
    gone = newest()
    assert (gone.state, gone.reason) == (State.SUPERSEDED, Reason.UNWANTED)


def test_a_service_that_is_away_gets_the_message_later(
    ada: User, people: list[User], subscribe: Subscribe, service: PushService
) -> None:
    subscribe(ada)
    waiting_for(ada, people)
    service.status = 503
    push_all()
    later = newest()
    assert (later.state, later.attempts) == (State.WAITING, 1)
    assert later.error == "NotSentError: answered_503"
    assert PushSubscription.objects.get().failing_since is not None
    service.status = 201
    assert try_again(later).state == State.SENT
    assert PushSubscription.objects.get().failing_since is None


@pytest.mark.parametrize("status", [400, 403, 500])
def test_a_subscription_that_failed_for_days_ends_with_the_last_attempt(
    ada: User, people: list[User], subscribe: Subscribe, service: PushService, status: int
) -> None:
    subscribe(ada)
    waiting_for(ada, people)
    service.status = status
    push_all()
    delivery = newest()
    long_ago = timezone.now() - FAILING - timedelta(minutes=1)
    PushSubscription.objects.update(failing_since=long_ago)
    for _ in range(PUSH.attempts - 2):
        delivery = try_again(delivery)
    assert PushSubscription.objects.exists()
    assert try_again(delivery).state == State.FAILED
    assert not PushSubscription.objects.exists()
    (told,) = Notice.objects.filter(kind="push_ended")
    assert "for 5 days" in told.body_text


def test_the_owner_of_a_last_browser_that_is_gone_gets_a_mail_whatever_they_declined(
    ada: User,
    people: list[User],
    subscribe: Subscribe,
    service: PushService,
    send_all: Callable[[], None],
) -> None:
    User.objects.filter(pk=ada.pk).update(game_mails=False)
    subscribe(ada)
    waiting_for(ada, people)
    service.status = 410
    push_all()
    send_all()
    (message,) = [each for each in mail.outbox if each.to == [ada.email]]
    assert message.subject == "Illimat: your push messages have ended"
    assert "http://127.0.0.1:8000/settings/delivery#push\n" in message.body


def test_the_owner_of_another_browser_gets_no_mail(
    ada: User, people: list[User], subscribe: Subscribe, service: PushService
) -> None:
    gone = subscribe(ada, "/push/1")
    subscribe(ada, "/push/2")
    waiting_for(ada, people)
    service.status = 410
    to_gone = Delivery.objects.filter(channel="push", endpoint=str(gone.pk))
    notices_spread()
    send(to_gone.waiting().get().pk)
    assert PushSubscription.objects.count() == 1
    assert not Notice.objects.filter(kind="push_ended").exists()
    assert not TurnNotice.objects.filter(failed_at__isnull=False).exists()


@pytest.mark.usefixtures("only_pushed")
def test_who_has_only_push_is_out_of_reach_once_it_has_failed_everywhere_for_long(
    service: PushService,
) -> None:
    unreached = TurnNotice.objects.filter(failed_at__isnull=False)
    service.status = 403
    push_all()
    deliveries = list(Delivery.objects.waiting().filter(channel="push"))
    for _ in range(3):
        for each in deliveries:
            try_again(each)
    try_again(deliveries[0])
    assert not unreached.exists()  # it may be a hiccup, and the other may still get it
    try_again(deliveries[1])
    assert unreached.count() == 1


@pytest.mark.usefixtures("only_pushed")
def test_who_is_reached_in_one_browser_is_not_out_of_reach(
    service: PushService,
) -> None:
    push_all()
    one = newest()
    service.status = 500
    Delivery.objects.filter(pk=one.pk).wait_again()
    Delivery.objects.filter(pk=one.pk).update(attempts=PUSH.attempts - 1)
    assert try_again(one).state == State.FAILED
    assert not TurnNotice.objects.filter(failed_at__isnull=False).exists()


def test_who_has_only_push_is_out_of_reach_in_all_games_that_wait_when_it_is_gone(
    ada: User, people: list[User], subscribe: Subscribe, service: PushService
) -> None:
    User.objects.filter(pk=ada.pk).update(game_mails=False)
    subscribe(ada)
    games = [waiting_for(ada, people) for _ in range(2)]
    service.status = 410
    push_all()
    unreached = TurnNotice.objects.filter(failed_at__isnull=False)
    assert {each.game_id for each in unreached} == {game.id for game in games}


@pytest.mark.parametrize("status", [200, 204, 405, 500])
def test_a_server_that_is_no_push_service_gets_one_ping_and_nothing_else(
    ada: User, people: list[User], service: PushService, status: int
) -> None:
    service.status = status
    told = service.subscription()
    keys = {"public_key": told["keys"]["p256dh"], "auth": told["keys"]["auth"]}
    subscription_make(user=ada, endpoint=told["endpoint"], **keys)
    waiting_for(ada, people)
    push_all()
    assert not PushSubscription.objects.exists()
    pushes = Delivery.objects.filter(channel="push")
    assert [each.notice.kind for each in pushes] == ["ping"]
    assert not Delivery.objects.filter(state=State.FAILED).exists()


@pytest.mark.parametrize(("known", "confirmed"), [(["push.example.org"], 2), (["127.0.0.1"], 3)])
def test_an_unknown_push_service_gets_only_so_many_messages_an_hour_no_matter_whose_they_are(
    people: list[User],
    subscribe: Subscribe,
    settings: Settings,
    known: list[str],
    confirmed: int,
) -> None:
    settings.QUOTAS = settings.QUOTAS | {"push_posts_an_hour": 2}
    settings.PUSH_SERVICES = known
    for number, person in enumerate(people[:3]):
        subscribe(person, f"/push/{number}")
    assert PushSubscription.objects.exclude(confirmed_at=None).count() == confirmed
    assert Delivery.objects.filter(state=State.WAITING).count() == 3 - confirmed


def test_the_ping_says_that_push_is_on(ada: User, service: PushService) -> None:
    told = service.subscription()
    keys = {"public_key": told["keys"]["p256dh"], "auth": told["keys"]["auth"]}
    made, is_new = subscription_make(user=ada, endpoint=told["endpoint"], **keys)
    push_all()
    (got,) = service.taken
    assert is_new
    assert got.message["title"] == "Push messages are on"
    assert "topic" not in got.headers
    made.refresh_from_db()
    assert made.confirmed_at is not None


def test_no_address_that_is_not_public_is_reached(
    ada: User, service: PushService, settings: Settings
) -> None:
    settings.ALLOW_LOCAL_WEBHOOKS = False
    told = service.subscription()
    keys = {"public_key": told["keys"]["p256dh"], "auth": told["keys"]["auth"]}
    endpoint = told["endpoint"].replace("http://127.0.0.1", "https://localhost")
    subscription_make(user=ada, endpoint=endpoint, **keys)
    push_all()
    assert service.taken == []
    assert not PushSubscription.objects.exists()


def test_who_declines_turns_by_push_gets_none(
    ada: User, people: list[User], subscribe: Subscribe, service: PushService
) -> None:
    subscribe(ada)
    kinds = ("your_turn", "game_begins", "reminder")
    choices_change(person=ada, answers={key: {"push": False} for key in kinds})
    waiting_for(ada, people)
    push_all()
    assert service.taken == []


def test_quiet_hours_hold_pushes_back_and_a_digest_does_not(
    ada: User, people: list[User], subscribe: Subscribe, service: PushService
) -> None:
    subscribe(ada)
    now = timezone.now()
    minute = now.hour * 60 + now.minute
    preferences_change(person=ada, digest_at=(minute + 120) % 1440)
    waiting_for(ada, people)
    push_all()
    assert len(service.taken) == 1
    preferences_change(
        person=ada, quiet_hours=QuietSpan((minute - 60) % 1440, (minute + 60) % 1440)
    )
    waiting_for(ada, people)
    push_all()
    assert len(service.taken) == 1
    assert newest().is_held
    preferences_change(person=ada, quiet_hours=None)
    push_all()
    assert len(service.taken) == 2


def test_pushes_are_in_the_language_of_their_reader(
    ada: User, people: list[User], subscribe: Subscribe, service: PushService
) -> None:
    User.objects.filter(pk=ada.pk).update(language="de")
    subscribe(ada)
    waiting_for(ada, people)
    push_all()
    (got,) = service.taken
    assert got.message["lang"] == "de"
    assert "bis" in got.message["body"]


def test_the_clocks_do_not_count_a_push_as_notice(
    ada: User, people: list[User], subscribe: Subscribe
) -> None:
    assert PUSH.tells is False


def test_without_a_key_nothing_is_pushed(
    ada: User,
    people: list[User],
    subscribe: Subscribe,
    service: PushService,
    settings: Settings,
) -> None:
    subscribe(ada)
    settings.PUSH_KEY = ""
    waiting_for(ada, people)
    push_all()
    assert service.taken == []
    assert not Delivery.objects.filter(channel="push").exclude(notice__kind="ping").exists()
