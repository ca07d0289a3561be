"""The checks of mails: silent if each was sent once, failing if one was lost or made up."""

import msgspec
import pytest

from notifications.sending import deliveries
from tests.trials.prove.played import GAME, PEOPLE, Played
from trials.prove.checks.mails import IN_HAND, LEASE, durable, none_lost, owed, repeated
from trials.prove.history import Fault
from trials.prove.sink import read_mail


def test_mails_as_they_should_be_pass(played: Played) -> None:
    assert durable(played.mails, played.contents).violations == []
    assert none_lost(played.mails, played.contents, played.states).violations == []
    assert repeated(played.mails, []).violations == []
    assert none_lost(played.mails, played.contents, played.states).looked_at == 1


def test_a_mail_about_what_is_not_stored_is_found(played: Played) -> None:
    played.mails[0].head = "0" * 64
    assert len(durable(played.mails, played.contents).violations) == 1
    played.mails[0].version = 1000
    assert len(durable(played.mails, played.contents).violations) == 1


def test_a_turn_that_nobody_was_told_of_is_found(played: Played) -> None:
    assert len(none_lost([], played.contents, played.states).violations) == 1


def test_a_mail_about_an_earlier_turn_does_not_do(played: Played) -> None:
    played.mails[0].version = 1
    assert len(none_lost(played.mails, played.contents, played.states).violations) == 1


def test_a_mail_that_was_never_sent_is_found(played: Played) -> None:
    played.contents.unsent.append("your_turn:…")
    assert len(none_lost(played.mails, played.contents, played.states).violations) == 1


def test_a_player_who_has_acted_need_not_be_told(played: Played) -> None:
    states = played.states[GAME]
    awaited = states[-1].awaited[0]
    assert [seat for seat, _ in owed(played.rows, states)] == [awaited]


def test_at_the_beginning_everybody_is_told(played: Played) -> None:
    first = next(n for n, row in enumerate(played.rows) if row.command_id)
    told = dict(owed(played.rows[:first], played.states[GAME][:first]))
    assert told == dict.fromkeys(PEOPLE, first)


def test_everybody_is_told_of_the_end(played: Played) -> None:
    states = played.states[GAME]
    states[-1] = msgspec.structs.replace(states[-1], over=True)
    assert dict(owed(played.rows, states)) == dict.fromkeys(PEOPLE, states[-1].version)


def test_a_mail_that_comes_again_without_a_crash_is_found(played: Played) -> None:
    mails = [*played.mails, msgspec.structs.replace(played.mails[0], at=10)]
    harmless = Fault("kill web", 5, ended=6)
    assert repeated(mails, [harmless]).violations


def test_a_mail_may_come_again_once_for_each_crash(played: Played) -> None:
    crash = Fault("kill worker", 5, crash=True, ended=6)
    again = [msgspec.structs.replace(played.mails[0], at=at) for at in (10, 11)]
    assert repeated([*played.mails, again[0]], [crash]).violations == []
    assert repeated([*played.mails, *again], [crash]).violations


def test_a_crash_before_does_not_excuse_a_mail_that_comes_again(played: Played) -> None:
    crash = Fault("kill worker", -5, crash=True, ended=-4)
    mails = [*played.mails, msgspec.structs.replace(played.mails[0], at=10)]
    assert len(repeated(mails, [crash]).violations) == 1


def test_a_crash_long_after_it_was_sent_does_not_excuse_it_either(played: Played) -> None:
    crash = Fault("kill worker", 195, crash=True, ended=196)
    mails = [*played.mails, msgspec.structs.replace(played.mails[0], at=200)]
    assert len(repeated(mails, [crash]).violations) == 1


def test_more_repeated_mails_than_a_crash_can_hit_are_found(played: Played) -> None:
    crash = Fault("kill worker", 5, crash=True, ended=6)
    hit = [
        msgspec.structs.replace(played.mails[0], message_id=f"<{n}>", version=n)
        for n in range(IN_HAND + 1)
    ]
    again = [msgspec.structs.replace(mail, at=10) for mail in hit]
    assert repeated([*hit, *again[:-1]], [crash]).violations == []
    assert len(repeated([*hit, *again], [crash]).violations) == 1


def test_a_lease_is_as_long_as_the_server_makes_it() -> None:
    assert deliveries.LEASE.total_seconds() == LEASE


def test_stopping_something_excuses_no_mail(played: Played) -> None:
    stopped = Fault("stop redis", 5, ended=6)
    mails = [*played.mails, msgspec.structs.replace(played.mails[0], at=10)]
    assert repeated(mails, [stopped]).violations


def test_the_same_news_under_two_ids_is_found(played: Played) -> None:
    mails = [*played.mails, msgspec.structs.replace(played.mails[0], message_id="<other>")]
    assert len(repeated(mails, []).violations) == 1


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_the_seal_of_a_mail_is_read(newline: str) -> None:
    lines = [
        "Message-ID: <abc@illimat.example>",
        "To: ada@example.org",
        "In-Reply-To: <game-00000000000000000000000000000001@illimat.example>",
        "",
        "The log has 12 events. Its fingerprint, which changes if any of them does:",
        "ab" * 32,
    ]
    mail = read_mail(newline.join(lines).encode())
    assert (mail.game, mail.version, mail.head) == (GAME, 12, "ab" * 32)
    assert (mail.to, mail.message_id) == ("ada@example.org", "<abc@illimat.example>")
