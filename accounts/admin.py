"""The admin site's pages about users and about the actions of staff."""

from typing import Any

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.db.models import QuerySet
from django.http import HttpRequest
from typing_extensions import override

from accounts.models import User
from accounts.signals import account_ending, account_erasing, account_unavailable
from accounts.staff import MAX_COUNTED, ReadOnly, StaffAdmin

RIGHTS = ["is_staff", "is_superuser", "groups", "user_permissions"]
FIELDS = ["handle", "email", "time_zone", "language", "is_active", *RIGHTS]
FIELDS += ["date_joined", "last_login", "blocks_made", "blocks_by_others"]


@admin.register(User)
class UserAdmin(StaffAdmin):
    """Shows users and lets staff rename and suspend them; superusers also grant rights.

    Only owners change their addresses and passwords: staff who could set them could log in as the
    owner.
    """

    list_display = ["handle", "email", "is_active", "is_staff", "date_joined"]
    list_filter = ["is_active", "is_staff"]
    search_fields = ["handle", "email"]
    fields = [*FIELDS]

    @admin.display(description="people blocked by this person")
    def blocks_made(self, obj: User) -> int:
        """Return how many people a user has blocked; whom is their own business."""
        return int(obj.blocks.count())

    @admin.display(description="people who blocked this person")
    def blocks_by_others(self, obj: User) -> int:
        """Return how many people have blocked a user, up to MAX_COUNTED."""
        return int(obj.blocks_by_others.all()[:MAX_COUNTED].count())

    @override
    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        """Return all fields except those that the requester may change."""
        free = {"handle", "is_active"} | (set(RIGHTS) if _is_superuser(request) else set())
        return [name for name in FIELDS if name not in free]

    @override
    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        """Save a user; a user who is suspended leaves all running games."""
        suspended = "is_active" in form.changed_data and not obj.is_active
        if suspended:
            account_ending.send(User, user_ids=[obj.pk])
        super().save_model(request, obj, form, change)
        if suspended:
            account_unavailable.send(User, user=obj, reason="suspended")

    @override
    def delete_model(self, request: HttpRequest, obj: User) -> None:
        """Delete a user, who first leaves all games."""
        account_ending.send(User, user_ids=[obj.pk])
        account_erasing.send(User, user=obj)
        super().delete_model(request, obj)

    @override
    def delete_queryset(self, request: HttpRequest, queryset: QuerySet[User]) -> None:
        """Delete users, who first leave all games."""
        account_ending.send(User, user_ids=[person.pk for person in queryset])
        for person in queryset:
            account_erasing.send(User, user=person)
        super().delete_queryset(request, queryset)

    @override
    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return False: users sign up."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether the requester may change a user; only superusers may change staff."""
        return super().has_change_permission(request, obj) and _may_touch(request, obj)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Return whether the requester may delete a user; only superusers may delete staff."""
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
