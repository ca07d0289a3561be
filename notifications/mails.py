"""The text of mails, composed at the moment of sending from what the reader may see then."""

from collections.abc import Iterable, Sequence
from itertools import dropwhile
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.translation import gettext, override

from accounts.models import User
from games.actors import Role
from games.circumstances import moment_of
from games.language import active_language
from games.lookup import find_seats
from games.models import Game, StoredEvent
from games.seat_times import seat_times
from games.selectors import LoggedEvent, game_history, game_observe
from games.tables import Table
from illimat_core.messages import Language
from illimat_core.words.board import board_text, key_text
from illimat_core.words.descriptions import explain_luminaries, prompt
from illimat_core.words.narration import narrate
from notifications import wording
from notifications.kinds import KINDS
from notifications.kinds.record import Kind
from notifications.message_ids import domain, message_id_of
from notifications.models import Delivery, Notice

NEWS = 60  # lines at most; a longer list keeps the newest


def compose(delivery: Delivery) -> EmailMultiAlternatives:
    """Compose the mail of a delivery, in the language of its reader."""
    notice = delivery.notice
    reader = notice.person
    if notice.game is None or reader is None:
        account = (notice.subject, notice.body_text, notice.body_html)
        return _message(delivery, delivery.address, *account)
    kind = KINDS[notice.kind]
    with override(reader.language):
        letter = _letter(kind, notice.table, reader)
        text = render_to_string(f"notifications/{kind.template}.txt", letter)
        html = render_to_string(f"notifications/{kind.template}.html", letter)
    return _message(delivery, delivery.address, letter["subject"], text, html)


def compose_together(deliveries: Sequence[Delivery]) -> EmailMultiAlternatives:
    """Compose one mail, under the id of the first delivery, that combines the news of several."""
    first = deliveries[0]
    reader = first.notice.person
    with override(reader.language if reader else None):
        news = [_entry(delivery.notice) for delivery in deliveries]
        letter = {
            "reader": reader.handle if reader else "",
            "news": news,
            "base_url": settings.BASE_URL,
        }
        subject = gettext("Illimat: news of your games ({count})").format(count=len(news))
        text = render_to_string("notifications/together.txt", letter)
        html = render_to_string("notifications/together.html", letter)
    return _message(first, first.address, subject, text, html, threaded=False)


def _entry(notice: Notice) -> dict[str, object]:
    """Return the entry about a notice's game in a list of news."""
    reader = notice.person.handle if notice.person else ""
    return {
        "about": KINDS[notice.kind].label,
        "company": wording.company(notice.table, reader) or wording.alone(),
        "url": game_url(notice.table.game),
    }


def game_url(game: Game) -> str:
    """Return the address at which a game is played."""
    return settings.GAME_URL.format(base=settings.BASE_URL, id=game.pk)


def _letter(kind: Kind, table: Table, reader: User) -> dict[str, Any]:
    """Return the context of the templates."""
    game, company = table.game, wording.company(table, reader.handle)
    letter = {
        "subject": wording.subject(kind, company),
        "opening": wording.opening(kind, company, game),
        "kind": kind.key,
        "reader": reader.handle,
        "round": game.round,
        "url": game_url(game),
        "seal": wording.seal(game),
    }
    if kind.template != "game":
        return letter
    return letter | _standing(table, active_language()) | {"deadline": _deadline(table, reader)}


def _deadline(table: Table, reader: User) -> str:
    """Return a sentence that says until when the reader has time; empty if no clock runs."""
    game = table.game
    shown = seat_times([(game, find_seats(game.pk))]).get(game.pk, ())
    own = next((each for each in shown if each.seat == table.seat), None)
    if own is None or own.deadline is None:
        return ""
    return wording.deadline(moment_of(own.deadline), reader.time_zone)


def _standing(table: Table, language: Language) -> dict[str, Any]:
    """Return the templates' context about the state of the game."""
    game, names, view = table.game, table.names, game_observe(table=table)
    if view is None:
        raise ValueError(f"Game {game} has not begun; there is nothing to tell of it.")
    awaited = [names[s] if s is not None else gettext("a spectator") for s in game.awaited]
    return {
        "turn": language.form("and", awaited) if awaited else "",
        "prompts": [
            prompt(asked.kind, language) for asked in view.decisions if asked.seat == table.seat
        ],
        "scores": list(zip(names, game.scores, strict=True)),
        "result": wording.result(game, names),
        "news": _news(table, language),
        "board": board_text(view, names, language=language),
        "key": key_text(language),
        "luminaries": explain_luminaries(view, language),
    }


def _news(table: Table, language: Language) -> list[str]:
    """Return a sentence for each event since the reader last acted, the newest NEWS at most."""
    commands = StoredEvent.objects.filter(game=table.game, seat=table.seat, actor=Role.PERSON)
    last = commands.order_by("-sequence").values_list("sequence", flat=True).first() or 0
    history: Iterable[LoggedEvent] = game_history(table=table, after=last, limit=table.game.version)
    if last:
        history = dropwhile(lambda entry: _is_of_command(entry, table.seat), history)
    sentences = [
        narrate(entry.event, table.naming(entry.stored.sequence), language) for entry in history
    ]
    return [sentence for sentence in sentences if sentence][-NEWS:]


def _is_of_command(entry: LoggedEvent, seat: int | None) -> bool:
    """Return whether an event that follows a seat's command belongs to the same command."""
    return entry.stored.seat == seat and entry.stored.command_id is None


def _message(
    delivery: Delivery, to: str, subject: str, text: str, html: str, *, threaded: bool = True
) -> EmailMultiAlternatives:
    headers = {
        "Message-ID": message_id_of(delivery),
        "Auto-Submitted": "auto-generated",
        "From": settings.DEFAULT_FROM_EMAIL,
    }
    game_id = delivery.notice.game_id
    if game_id and threaded:
        # No mail has this id; it makes mail programs group the mails of a game.
        thread = f"<game-{game_id.hex}@{domain()}>"
        headers |= {"In-Reply-To": thread, "References": thread}
    message = EmailMultiAlternatives(
        from_email=settings.BOUNCE_ADDRESS or None,  # of the envelope
        subject=" ".join(subject.split()),  # no line break of any kind, which could end the header
        body=text,
        to=[to],
        headers=headers,
    )
    if html:
        message.attach_alternative(html, "text/html")
    return message
