"""The active language, in which answers and mails speak."""

from django.utils.translation import get_language, gettext

from games.clocks.errors import ClockError
from illimat_core.errors import SpokenError
from illimat_core.messages import Language, language_of


def active_language() -> Language:
    """Return the core's language for the one that Django has activated, or English without it.

    `LocaleMiddleware` activates the language of a request, and `notifications.content.mails` the
    reader's.
    """
    return language_of(get_language() or "")


def translate_marked(marked: str) -> str:
    """Return what `gettext_noop` marked in the active language; what is empty stays empty."""
    return gettext(marked) if marked else ""


def detail_of(error: ClockError | SpokenError) -> str:
    if isinstance(error, ClockError):
        return gettext(error.message).format(**error.arguments)
    return active_language().tell(error.message)
