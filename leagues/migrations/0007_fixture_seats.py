from uuid import UUID, uuid5

import django.db.models.deletion
from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

BATCH = 500


def fill(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    """Store the seats of the fixtures that have been paired."""
    fixtures = apps.get_model("leagues", "Fixture")
    seats = apps.get_model("leagues", "FixtureSeat")
    rows = fixtures.objects.values_list("pk", "season", "entrants")
    made = []
    for fixture, season, entrants in rows.iterator(BATCH):
        for number, entrant in enumerate(entrants):
            key = uuid5(fixture, f"seat/{number}")
            seat = {"fixture_id": fixture, "entrant_id": UUID(entrant), "number": number}
            made.append(seats(pk=key, season_id=season, **seat))
        if len(made) >= BATCH:
            seats.objects.bulk_create(made, batch_size=BATCH)
            made = []
    seats.objects.bulk_create(made, batch_size=BATCH)


class Migration(migrations.Migration):
    dependencies = [("leagues", "0006_messages")]

    operations = [
        migrations.CreateModel(
            name="FixtureSeat",
            fields=[
                (
                    "id",
                    models.UUIDField(editable=False, primary_key=True, serialize=False),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="leagues.entrant",
                    ),
                ),
                (
                    "fixture",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="leagues.fixture",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="leagues.season",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("fixture", "number"), name="one_fixture_a_seat")
                ],
            },
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
