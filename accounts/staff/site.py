"""The admin site, which requires staff with a second factor and logs each of their requests.

Only admins that derive from `accounts.staff.pages.StaffAdmin` are registered. Those of Django and
its libraries are left out: they can be filtered by any field, and show sessions, second factors and
addresses.
"""

import logging
from collections.abc import Iterable
from typing import Any

from allauth.mfa.utils import is_mfa_enabled
from django.contrib import messages
from django.contrib.admin import AdminSite
from django.contrib.auth.views import redirect_to_login
from django.core.exceptions import PermissionDenied
from django.db.models import Model
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, resolve_url
from django.utils.translation import gettext_lazy
from typing_extensions import override

SECOND_FACTORS = ("totp", "webauthn")
SET_UP_FIRST = gettext_lazy(
    "The admin site needs a second factor. Set one up here, then open the site again."
)
LONGEST_LOGGED = 500  # characters of a path with its query

logger = logging.getLogger("accounts.staff_site")


class StaffSite(AdminSite):
    """Django's admin site for staff who have a second factor."""

    site_header = site_title = gettext_lazy("Illimat: staff")
    index_title = gettext_lazy("What staff may see")

    def register(
        self,
        model_or_iterable: type[Model] | Iterable[type[Model]],
        admin_class: Any = None,
        **options: Any,
    ) -> None:
        """Register an admin that derives from StaffAdmin; ignore all others."""
        if getattr(admin_class, "for_staff", False):
            super().register(model_or_iterable, admin_class, **options)

    def has_permission(self, request: HttpRequest) -> bool:
        """Return whether the request comes from staff with a second factor."""
        return super().has_permission(request) and _has_second_factor(request)

    @override
    def login(self, request: HttpRequest, extra_context: Any = None) -> Any:
        """Redirect to the site's ordinary log-in, or to setting up a second factor.

        Raises PermissionDenied for people who are not staff.
        """
        if not request.user.is_authenticated:
            return redirect_to_login(
                request.GET.get("next", request.path), resolve_url("account_login")
            )
        if not super().has_permission(request):
            raise PermissionDenied
        if _has_second_factor(request):
            return redirect("admin:index")
        messages.warning(request, SET_UP_FIRST)
        return redirect("mfa_activate_totp")

    @override
    def password_change(self, request: HttpRequest, extra_context: Any = None) -> Any:
        return redirect("account_change_password")

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        """Wrap a view so that only staff reach it, and log each request with its outcome."""
        inner = super().admin_view(view, cacheable)

        def logged(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            try:
                response: HttpResponseBase = inner(request, *args, **kwargs)
                outcome = str(response.status_code)
            except Exception as error:
                outcome = type(error).__name__
                raise
            finally:
                if getattr(request.user, "is_staff", False):  # else strangers could fill the log
                    person = f"{request.user.pk} ({request.user.get_username()})"
                    path = request.get_full_path()[:LONGEST_LOGGED]
                    logger.info(f"{request.method} {path} by {person}: {outcome}")
            return response

        return logged


def _has_second_factor(request: HttpRequest) -> bool:
    return bool(is_mfa_enabled(request.user, SECOND_FACTORS))
