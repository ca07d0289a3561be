"""Set the timers of games that wait for spectators already: a day from their last event."""

from datetime import timedelta

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def set_timers(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    games, timers = (apps.get_model("games", name).objects for name in ("Game", "Timer"))
    running = games.filter(state="running", options__audience="spectator")
    for game in running.iterator():
        if None in game.awaited:
            due_at = game.moved_at + timedelta(days=1)
            timers.create(game=game, kind="spectators", due_at=due_at)


class Migration(migrations.Migration):
    dependencies = [("games", "0012_commands_and_timers")]
    operations = [migrations.RunPython(set_timers, migrations.RunPython.noop)]
