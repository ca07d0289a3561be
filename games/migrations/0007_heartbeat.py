"""One table for the heartbeats of `games_uptime` and, with config.0002, of `config_heartbeat`.

Both tables stay, empty, for the code of the release before. The next release drops them.
"""

from typing import Any

from django.db import migrations, models


def move(apps: Any, _: Any) -> None:
    """Move the last heartbeats; which hosts they came from is not known."""
    uptime, heartbeat = apps.get_model("games", "Uptime"), apps.get_model("games", "Heartbeat")
    for each in uptime.objects.all():
        heartbeat.objects.create(process=each.name, heard_at=each.heard_at, needed=True)
    uptime.objects.all().delete()


def move_back(apps: Any, _: Any) -> None:
    """Store the last heartbeat of each process that games need."""
    uptime, heartbeat = apps.get_model("games", "Uptime"), apps.get_model("games", "Heartbeat")
    for each in heartbeat.objects.filter(needed=True).order_by("heard_at"):
        uptime.objects.update_or_create(name=each.process, defaults={"heard_at": each.heard_at})


class Migration(migrations.Migration):
    dependencies = [("games", "0006_seat_waiting")]

    operations = [
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("process", models.CharField(max_length=10)),
                ("host", models.CharField(max_length=64)),
                ("heard_at", models.DateTimeField(db_index=True)),
                ("needed", models.BooleanField()),
                ("reported", models.BooleanField(default=False)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("process", "host"), name="one_row_a_process")
                ],
            },
        ),
        migrations.RunPython(move, move_back),
        migrations.SeparateDatabaseAndState(
            state_operations=[migrations.DeleteModel(name="Uptime")]
        ),
    ]
