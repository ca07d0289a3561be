"""The authentication backend, which checks passwords, and finds whose a session is."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar

from allauth.account.auth_backends import AuthenticationBackend as AllauthBackend
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.sessions.backends.base import SessionBase
from typing_extensions import override

from accounts.models import User
from accounts.selectors import user_to_log_in
from accounts.sessions import SessionStore

_asked: ContextVar[SessionBase | None] = ContextVar("_asked", default=None)


@contextmanager
def asking(session: SessionBase | None) -> Iterator[None]:
    """Let Django take the user who was read with a session, instead of reading them again."""
    before = _asked.set(session)
    try:
        yield
    finally:
        _asked.reset(before)


class AuthenticationBackend(AllauthBackend):  # type: ignore[misc]
    """Checks one password hash in two queries, even if no account has the address.

    So the response time does not reveal who is registered.
    """

    def user_can_authenticate(self, user: AbstractBaseUser | None) -> bool:
        """Return whether the account of `user` is neither suspended nor closed."""
        present = isinstance(user, User) and user.closed_at is None
        return present and bool(super().user_can_authenticate(user))

    @override
    def get_user(self, user_id: int) -> AbstractBaseUser | None:
        """Return the user of a session, None unless they may be logged in."""
        session = _asked.get()
        user = session.user if isinstance(session, SessionStore) else None
        if user is None or user.pk != user_id:
            found: AbstractBaseUser | None = super().get_user(user_id)
            return found
        return user if self.user_can_authenticate(user) else None

    def _authenticate_by_email(self, email: str, password: str) -> User | None:
        if "@" not in email:  # django-allauth also tries the handle of a user it already knows
            return None
        user: User | None = self._check_password(user_to_log_in(address=email), password)
        return user
