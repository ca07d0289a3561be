"""People, and what staff did, for the staff."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.http import HttpRequest

from accounts.models import User
from accounts.staff import ReadOnly, StaffAdmin

RIGHTS = ["is_staff", "is_superuser", "groups", "user_permissions"]
FIELDS = ["handle", "email", "time_zone", "language", "is_active", *RIGHTS]
FIELDS += ["date_joined", "last_login"]


@admin.register(User)
class UserAdmin(StaffAdmin):
    """Shows people and lets staff rename and suspend them; superusers also give rights.

    Addresses and passwords are changed by their owners alone: whoever sets them can be them.
    """

    list_display = ["handle", "email", "is_active", "is_staff", "date_joined"]
    list_filter = ["is_active", "is_staff"]
    search_fields = ["handle", "email"]
    fields = [*FIELDS]

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Return all fields but those that the requester may change."""
        free = {"handle", "is_active"} | (set(RIGHTS) if _is_superuser(request) else set())
        return [name for name in FIELDS if name not in free]

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Say no: people sign up."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether the requester may change people; other staff only superusers may."""
        return super().has_change_permission(request, obj) and _may_touch(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether the requester may delete people; other staff only superusers may."""
        return super().has_delete_permission(request, obj) and _may_touch(request, obj)


@admin.register(LogEntry)
class StaffLogAdmin(ReadOnly, StaffAdmin):
    """Shows what staff opened, changed and deleted."""

    list_display = ["action_time", "user", "content_type", "object_repr", "change_message"]
    fields = ["action_time", "user", "content_type", "object_id", "object_repr", "change_message"]
    list_filter = ["action_flag"]
    list_select_related = ["user", "content_type"]


def _may_touch(request: HttpRequest, person: User | None) -> bool:
    rights = person is not None and (person.is_staff or person.is_superuser)
    return not rights or _is_superuser(request)


def _is_superuser(request: HttpRequest) -> bool:
    return bool(getattr(request.user, "is_superuser", False))
