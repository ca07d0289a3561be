import json

from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def fill(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    """Store when those withdrew who have withdrawn."""
    events = apps.get_model("leagues", "StoredSeasonEvent")
    entrants = apps.get_model("leagues", "Entrant")
    withdrew = events.objects.filter(type="EntrantWithdrew").order_by("season", "sequence")
    for text, at in withdrew.values_list("data", "at").iterator():
        gone = entrants.objects.filter(pk=json.loads(text)["entrant"], state="withdrawn")
        gone.update(withdrawn_at=at)


class Migration(migrations.Migration):
    dependencies = [("leagues", "0010_corrected_by_player")]

    operations = [
        migrations.AddField(
            model_name="entrant",
            name="withdrawn_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
