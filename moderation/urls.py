"""The route of the moderation API."""

from django.urls import path

from moderation.views import ReportsView

urlpatterns = [path("reports", ReportsView.as_view(), name="reports")]
