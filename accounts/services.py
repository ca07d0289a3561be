"""What changes about people."""

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from accounts.handles import TAKEN
from accounts.models import User


def user_update(*, user: User, **changes: str) -> User:
    """Change the handle, time zone or language of `user` and return it.

    Raises django.core.exceptions.ValidationError, keyed by field, when a value cannot be taken.
    """
    for field, value in changes.items():
        setattr(user, field, value)
    user.full_clean()
    try:
        with transaction.atomic():
            user.save(update_fields=[*changes])
    except IntegrityError as error:  # somebody has taken it since we looked
        raise ValidationError({"handle": ValidationError(TAKEN, "unique")}) from error
    return user
