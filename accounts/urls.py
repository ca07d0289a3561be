"""Routes of the account endpoints."""

from django.urls import path

from accounts.views import MeView, SessionsView, SessionView

urlpatterns = [
    path("me", MeView.as_view(), name="me"),
    path("me/sessions", SessionsView.as_view(), name="me-sessions"),
    path("me/sessions/<str:session_id>", SessionView.as_view(), name="me-session"),
]
