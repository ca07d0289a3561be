"""All routes, with those of the mails of a server in development."""

from django.urls import include, path

from config.urls import urlpatterns as all_others

urlpatterns = [*all_others, path("development/mails/key/", include("config.server.mailbox"))]
