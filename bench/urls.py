"""The routes of the product, and of the baselines among them, where the same middleware looks."""

from django.urls import path

from bench.baselines import FoldsView, ReadView, WriteView
from bench.unchecked import ChecksView, ColdView
from config import urls

urlpatterns = [
    path("api/v1/bench/read/<name>", ReadView.as_view()),
    path("api/v1/bench/write", WriteView.as_view()),
    path("api/v1/bench/folds", FoldsView.as_view()),
    path("api/v1/bench/checks", ChecksView.as_view()),
    path("api/v1/bench/cold/<uuid:game_id>/<how>", ColdView.as_view()),
    *urls.urlpatterns,
]
