"""Response bodies about what people want to be told."""

from typing import Annotated, Final

from msgspec import Struct

from accounts.models import User
from games.models import Game
from games.outputs.people import time_of_day
from illimat_core.annotations import says
from notifications.channels import CHANNELS
from notifications.choosing.choices import Matrix, choices_made, choices_of
from notifications.kinds import kinds_to_choose
from notifications.wishes.preferences import preferences_of, timing_chosen

BY_KIND: Final = "by kind and channel: `your_turn` and `email`, for example."


class NoticeKind(Struct, frozen=True):
    """A kind of notice that you can decline."""

    key: Annotated[str, says("Its name in `choices`.")]
    label: Annotated[str, says("Its name for people, in the language of the answer.")]


class NoticeChannel(Struct, frozen=True):
    """A channel by which notices leave."""

    key: Annotated[str, says("Its name in `choices`.")]
    label: Annotated[str, says("Its name for people, in the language of the answer.")]


class QuietHours(Struct, frozen=True):
    """Hours in your time zone in which you get no mail about games; they may span midnight."""

    start: Annotated[str, says("When the quiet hours begin, such as `22:00`.")]
    end: Annotated[str, says("When they end, such as `08:00`.")]


class Notifications(Struct, frozen=True, kw_only=True):
    """What you want to be told, and when."""

    choices: Annotated[dict[str, dict[str, bool]], says(f"Whether you want notices, {BY_KIND}")]
    quiet_hours: Annotated[QuietHours | None, says("Your quiet hours; null if you have set none.")]
    digest_at: Annotated[
        str | None,
        says("When one mail a day tells of all your games; null if you get no such mail."),
    ]
    combined: Annotated[
        bool, says("Whether news that was held back comes in one mail, or in a mail each.")
    ]
    reminders: Annotated[
        list[int] | None,
        says(
            "How many seconds before a deadline you get reminders, the longest first; null if you "
            "get one as the server chooses."
        ),
    ]
    kinds: Annotated[list[NoticeKind], says("The kinds of notices.")]
    channels: Annotated[list[NoticeChannel], says("The channels.")]


class GameNotifications(Struct, frozen=True, kw_only=True):
    """What you want to be told about a game."""

    choices: Annotated[
        dict[str, dict[str, bool]],
        says(f"Whether you want notices of this game, {BY_KIND}"),
    ]
    overrides: Annotated[
        dict[str, dict[str, bool]], says("What you chose for this game only, likewise.")
    ]


def notifications(person: User) -> Notifications:
    chosen = preferences_of(person)
    timing = timing_chosen(chosen)
    return Notifications(
        choices=_as_dicts(choices_of(person=person)),
        quiet_hours=QuietHours(*map(time_of_day, timing.quiet)) if timing.quiet else None,
        reminders=person.reminders,
        digest_at=None if timing.digest is None else time_of_day(timing.digest),
        combined=chosen.combined,
        kinds=[NoticeKind(key, str(kind.label)) for key, kind in kinds_to_choose().items()],
        channels=[NoticeChannel(key, str(channel.label)) for key, channel in CHANNELS.items()],
    )


def game_notifications(person: User, game: Game) -> GameNotifications:
    return GameNotifications(
        choices=_as_dicts(choices_of(person=person, game=game)),
        overrides=_as_dicts(choices_made(person=person, game=game)),
    )


def _as_dicts(matrix: Matrix) -> dict[str, dict[str, bool]]:
    return {kind: dict(by_channel) for kind, by_channel in matrix.items()}
