"""The people who play."""

import zoneinfo
from typing import ClassVar

from django.conf import settings
from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.sessions.base_session import AbstractBaseSession
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Lower
from django.utils import timezone

from accounts.addresses import AddressField, normalize
from accounts.handles import MAX_LENGTH, TAKEN, validate_handle


def validate_time_zone(name: str) -> None:
    """Raise ValidationError unless `name` is a zone of the IANA time zone database."""
    if name not in zoneinfo.available_timezones():
        raise ValidationError(
            "This is no time zone. Name one as the IANA database does, such as Europe/Berlin.",
            code="time_zone_unknown",
        )


class UserManager(BaseUserManager["User"]):
    """Makes users outside of a sign-up: at the command line and in tests."""

    def create_user(
        self, handle: str, email: str, password: str | None = None, **fields: object
    ) -> "User":
        """Return a new user who may log in once the address is verified.

        Raises ValidationError for what is no address.
        """
        user = self.model(handle=handle, email=normalize(email), **fields)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(
        self, handle: str, email: str, password: str | None = None, **fields: object
    ) -> "User":
        """Return a new user who may do everything."""
        return self.create_user(handle, email, password, is_staff=True, is_superuser=True, **fields)


class User(AbstractBaseUser, PermissionsMixin):
    """A person: logs in by e-mail address, is known to others by handle.

    Several accounts may claim one address, but only one can verify it: otherwise a sign-up would
    tell who is registered already.
    """

    handle = models.CharField(
        max_length=MAX_LENGTH,
        unique=True,
        validators=[validate_handle],
        error_messages={"unique": TAKEN},
    )
    email = AddressField(db_index=True)
    time_zone = models.CharField(max_length=64, default="UTC", validators=[validate_time_zone])
    language = models.CharField(max_length=8, default="en", choices=settings.LANGUAGES)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    date_joined = models.DateTimeField(default=timezone.now)
    closed_at = models.DateTimeField(null=True, blank=True)  # by its owner, who may still undo it

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "handle"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = ["email"]

    class Meta:
        constraints = [
            models.UniqueConstraint(
                Lower("handle"),
                name="handle_unique_in_any_case",
                violation_error_message=TAKEN,
            )
        ]

    def __str__(self) -> str:
        return self.handle

    @property
    def is_present(self) -> bool:
        """Whether the account is neither suspended nor closed."""
        return self.is_active and self.closed_at is None


class Session(AbstractBaseSession):
    """A session, stored under a hash of its key (`accounts.sessions`).

    It has no user until its person has logged in.
    """

    user = models.ForeignKey(User, models.CASCADE, null=True, related_name="sessions")
    began_at = models.DateTimeField()
    seen_at = models.DateTimeField(default=timezone.now)  # at most an hour behind
    ip = models.GenericIPAddressField(null=True)
    program = models.CharField(max_length=200, blank=True)  # the User-Agent


class AccountChange(models.Model):
    """A change to an account that a thief might make, and the address that was told of it.

    Its mail has a link that undoes the change, and all later ones.
    """

    user = models.ForeignKey(User, models.CASCADE, related_name="changes")
    kind = models.CharField(max_length=40)
    address = AddressField()
    at = models.DateTimeField(default=timezone.now)
    undone_at = models.DateTimeField(null=True)

    def __str__(self) -> str:
        return f"{self.kind} of {self.user_id}"
