"""What is asked about people."""

from accounts.models import User


def user_by_handle(*, handle: str) -> User | None:
    """Return who has this handle, in whatever case, or None."""
    return User.objects.filter(handle__iexact=handle).first()
