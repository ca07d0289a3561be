"""The text of mails, composed at the moment of sending from what the reader may see then."""

from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.translation import gettext, override
from typing_extensions import override as overriding

from accounts.models import User
from games.circumstances import moment_of
from games.language import active_language
from games.lookup import find_seats
from games.models import Game
from games.seat_times import seat_times
from games.selectors import game_observe, game_state
from games.tables import Table
from illimat_core import menu
from notifications import wording
from notifications.board import board_shown
from notifications.happened import news_of
from notifications.kinds import KINDS
from notifications.kinds.excused import EXCUSED
from notifications.kinds.record import Kind, still_plays
from notifications.kinds.your_turn import YOUR_TURN
from notifications.links import choices_url, stop_url
from notifications.message_ids import domain, message_id_of
from notifications.models import Delivery, Notice
from notifications.possible import plays_shown
from notifications.wanted import EMAIL_KEY, wanted


class Mail(EmailMultiAlternatives):
    """A mail whose headers stay on lines of their own, as long as SMTP allows (RFC 5321)."""

    @overriding
    def message(self, **options: Any) -> Any:
        """Return the message, ready to be sent."""
        message = super().message(**options)
        message.policy = message.policy.clone(max_line_length=998)
        return message


def compose(delivery: Delivery) -> EmailMultiAlternatives:
    """Compose the mail of a delivery, in the language of its reader."""
    notice = delivery.notice
    reader = notice.person
    if notice.game is None or reader is None:
        account = (notice.subject, notice.body_text, notice.body_html)
        return _message(delivery, *account)
    kind = KINDS[notice.kind]
    with override(reader.language):
        letter = _letter(kind, notice.table, reader)
        text = render_to_string(f"notifications/{kind.template}.txt", letter)
        html = render_to_string(f"notifications/{kind.template}.html", letter)
    return _message(delivery, letter["subject"], text, html, stop_url=letter["stop_url"])


def compose_together(deliveries: Sequence[Delivery]) -> EmailMultiAlternatives:
    """Compose one mail, under the id of the first delivery, that combines the news of several."""
    first = deliveries[0]
    reader = first.notice.person
    with override(reader.language if reader else None):
        news = [_entry(delivery.notice) for delivery in deliveries]
        letter = {
            "reader": reader.handle if reader else "",
            "news": news,
            "because": gettext("You get this mail because you play in these games."),
            "base_url": settings.BASE_URL,
        }
        if reader:
            kinds = [KINDS[delivery.notice.kind] for delivery in deliveries]
            letter |= _ways_out(reader, kinds)
        subject = gettext("Illimat: news about your games ({count})").format(count=len(news))
        text = render_to_string("notifications/together.txt", letter)
        html = render_to_string("notifications/together.html", letter)
    stop = str(letter.get("stop_url", ""))
    return _message(first, subject, text, html, stop_url=stop, threaded=False)


def _entry(notice: Notice) -> dict[str, object]:
    """Return the entry about a notice's game in a list of news."""
    company = wording.company(notice.table, notice.person.handle if notice.person else "")
    return {
        "subject": wording.subject(KINDS[notice.kind], company),
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
        "title": kind.label,
        "company": company or wording.alone(),
        "opening": wording.opening(kind, table, reader.handle),
        "reader": reader.handle,
        "url": game_url(game),
        "action": gettext("Open the game"),
        "because": wording.because(table, plays=still_plays(table)),
        "base_url": settings.BASE_URL,
    } | _ways_out(reader, [kind])
    if game.round:
        letter |= {"seal": wording.seal(game), "head": game.head}
    return letter if kind.template != "game" else letter | _standing(kind, table, reader)


def _standing(kind: Kind, table: Table, reader: User) -> dict[str, Any]:
    """Return the templates' context about the state of the game."""
    game, names, language = table.game, table.names, active_language()
    state = game_state(table=table)
    view = game_observe(table=table)
    if state is None or view is None:
        raise ValueError(f"Game {game} has not begun; there is nothing to tell of it.")
    own = [each for each in view.decisions if each.seat == table.seat]
    asked = [] if kind is EXCUSED else own  # of who is excused, the house decides
    choices = menu(state, table.seat) if asked else None
    gets_mail = still_plays(table) and wanted(
        person=reader, kind=YOUR_TURN, channel=EMAIL_KEY, game=game
    )
    return {
        "turn": "" if own else wording.turn(game, names, gets_mail=gets_mail),
        "prompts": [each.prompt for each in asked],
        "deadline": _deadline(table, reader),
        "action": gettext("Take your turn") if asked else gettext("Open the game"),
        "places": wording.places(game, names, view.forfeited) if game.over else [],
        "result": wording.result(game, names),
        "news": news_of(table, language),
        "board_title": wording.board_title(game),
        "board": board_shown(view, names, table.seat, language),
        "plays": plays_shown(choices, language) if choices else [],
    }


def _deadline(table: Table, reader: User) -> str:
    """Return a sentence that says until when the reader has time; empty if no clock runs."""
    game = table.game
    shown = seat_times([(game, find_seats(game.pk))]).get(game.pk, ())
    own = next((each for each in shown if each.seat == table.seat), None)
    if own is None or own.deadline is None:
        return ""
    return wording.deadline(moment_of(own.deadline), reader.time_zone)


def _ways_out(reader: User, kinds: Sequence[Kind]) -> dict[str, str]:
    """Return the addresses at which the reader stops such mails, or chooses among all."""
    return {"stop_url": stop_url(reader, kinds), "choices_url": choices_url(reader)}


def _message(
    delivery: Delivery,
    subject: str,
    text: str,
    html: str,
    *,
    stop_url: str = "",
    threaded: bool = True,
) -> EmailMultiAlternatives:
    headers = {
        "Message-ID": message_id_of(delivery),
        "Auto-Submitted": "auto-generated",
        "From": settings.DEFAULT_FROM_EMAIL,
    }
    if stop_url:
        headers["List-Unsubscribe"] = f"<{stop_url}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"  # RFC 8058
    game_id = delivery.notice.game_id
    if game_id and threaded:
        # No mail has this id; it makes mail programs group the mails of a game.
        thread = f"<game-{game_id.hex}@{domain()}>"
        headers |= {"In-Reply-To": thread, "References": thread}
    message = Mail(
        from_email=settings.BOUNCE_ADDRESS or None,  # of the envelope
        subject=" ".join(subject.split()),  # no line break of any kind, which could end the header
        body=text,
        to=[delivery.address],
        headers=headers,
    )
    if html:
        message.attach_alternative(html, "text/html")
    return message
