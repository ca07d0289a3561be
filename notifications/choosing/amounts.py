"""How much somebody wants to be told: one choice for all kinds of notices."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Final, NamedTuple

from django.utils.translation import gettext_lazy

from notifications.channels import CHANNELS
from notifications.choosing.choices import Matrix
from notifications.kinds import kinds_to_choose
from notifications.kinds.record import Kind

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise


class Amount(NamedTuple):
    """An amount of notices; `wants` says of a kind and a channel what is chosen.

    None goes back to what applies without a choice.
    """

    label: "StrOrPromise"
    about: "StrOrPromise"
    wants: Callable[[Kind, str], bool | None]


def _of_turns(kind: Kind, channel: str) -> bool:
    return (kind.of_turn or kind.needed) and channel in kind.channels


def _needed(kind: Kind, channel: str) -> bool:
    return kind.needed and channel in kind.channels


AMOUNTS: Final = {
    "all": Amount(
        gettext_lazy("Everything"), gettext_lazy("All news, on every channel."), lambda *_: True
    ),
    "usual": Amount(
        gettext_lazy("As usual"),
        gettext_lazy("All news, but push messages only where they matter."),
        lambda *_: None,
    ),
    "turns": Amount(
        gettext_lazy("Only my turn"),
        gettext_lazy("Your turns, reminders, and when your time has run out."),
        _of_turns,
    ),
    "least": Amount(
        gettext_lazy("Only what I must know"),
        gettext_lazy(
            "Reminders, and when your time has run out. Your time begins as soon as it is "
            "your turn."
        ),
        _needed,
    ),
}
"""From the most to the least."""


def answers_of(amount: str, *, of_game: bool) -> Mapping[str, Mapping[str, bool | None]]:
    wants = AMOUNTS[amount].wants
    return {
        key: {at: wants(kind, at) for at in CHANNELS}
        for key, kind in kinds_to_choose(of_game=of_game).items()
    }


def amount_of(applied: Matrix, usual: Matrix | None = None) -> str:
    """Return the amount that choices come to, or nothing if each kind was chosen for itself.

    `usual` is what applies to all games, if the choices are those for one game.
    """
    kinds = kinds_to_choose(of_game=usual is not None)
    as_usual = usual or {key: {at: at in kinds[key].channels for at in CHANNELS} for key in kinds}
    for amount in AMOUNTS:
        answers = answers_of(amount, of_game=usual is not None)
        if all(
            applied[key][at] == (as_usual[key][at] if answer is None else answer)
            for key, by in answers.items()
            for at, answer in by.items()
        ):
            return amount
    return ""
