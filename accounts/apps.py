"""The configuration of the app `accounts`."""

from django.apps import AppConfig
from django.contrib.admin import apps as admin


class AccountsConfig(AppConfig):
    """The app that stores users, with their addresses, sessions and calendars."""

    name = "accounts"

    def ready(self) -> None:
        """Register receivers and the like, and make all forms normalize addresses."""
        from allauth.account.fields import EmailField  # noqa: PLC0415

        from accounts import receivers  # noqa: F401, PLC0415
        from accounts.addresses import normalize  # noqa: PLC0415
        from accounts.api import openapi  # noqa: F401, PLC0415
        from accounts.own_data import of_accounts  # noqa: F401, PLC0415

        # All of django-allauth's forms, for pages and for the headless API, use this field for
        # addresses.
        clean = EmailField.clean
        EmailField.clean = lambda field, value: clean(
            field, normalize(value) if isinstance(value, str) and value.strip() else value
        )


class StaffSiteConfig(admin.AdminConfig):
    """Django's admin app with `StaffSite` as its site."""

    default = False
    default_site = "accounts.staff.site.StaffSite"
