"""The active language, in which answers and mails speak."""

from django.utils.translation import get_language

from illimat_core.messages import Language, language_of


def active_language() -> Language:
    """Return the core's language for the one that Django has activated, or English without it.

    `LocaleMiddleware` activates the language of a request, and `notifications.mails` the reader's.
    """
    return language_of(get_language() or "")
