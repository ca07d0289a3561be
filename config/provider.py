"""The address to which the provider of mail reports, of all those that django-anymail knows."""

from anymail.urls import urlpatterns as of_all_providers
from django.conf import settings

app_name = "anymail"
PROVIDER = settings.EMAIL_BACKEND.split(".")[-2]  # anymail.backends.postmark.EmailBackend

urlpatterns = [each for each in of_all_providers if each.name == f"{PROVIDER}_tracking_webhook"]
