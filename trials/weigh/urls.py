"""The routes of the product, with the baselines under the same middleware."""

from django.urls import path

from config import urls
from trials.weigh import bare

urlpatterns = [path("weigh/rows", bare.rows), path("weigh/again", bare.again), *urls.urlpatterns]
