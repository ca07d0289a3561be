"""The text of mails, composed at the moment of sending from what the reader may see then."""

from collections.abc import Sequence
from math import inf
from typing import Any, Final

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.template.loader import render_to_string
from django.utils.translation import gettext, override
from typing_extensions import override as overriding

from accounts.models import User
from games.language import active_language
from games.models import Game
from games.play.results import places_of
from games.reading.board import arrange_board
from games.reading.selectors import game_observe, game_state
from games.reading.tables import Table
from games.time.circumstances import as_datetime
from games.time.seat_times import own_deadline
from illimat_core import menu
from notifications.content import wording
from notifications.content.happened import news_of
from notifications.content.links import answer_urls, choices_url, stop_url
from notifications.content.message_ids import message_id_of, sender_domain
from notifications.content.possible import describe_plays
from notifications.content.terms import terms_of
from notifications.kinds import KINDS
from notifications.kinds.excused import EXCUSED
from notifications.kinds.invited import INVITED
from notifications.kinds.record import Kind, is_still_playing
from notifications.kinds.your_turn import YOUR_TURN
from notifications.letters import Letter
from notifications.models import Delivery, Notice
from notifications.wishes.wanted import EMAIL_KEY, is_wanted


class Mail(EmailMultiAlternatives):
    """A mail whose headers stay on lines of their own, as long as SMTP allows (RFC 5321)."""

    @overriding
    def message(self, **options: Any) -> Any:
        message = super().message(**options)
        message.policy = message.policy.clone(max_line_length=998)
        return message


def compose(delivery: Delivery) -> EmailMultiAlternatives:
    """Compose the mail of a delivery, in the language of its reader."""
    notice = delivery.notice
    reader = notice.person
    if not notice.is_composed or reader is None:
        account = (notice.subject, notice.body_text, notice.body_html)
        return _message(delivery, *account)
    kind = KINDS[notice.kind]
    with override(reader.language):
        letter = kind.letter(notice) if kind.letter else None
        if letter is None:
            context, template = _game_context(kind, notice.table, reader), kind.template
        else:
            context, template = _letter_context(letter, kind, reader), "letter"
        text = render_to_string(f"notifications/{template}.txt", context)
        html = render_to_string(f"notifications/{template}.html", context)
    return _message(delivery, context["subject"], text, html, stop_url=context["stop_url"])


def compose_together(deliveries: Sequence[Delivery]) -> EmailMultiAlternatives:
    """Compose one mail, under the id of the first delivery, that combines the news of several.

    The reader's own turns come first, the most urgent at the top.
    """
    first = deliveries[0]
    reader = first.notice.person
    with override(reader.language if reader else None):
        news = [_entry(notice, until) for until, notice in _sort_by_urgency(deliveries)]
        context = {
            "reader": reader.handle if reader else "",
            "news": news,
            "because": wording.explain_combined_mail(
                [KINDS[each.notice.kind] for each in deliveries]
            ),
            "base_url": settings.BASE_URL,
        }
        if reader:
            kinds = [KINDS[delivery.notice.kind] for delivery in deliveries]
            context |= _choice_urls(reader, kinds, combined=True)
        subject = gettext("Illimat: news about your games ({count})").format(count=len(news))
        text = render_to_string("notifications/together.txt", context)
        html = render_to_string("notifications/together.html", context)
    stop = str(context.get("stop_url", ""))
    return _message(first, subject, text, html, stop_url=stop, threaded=False)


def _sort_by_urgency(deliveries: Sequence[Delivery]) -> list[tuple[int | None, Notice]]:
    """Return notices, each with the end of its reader's time if it tells of their turn."""
    notices = [delivery.notice for delivery in deliveries]
    found = [
        (own_deadline(notice.table) if KINDS[notice.kind].of_turn else None, notice)
        for notice in notices
    ]
    return sorted(found, key=lambda pair: inf if pair[0] is None else pair[0])


def _entry(notice: Notice, until: int | None) -> dict[str, str]:
    kind = KINDS[notice.kind]
    if kind.letter:
        letter = kind.letter(notice)
        return {"subject": letter.subject, "url": letter.url}
    game, reader = notice.table.game, notice.person
    company = wording.company(notice.table, reader.handle if reader else "")
    entry = {"subject": wording.subject(kind, company), "url": game_url(game)}
    if reader and until is not None:
        entry["deadline"] = wording.deadline_sentence(as_datetime(until), reader.time_zone)
    return entry | answer_urls(reader, game.pk) if reader and kind is INVITED else entry


def game_url(game: Game) -> str:
    return settings.GAME_URL.format(base=settings.BASE_URL, id=game.pk)


def _game_context(kind: Kind, table: Table, reader: User) -> dict[str, Any]:
    game, company = table.game, wording.company(table, reader.handle)
    context = {
        "subject": wording.subject(kind, company),
        "title": kind.label,
        "company": company or wording.alone(),
        "opening": wording.opening_sentence(kind, table, reader.handle),
        "reader": reader.handle,
        "url": game_url(game),
        "season": table.season,
        "action": gettext("Open the game"),
        "because": wording.explain_mail(table, plays=is_still_playing(table)),
        "base_url": settings.BASE_URL,
    } | _choice_urls(reader, [kind], game if table.own else None)
    if game.round:
        context |= {"seal": wording.seal_line(game), "head": game.head}
    more = MORE.get(kind.template)
    return context | more(kind, table, reader) if more else context


def _letter_context(letter: Letter, kind: Kind, reader: User) -> dict[str, Any]:
    own = {"reader": reader.handle, "base_url": settings.BASE_URL}
    return letter._asdict() | own | _choice_urls(reader, [kind])


def _invitation_context(_kind: Kind, table: Table, reader: User) -> dict[str, Any]:
    return {"terms": terms_of(table)} | answer_urls(reader, table.game.pk)


def _state_context(kind: Kind, table: Table, reader: User) -> dict[str, Any]:
    game, names, language = table.game, table.names, active_language()
    state = game_state(table=table)
    view = game_observe(table=table)
    if state is None or view is None:
        raise ValueError(f"Game {game} has not begun; there is nothing to tell of it.")
    own = [each for each in view.decisions if each.seat == table.seat]
    asked = [] if kind is EXCUSED else own  # the house decides for the excused player
    choices = menu(state, table.seat) if asked else None
    gets_mail = is_still_playing(table) and is_wanted(
        person=reader, kind=YOUR_TURN, channel=EMAIL_KEY, game=game
    )
    places, ranked = places_of(game, state), state.options.players > 1
    return {
        "turn": "" if own else wording.turn_sentence(game, names, gets_mail=gets_mail),
        "prompts": [each.prompt for each in asked],
        "deadline": _deadline(table, reader),
        "action": gettext("Take your turn") if asked else gettext("Open the game"),
        "places": wording.ranking(table, places) if places and ranked else [],
        "result": wording.result_sentence(table, view) if places else "",
        "news": news_of(table, language),
        "board_title": wording.board_title(game),
        "board": arrange_board(view, names, table.seat, language),
        "plays": describe_plays(choices, language) if choices else [],
    }


MORE: Final = {"game": _state_context, "invited": _invitation_context}
"""What else the templates of these names show."""


def _deadline(table: Table, reader: User) -> str:
    """Return a sentence that says until when the reader has time; empty if no clock runs."""
    deadline = own_deadline(table)
    return (
        ""
        if deadline is None
        else wording.deadline_sentence(as_datetime(deadline), reader.time_zone)
    )


def _choice_urls(
    reader: User, kinds: Sequence[Kind], game: Game | None = None, *, combined: bool = False
) -> dict[str, str]:
    """Return the addresses at which the reader stops such mails, or chooses among all."""
    return {
        "stop": gettext("Stop combined mails") if combined else gettext("Stop mails of this kind"),
        "stop_url": stop_url(reader, kinds, combined=combined),
        "choices_url": choices_url(reader, game.pk if game else None),
    }


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
    if delivery.notice.request:
        headers["X-Request-ID"] = delivery.notice.request
    if stop_url:
        headers["List-Unsubscribe"] = f"<{stop_url}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"  # RFC 8058
    thread = _thread_id(delivery.notice)
    if thread and threaded:
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


def _thread_id(notice: Notice) -> str:
    """Return an id that no mail has, and that groups the mails of a game or the like to threads."""
    if notice.game_id:
        return f"<game-{notice.game_id.hex}@{sender_domain()}>"
    topic = KINDS[notice.kind].topic
    return f"<{topic.name}-{notice.about}@{sender_domain()}>" if topic else ""
