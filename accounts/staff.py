"""What all pages of the admin site have in common."""

from typing import Any, cast

from django.contrib import admin
from django.contrib.admin.models import LogEntry
from django.contrib.contenttypes.models import ContentType
from django.http import HttpRequest, HttpResponse

from accounts.models import User

VIEW = 4  # an action flag beside Django's own: addition, change and deletion
FILTERS = ("", "__exact", "__isnull")
"""The lookups that links of the filters in `list_filter` use."""


class StaffAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not generic when it runs
    """Shows the fields it names, filters by those in `list_filter`, and logs what is opened."""

    for_staff = True
    actions = None
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER

    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Return whether a list may be filtered by `lookup`; Django allows any field of the model.

        A secret could be guessed bit by bit by asking which rows begin with it.
        """
        return lookup in {f"{name}{end}" for name in self.list_filter for end in FILTERS}

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Return what a deletion takes along: how many of what, but not which ones."""
        _, counts, forbidden, protected = super().get_deleted_objects(objs, request)
        return [str(found) for found in objs], counts, forbidden, protected

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Log that somebody opened the page, and render it."""
        opened = kwargs.get("obj")
        if opened is not None and request.method == "GET":
            LogEntry.objects.create(
                user=cast(User, request.user),
                content_type=ContentType.objects.get_for_model(opened),
                object_id=str(opened.pk),
                object_repr=str(opened)[:200],
                action_flag=VIEW,
                change_message="Viewed.",
            )
        return super().render_change_form(request, context, *args, **kwargs)


class ReadOnly:
    """Nothing can be added, changed or deleted."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Say no."""
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Say no."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        """Say no."""
        return False
