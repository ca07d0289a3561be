"""The routes of the product, with those of the baselines under the same middleware."""

from django.urls import path

from config import urls
from trials.bench.baselines import FoldsView, ReadView, WriteView
from trials.bench.drawing import DrawnView
from trials.bench.pages import again, rows
from trials.bench.unchecked import ChecksView, ColdView

urlpatterns = [
    path("api/v1/bench/read/<uuid:game_id>", ReadView.as_view()),
    path("api/v1/bench/write", WriteView.as_view()),
    path("api/v1/bench/folds", FoldsView.as_view()),
    path("api/v1/bench/checks", ChecksView.as_view()),
    path("api/v1/bench/drawn/<uuid:game_id>", DrawnView.as_view()),
    path("api/v1/bench/cold/<uuid:game_id>/<how>", ColdView.as_view()),
    path("bench/page/rows", rows),
    path("bench/page/again", again),
    *urls.urlpatterns,
]
