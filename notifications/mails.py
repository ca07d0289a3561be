"""What a mail says: written from what its reader may see at the moment of sending."""

from email.utils import parseaddr
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string

from accounts.models import User
from games import store
from games.models import Game, StoredEvent
from illimat_core.events import redact
from illimat_core.observation import observe
from illimat_core.state import State
from illimat_core.text import KEY, board_text, enumerate_words, narrate
from notifications.models import OutboxMail

Kind = OutboxMail.Kind
NEWS = 60  # lines at most: the newest, where somebody has been away for long
ABOUT: dict[str, str] = {
    Kind.YOUR_TURN: "your turn",
    Kind.GAME_BEGINS: "the game begins",
    Kind.GAME_OVER: "the game is over",
}


def compose(mail: OutboxMail) -> EmailMultiAlternatives | None:
    """Write a mail; None when there is nothing to tell any more.

    That is when its reader's turn is over, the game has moved on or the seat is somebody else's.
    """
    game, user = mail.game, mail.user
    if game is None or user is None:
        return _message(mail, mail.address, mail.subject, mail.body_text, mail.body_html)
    seat = _seat_of(user, game)
    if seat is None:
        return None
    state = store.state_of(game)
    if not _still_true(mail.kind, game, state, seat):
        return None
    letter = _letter(mail.kind, game, state, seat)
    text = render_to_string("notifications/game.txt", letter)
    html = render_to_string("notifications/game.html", letter)
    return _message(mail, user.email, letter["subject"], text, html)


def game_url(game: Game) -> str:
    """Return where a game is played."""
    return settings.GAME_URL.format(base=settings.BASE_URL, id=game.pk)


def game_names(game: Game) -> list[str]:
    """Return how people call each other in a game that has begun, by seat."""
    seats = {seat.number: seat for seat in game.assignments.select_related("user")}
    return [
        seat.user.handle if (seat := seats.get(number)) and seat.user else f"seat {number}"
        for number in range(game.seats)
    ]


def _seat_of(user: User, game: Game) -> int | None:
    """Return the seat that the reader still has, or None."""
    held = game.assignments.filter(user=user, user__is_active=True)
    return held.values_list("number", flat=True).first()


def _still_true(kind: str, game: Game, state: State, seat: int) -> bool:
    if kind == Kind.GAME_OVER:
        return state.over
    running = game.state == Game.State.RUNNING and not state.over
    return running and (kind == Kind.GAME_BEGINS or seat in state.awaited)


def _letter(kind: str, game: Game, state: State, seat: int) -> dict[str, Any]:
    """Return what the templates tell."""
    names = game_names(game)
    view = observe(state, seat)
    others = enumerate_words(name for number, name in enumerate(names) if number != seat)
    awaited = [names[s] if s is not None else "a spectator" for s in state.awaited]
    return {
        "subject": f"Illimat with {others}: {ABOUT[kind]}",
        "kind": kind,
        "reader": names[seat],
        "others": others,
        "turn": enumerate_words(awaited) if awaited else "",
        "prompts": [d["prompt"] for d in view["decisions"] if d["seat"] == seat],
        "scores": [(name, view["scores"][str(s)]) for s, name in enumerate(names)],
        "winners": [names[winner] for winner in state.winners or ()],
        "news": _news(game, seat, names),
        "round": state.round,
        "board": board_text(view, names),
        "key": KEY,
        "url": game_url(game),
        "version": game.version,
        "head": game.head,
    }


def _news(game: Game, seat: int, names: list[str]) -> list[str]:
    """Tell what has happened since the reader last acted, a sentence an event."""
    own = StoredEvent.objects.filter(game=game, seat=seat).order_by("-sequence")
    last = own.values_list("sequence", flat=True).first() or 0
    events = store.read(game.pk, after=last, upto=game.version)
    sentences = [narrate(redact(event, seat), names) for event in events]
    return [sentence for sentence in sentences if sentence][-NEWS:]


def _message(
    mail: OutboxMail, to: str, subject: str, text: str, html: str
) -> EmailMultiAlternatives:
    domain = parseaddr(settings.DEFAULT_FROM_EMAIL)[1].rpartition("@")[2]
    headers = {
        "Message-ID": f"<{mail.digest}@{domain}>",
        "Auto-Submitted": "auto-generated",
    }
    if mail.game_id:
        # No mail has this id: it only keeps the mails of a game together.
        thread = f"<game-{mail.game_id.hex}@{domain}>"
        headers |= {"In-Reply-To": thread, "References": thread}
    message = EmailMultiAlternatives(
        subject=" ".join(subject.split()),  # also what some take for the end of a header's line
        body=text,
        to=[to],
        headers=headers,
    )
    if html:
        message.attach_alternative(html, "text/html")
    return message
