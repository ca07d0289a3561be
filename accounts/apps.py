"""Registers accounts with Django."""

from django.apps import AppConfig
from django.contrib.admin import apps as admin


class AccountsConfig(AppConfig):
    """Who people are."""

    name = "accounts"

    def ready(self) -> None:
        # Importing registers the descriptions and the receivers.
        from allauth.account.fields import EmailField  # noqa: PLC0415

        from accounts import receivers, schema  # noqa: F401, PLC0415
        from accounts.addresses import normalize  # noqa: PLC0415

        # Every form of django-allauth, for pages and for programs, takes addresses by this field.
        clean = EmailField.clean
        EmailField.clean = lambda field, value: clean(
            field, normalize(value) if isinstance(value, str) and value.strip() else value
        )


class StaffSiteConfig(admin.AdminConfig):
    """Django's admin with `StaffSite` as the site that all admins register with."""

    default = False
    default_site = "accounts.staff_site.StaffSite"
