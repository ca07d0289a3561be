"""All routes: the API, log-in, the pages and the admin site."""

from django.conf import settings
from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularJSONAPIView, SpectacularSwaggerSplitView

from accounts.api.openapi import log_in_json, log_in_yaml
from config.server.documents import render_once

# A provider of mail reports bounces here; without a secret, anybody could.
has_provider = settings.ANYMAIL.get("WEBHOOK_SECRET")
reports = [path("anymail/", include("config.provider"))] if has_provider else []

# Routes are tried one after the other: those asked for most come first.
urlpatterns = [
    path("api/v1/", include("games.api.urls")),
    *reports,
    path("api/v1/", include("accounts.api.urls")),
    path("api/v1/", include("leagues.api.urls")),
    path("api/v1/", include("moderation.urls")),
    path("api/v1/", include("ratings.urls")),
    path("api/v1/", include("notifications.choosing.urls")),
    path("api/v1/", include("notifications.push.urls")),
    path("api/v1/", include("notifications.webhooks.urls")),
    path("api/openapi.json", render_once(SpectacularJSONAPIView.as_view()), name="openapi"),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(url_name="openapi"), name="api-docs"),
    path("_allauth/", include("accounts.log_in.api_routes")),
    path("_allauth/openapi.json", render_once(log_in_json)),
    path("_allauth/openapi.yaml", render_once(log_in_yaml)),
    path("_allauth/", include("allauth.headless.urls")),
    path("", include("web.urls")),
    path("accounts/", include("allauth.urls")),
    path("admin/", admin.site.urls),
]

if settings.MAILS_KEY:
    urlpatterns.append(
        path(f"development/mails/{settings.MAILS_KEY}/", include("config.server.mailbox"))
    )

handler500 = "api.handlers.server_error"
