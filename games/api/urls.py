"""The routes of the games' API."""

from django.urls import URLPattern

urlpatterns: list[URLPattern] = []
