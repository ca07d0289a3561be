"""The checks of the outbox: silent if each mail was sent as counted, failing on each fault."""

from msgspec.structs import replace

from tests.trials.prove.played import GAME, PEOPLE, Played
from trials.prove.checks import outbox
from trials.prove.checks.mails import repeated
from trials.prove.database import Delivery
from trials.prove.history import Fault, Mail
from trials.prove.turns import Turn

LONG_AGO = -(10**9)  # microseconds; an event at 0 was then, for mails that come at 0 s


def mail(number: int = 1, at: float = 0, seal: str = "seal") -> Mail:
    """Return a mail about nothing."""
    return Mail(at, f"<{number}.{seal}@illimat.example>", PEOPLE[0], GAME, 1, "")


def waiting(number: int = 1, state: str = "sent", attempts: int = 1) -> dict[int, Delivery]:
    """Return an outbox with one mail about a turn."""
    return {number: Delivery(number, state, attempts, "your_turn")}


def test_messages_sent_once_as_counted_pass() -> None:
    assert outbox.arrived([mail()], waiting()).violations == []
    assert outbox.counted([mail()], waiting()).violations == []
    assert outbox.same_ids([mail(), mail(at=70)]).violations == []


def test_a_mail_marked_as_sent_that_never_came_is_found() -> None:
    assert outbox.arrived([mail(2)], waiting()).violations == [
        "Mail 1 is marked as sent, and never came."
    ]
    assert outbox.arrived([], waiting(state="superseded")).violations == []


def test_more_copies_than_attempts_are_found() -> None:
    assert outbox.counted([mail(), mail(at=70)], waiting(attempts=2)).violations == []
    assert len(outbox.counted([mail(), mail(at=70)], waiting()).violations) == 1


def test_a_mail_that_the_outbox_does_not_know_is_found() -> None:
    assert len(outbox.counted([mail(2)], waiting()).violations) == 1
    nameless = replace(mail(), message_id="<made-up@illimat.example>")
    assert len(outbox.counted([nameless], waiting()).violations) == 1


def test_copies_under_several_ids_are_found() -> None:
    assert len(outbox.same_ids([mail(), mail(at=70, seal="other")]).violations) == 1


def test_a_mail_comes_again_if_its_sender_did_not_hear_that_it_was_taken() -> None:
    taken = mail()
    assert repeated([replace(taken, unheard=True), mail(at=11)], []).violations == []
    assert repeated([taken, mail(at=11)], []).violations


def test_a_mail_to_who_is_awaited_passes(played: Played) -> None:
    assert told_of_turns(played, played.mails[-1]) == []


def test_a_mail_to_who_is_not_awaited_is_found(played: Played) -> None:
    last = played.mails[-1]
    other = next(email for email in PEOPLE.values() if email != last.to)
    (wrong,) = told_of_turns(played, replace(last, to=other))
    assert "was not theirs" in wrong


def test_a_mail_about_a_turn_already_played_is_found(played: Played) -> None:
    first = next(row.sequence for row in played.rows if row.command_id) - 1
    seat = played.states[GAME][first - 1].awaited[0]
    assert seat is not None
    late = replace(played.mails[0], version=first, to=PEOPLE[seat])
    (wrong,) = told_of_turns(played, late, began=-LONG_AGO)
    assert "already played" in wrong
    assert told_of_turns(played, late, began=LONG_AGO) == []


def told_of_turns(played: Played, sent: Mail, began: int = 0) -> list[str]:
    """Return what is wrong with a mail about a turn."""
    numbered = replace(sent, message_id="<1.seal@illimat.example>")
    found = outbox.awaited([numbered], waiting(), played.contents, played.states, began)
    assert found.looked_at == 1
    return found.violations


def test_a_mail_about_a_play_that_was_rolled_back_is_found(played: Played) -> None:
    told = played.mails[-1]
    kept = Turn(GAME, told.version, told.head, rolled_back=False)
    undone = Turn(GAME, told.version, "0" * 64, rolled_back=True)
    assert outbox.not_rolled_back([told], [kept, undone]).violations == []
    of_it = replace(told, head=undone.head)
    assert len(outbox.not_rolled_back([of_it], [kept, undone]).violations) == 1


def test_mail_that_does_not_leave_again_is_found() -> None:
    fault = Fault("take redis away", 5, ended=15)
    assert outbox.resumed([mail(at=20)], [fault]).violations == []
    assert len(outbox.resumed([mail(at=10)], [fault]).violations) == 1
    assert len(outbox.resumed([mail(at=100)], [fault]).violations) == 1
    assert len(outbox.resumed([mail(at=20)], [Fault("take redis away", 5)]).violations) == 1
