"""The periodic tasks."""

import pytest
from django.conf import settings

from config.celery import app


@pytest.mark.parametrize("entry", settings.CELERY_BEAT_SCHEDULE.values())
def test_every_scheduled_task_is_there(entry: dict[str, str]) -> None:
    app.loader.import_default_modules()
    assert entry["task"] in app.tasks
