"""Routes of the account endpoints."""

from django.urls import path

from accounts.views import AddressRetryView, MeView, SessionsView, SessionView

urlpatterns = [
    path("me", MeView.as_view(), name="me"),
    path("me/address/retry", AddressRetryView.as_view(), name="me-address-retry"),
    path("me/sessions", SessionsView.as_view(), name="me-sessions"),
    path("me/sessions/<str:session_id>", SessionView.as_view(), name="me-session"),
]
