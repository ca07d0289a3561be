"""What changes about people."""

from accounts.models import User


def user_update(*, user: User, **changes: str) -> User:
    """Change the handle, time zone or language of `user` and return it.

    Raises django.core.exceptions.ValidationError, keyed by field, when a value cannot be taken.
    """
    for field, value in changes.items():
        setattr(user, field, value)
    user.full_clean()
    user.save(update_fields=[*changes])
    return user
