"""Keep outages apart from the last heartbeats, of which there is one for each process."""

from typing import Any

from django.db import migrations, models


def part(apps: Any, _: Any) -> None:
    """Copy the outages, and keep only the last heartbeat of each process."""
    beats, outages = apps.get_model("games", "Uptime"), apps.get_model("games", "Outage")
    outages.objects.bulk_create(
        outages(name=beat.name, start=beat.silent_since, end=beat.began_at)
        for beat in beats.objects.exclude(silent_since=None).order_by("pk")
    )
    newest = {beat.name: beat.pk for beat in beats.objects.order_by("pk")}
    beats.objects.exclude(pk__in=newest.values()).delete()


class Migration(migrations.Migration):
    dependencies = [("games", "0019_choices_of_the_house")]

    operations = [
        migrations.CreateModel(
            name="Outage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=10)),
                ("start", models.DateTimeField()),
                ("end", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.RunPython(part, migrations.RunPython.noop, elidable=True),
        migrations.RemoveField("uptime", "silent_since"),
        migrations.RemoveField("uptime", "began_at"),
        migrations.AlterField("uptime", "heard_at", models.DateTimeField()),
        migrations.RemoveField("uptime", "id"),
        migrations.AlterField(
            "uptime", "name", models.CharField(max_length=10, primary_key=True, serialize=False)
        ),
    ]
