"""Let the clocks of all running games be computed, and their timers set, by the next sweeps."""

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def look_at_all_games(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    games, timers = (apps.get_model("games", name).objects for name in ("Game", "Timer"))
    timers.all().delete()
    running = games.filter(state="running").values_list("pk", "moved_at")
    timers.bulk_create(
        timers.model(game_id=game_id, kind="clock", due_at=moved_at)
        for game_id, moved_at in running.iterator()
    )


class Migration(migrations.Migration):
    dependencies = [("games", "0015_clocks")]
    operations = [migrations.RunPython(look_at_all_games, migrations.RunPython.noop)]
