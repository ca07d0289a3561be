"""Routes of the account endpoints."""

from django.urls import path

from accounts.api.views import (
    AddressRetryView,
    BlocksView,
    BlockView,
    DataFileView,
    DataView,
    MeView,
    SessionsView,
    SessionView,
)

urlpatterns = [
    path("me", MeView.as_view(), name="me"),
    path("me/address/retry", AddressRetryView.as_view(), name="me-address-retry"),
    path("me/blocks", BlocksView.as_view(), name="me-blocks"),
    path("me/blocks/<str:handle>", BlockView.as_view(), name="me-block"),
    path("me/data", DataView.as_view(), name="me-data"),
    path("me/data/file", DataFileView.as_view(), name="me-data-file"),
    path("me/sessions", SessionsView.as_view(), name="me-sessions"),
    path("me/sessions/<str:session_id>", SessionView.as_view(), name="me-session"),
]
