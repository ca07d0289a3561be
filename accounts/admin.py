"""The admin site's pages about users and about the actions of staff."""

from typing import Any, cast

from django import forms
from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext, gettext_lazy
from typing_extensions import override

from accounts.models import LONGEST_REASON, User
from accounts.signals import account_ending, account_erasing
from accounts.staff.pages import MAX_COUNTED, ReadOnly, StaffAct, StaffAdmin
from accounts.staff.suspensions import account_suspend, may_suspend, suspension_lift, suspension_of

RIGHTS = ["is_staff", "is_superuser", "groups", "user_permissions"]
FIELDS = ["handle", "email", "time_zone", "language", "is_active", *RIGHTS]
FIELDS += ["date_joined", "last_login", "blocks_made", "blocks_by_others"]
FIELDS += ["suspended"]
MOST = 20  # suspensions shown


class ConfirmForm(forms.Form):
    """Asks to confirm an act."""

    confirmed = forms.BooleanField(label=gettext_lazy("I am sure"))


class SuspendForm(forms.Form):
    """Asks why and until when an account is suspended."""

    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        help_text=gettext_lazy("The person gets it by mail, and reads it when they log in."),
        max_length=LONGEST_REASON,
        widget=forms.Textarea,
    )
    ends_at = forms.DateTimeField(
        label=gettext_lazy("Until (UTC)"),
        help_text=gettext_lazy("Leave it empty to suspend the account until somebody lifts that."),
        required=False,
        widget=forms.DateTimeInput({"type": "datetime-local"}),
    )
    confirmed = forms.BooleanField(label=gettext_lazy("I am sure"))


def _suspend(by: User, person: User, chosen: dict[str, Any]) -> str:
    account_suspend(by=by, user=person, reason=chosen["reason"], ends_at=chosen["ends_at"])
    return "Suspended."


def _lift(by: User, person: User, _: dict[str, Any]) -> str:
    suspension_lift(user=person, by=by)
    return "Suspension lifted."


def _describe_suspension(by: User, person: User) -> str:
    """Say by whom and until when a person is suspended; empty if they are not."""
    found = suspension_of(user=person)
    if person.is_active or found is None:
        return ""
    whom = gettext("you") if found.by == by else str(found.by or gettext("staff"))
    if found.ends_at is None:
        told = gettext("The account is suspended, by {whom}, until somebody lifts that.")
        return told.format(whom=whom)
    told = gettext("The account is suspended, by {whom}, until {until} (UTC).")
    return told.format(whom=whom, until=f"{found.ends_at:%Y-%m-%d %H:%M}")


def _not_suspended(_: User, person: User) -> str:
    return gettext("The account is not suspended.") if person.is_active else ""


def _may(request: HttpRequest, person: User, permission: str) -> bool:
    by = cast(User, request.user)
    return by.has_perm(permission) and may_suspend(by=by, user=person)


SUSPEND = StaffAct(
    "suspend",
    gettext_lazy("Suspend"),
    gettext_lazy(
        "The person is logged out and leaves all tables, running games and seasons at once. They "
        "cannot log in until the suspension ends, and their places in seasons are not given back. "
        "A mail tells them until when, and why."
    ),
    SuspendForm,
    lambda request, user: _may(request, user, "accounts.add_suspension"),
    _suspend,
    gettext_lazy("The account is suspended, and a mail tells its person so."),
    _describe_suspension,
)
LIFT = StaffAct(
    "lift",
    gettext_lazy("Lift the suspension"),
    gettext_lazy(
        "The person can log in again, and a mail tells them so. Their places in seasons are not "
        "given back."
    ),
    ConfirmForm,
    lambda request, user: _may(request, user, "accounts.change_suspension"),
    _lift,
    gettext_lazy("The suspension is lifted, and a mail tells its person so."),
    _not_suspended,
)


@admin.register(User)
class UserAdmin(StaffAdmin):
    """Shows users, lets staff rename and suspend them; superusers also grant rights.

    Only owners change their addresses and passwords: staff who could set them could log in as the
    owner.
    """

    list_display = ["handle", "email", "is_active", "is_staff", "date_joined"]
    list_filter = ["is_active", "is_staff"]
    search_fields = ["handle", "email"]
    fields = [*FIELDS]
    acts = (SUSPEND, LIFT)

    @admin.display(description=gettext_lazy("suspensions"))
    def suspended(self, obj: User) -> SafeString:
        """List the newest suspensions of a user: by whom, from when until when, and why."""
        rows = obj.suspensions.select_related("by", "lifted_by").order_by("-pk")[:MOST]
        told = (
            (
                f"{each.began_at:%Y-%m-%d %H:%M} to "
                + (f"{each.ends_at:%Y-%m-%d %H:%M}" if each.ends_at else "…"),
                each.by or "",
                each.reason,
                (f"lifted {each.lifted_at:%Y-%m-%d %H:%M}" if each.lifted_at else ""),
                each.lifted_by or "",
            )
            for each in rows
        )
        return format_html_join("", "{} {}: {} {} {}<br>", told)

    @admin.display(description="people blocked by this person")
    def blocks_made(self, obj: User) -> int:
        """Return how many people a user has blocked; whom is their own business."""
        return int(obj.blocks.count())

    @admin.display(description="people who blocked this person")
    def blocks_by_others(self, obj: User) -> int:
        """Return how many people have blocked a user, up to MAX_COUNTED."""
        return int(obj.blocks_by_others.all()[:MAX_COUNTED].count())

    @override
    def formfield_for_manytomany(self, db_field: Any, request: HttpRequest, **given: Any) -> Any:
        """Return a field for rights, which does not ask for each permission what it is about."""
        if db_field.related_model is Permission:
            given["queryset"] = Permission.objects.select_related("content_type")
        return super().formfield_for_manytomany(db_field, request, **given)

    @override
    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> list[str]:
        free = {"handle"} | (set(RIGHTS) if _is_superuser(request) else set())
        return [name for name in FIELDS if name not in free]

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
