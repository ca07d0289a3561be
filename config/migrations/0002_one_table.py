"""Heartbeats are in `games_heartbeat`; `config_heartbeat` stays, empty, for one release."""

from typing import Any

from django.db import migrations


def move(apps: Any, _: Any) -> None:
    """Move what clocks do not count: other processes, those expected, and logged silences."""
    old, new = apps.get_model("config", "Heartbeat"), apps.get_model("games", "Heartbeat")
    for each in old.objects.all():
        usual = {"heard_at": each.heard_at, "needed": False}
        row, _ = new.objects.get_or_create(process=each.name, host="", defaults=usual)
        row.reported = each.reported
        row.save()
    old.objects.all().delete()


def move_back(apps: Any, _: Any) -> None:
    """Store the last heartbeat of each process."""
    old, new = apps.get_model("config", "Heartbeat"), apps.get_model("games", "Heartbeat")
    for each in new.objects.order_by("heard_at"):
        last = {"heard_at": each.heard_at, "reported": each.reported}
        old.objects.update_or_create(name=each.process, defaults=last)


class Migration(migrations.Migration):
    dependencies = [("config", "0001_heartbeat"), ("games", "0007_heartbeat")]

    operations = [
        migrations.RunPython(move, move_back),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.DeleteModel(name="Heartbeat")]
        ),
    ]
