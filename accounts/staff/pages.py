"""Base classes of the admin site's pages."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, cast

from django.contrib import admin, messages
from django.contrib.admin.models import LogEntry
from django.contrib.admin.templatetags.admin_urls import admin_urlname
from django.contrib.admin.utils import unquote
from django.contrib.contenttypes.models import ContentType
from django.core.exceptions import PermissionDenied, ValidationError
from django.core.paginator import Paginator
from django.db.models import CASCADE, PROTECT
from django.forms import Form
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path
from django.utils.functional import cached_property
from django.utils.safestring import SafeString
from django.utils.translation import gettext
from typing_extensions import override

from accounts.models import User

if TYPE_CHECKING:
    from django_stubs_ext import StrOrPromise

MAX_COUNTED = 10_000  # rows
WRITTEN = ("reason", "reasons", "note")  # fields of forms for texts
LONGEST_GIVEN_BACK = 1_000  # characters
VIEW = 4  # an action flag; Django's own are addition, change and deletion
FILTERS = ("", "__exact", "__isnull")
"""The lookups that the filter links of `list_filter` use."""


class StaffAct(NamedTuple):
    """What staff do to an object, on a page with a form that asks them to confirm.

    `name` ends the address of the page. `may` says whether the requester may do it to an object.
    `do` does it with what the form holds, and returns what is logged; what it refuses is a
    ValidationError. `done` says that it was done. `moot` says why there is nothing to do, as after
    a double click, and is empty if there is. `about` is what the page shows of an object.
    """

    name: str
    title: "StrOrPromise"
    warning: "StrOrPromise"
    form: type[Form]
    may: Callable[[HttpRequest, Any], bool]
    do: Callable[[User, Any, dict[str, Any]], str]
    done: "StrOrPromise"
    moot: Callable[[User, Any], str]
    about: Callable[[Any], str] = lambda _: ""


class StaffLink(NamedTuple):
    """A link on the page of an object, to what has to do with it."""

    title: "StrOrPromise"
    address: str


class CappedPaginator(Paginator):  # type: ignore[type-arg]
    """Counts and pages through at most MAX_COUNTED rows."""

    @cached_property
    def count(self) -> int:
        return int(self.object_list[:MAX_COUNTED].count())  # type: ignore[attr-defined]


class StaffAdmin(admin.ModelAdmin):  # type: ignore[type-arg]  # not generic at run time
    """Shows only the fields it names, filters only by `list_filter`, and logs what is opened."""

    for_staff = True
    paginator = CappedPaginator
    actions: Sequence[str] | None = None
    list_per_page = 25
    show_full_result_count = False
    show_facets = admin.ShowFacets.NEVER
    change_form_template = "admin/staff_change_form.html"
    acts: Sequence[StaffAct] = ()
    links: "Callable[[HttpRequest, Any], Sequence[StaffLink]]" = staticmethod(lambda *_: ())

    @override
    def get_urls(self) -> list[Any]:
        names = self.opts.app_label, self.opts.model_name
        own = [
            path(
                f"<path:object_id>/{act.name}/",
                self.admin_site.admin_view(partial(self.act_view, act=act)),
                name="{}_{}_{}".format(*names, act.name),
            )
            for act in self.acts
        ]
        return [*own, *super().get_urls()]

    def act_view(self, request: HttpRequest, object_id: str, act: StaffAct) -> HttpResponse:
        """Ask to confirm an act, or do and log it.

        Raises Http404 without the object, PermissionDenied for a person who may not do that.
        """
        found = self.get_object(request, unquote(object_id))
        if found is None:
            raise Http404
        if not act.may(request, found):
            raise PermissionDenied
        page = redirect(admin_urlname(self.opts, SafeString("change")), found.pk)
        if moot := act.moot(cast(User, request.user), found):
            warn(request, moot)
            return page
        form = act.form(request.POST or None)
        if form.is_valid():
            try:
                done = act.do(cast(User, request.user), found, form.cleaned_data)
            except ValidationError as error:
                form.add_error(None, error.messages)
            else:
                self.log_change(request, found, done)
                messages.success(request, act.done)
                return page
        about = {"act": act, "form": form, "original": found, "title": act.title}
        about["about"] = act.about(found)
        shown = self.admin_site.each_context(request) | {"opts": self.opts} | about
        return render(request, "admin/act.html", shown)

    @override
    def lookup_allowed(self, lookup: str, value: str, request: HttpRequest | None = None) -> bool:
        """Return whether a list may be filtered by `lookup`; Django allows any field of the model.

        Otherwise a secret could be guessed bit by bit, by filtering for rows that begin with a
        guess.
        """
        return lookup in {f"{name}{end}" for name in self.list_filter for end in FILTERS}

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> Any:
        """Return what a deletion cascades to: the number of rows per model, up to MAX_COUNTED each.

        The rows themselves are not listed. If their model has an admin, it must permit deletion,
        too.
        """
        counts: dict[str, int] = {}
        forbidden: set[str] = set()
        protected: list[str] = []
        for found in objs:
            for relation in found._meta.related_objects:
                kind = relation.related_model
                rows = kind._base_manager.filter(**{relation.field.name: found})
                if relation.on_delete not in {CASCADE, PROTECT} or not rows.exists():
                    continue
                name = str(kind._meta.verbose_name_plural)
                counts[name] = counts.get(name, 0) + rows[:MAX_COUNTED].count()
                own = self.admin_site._registry.get(kind)
                if own and not own.has_delete_permission(request):
                    forbidden.add(str(kind._meta.verbose_name))
                if relation.on_delete is PROTECT:
                    protected.append(name)
        return [str(found) for found in objs], counts, forbidden, protected

    def render_change_form(
        self, request: HttpRequest, context: dict[str, Any], *args: Any, **kwargs: Any
    ) -> HttpResponse:
        """Log that the page was opened, and render it with links to what the requester may do."""
        opened = kwargs.get("obj")
        if opened is not None:
            by = cast(User, request.user)
            possible = [act for act in self.acts if act.may(request, opened)]
            context["acts"] = [act for act in possible if not act.moot(by, opened)]
            context["links"] = self.links(request, opened)
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


def warn(request: HttpRequest, why: str) -> None:
    """Say why nothing was done, and give back what was written."""
    for name in WRITTEN:
        if text := request.POST.get(name, "").strip():
            why += " " + gettext("You had written: {text}").format(text=text[:LONGEST_GIVEN_BACK])
    messages.warning(request, why)


class ReadOnly:
    """A mixin for admins in which nothing can be added, changed or deleted."""

    def has_add_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False

    def has_change_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, _request: HttpRequest, _obj: Any = None) -> bool:
        return False
