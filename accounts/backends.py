"""The authentication backend, which checks passwords."""

from allauth.account.auth_backends import AuthenticationBackend as AllauthBackend
from django.contrib.auth.base_user import AbstractBaseUser

from accounts.models import User
from accounts.selectors import user_to_log_in


class AuthenticationBackend(AllauthBackend):  # type: ignore[misc]
    """Checks one password hash in two queries, even if no account has the address.

    So the response time does not reveal who is registered.
    """

    def user_can_authenticate(self, user: AbstractBaseUser | None) -> bool:
        """Return whether the account of `user` is neither suspended nor closed."""
        present = isinstance(user, User) and user.closed_at is None
        return present and bool(super().user_can_authenticate(user))

    def _authenticate_by_email(self, email: str, password: str) -> User | None:
        if "@" not in email:  # django-allauth also tries the handle of a user it already knows
            return None
        user: User | None = self._check_password(user_to_log_in(address=email), password)
        return user
