from typing import Any

from django.db import migrations, models

from illimat_core.sealing import GENESIS, link, microseconds

BATCH = 500


def fill_heads(apps: Any, _schema_editor: Any) -> None:
    """Give each season the head of its stored events, as `leagues.store` does since then."""
    seasons = apps.get_model("leagues", "Season").objects
    events = apps.get_model("leagues", "StoredSeasonEvent").objects.order_by("sequence")
    rows = events.values_list("sequence", "type", "schema", "data", "at")
    for key in seasons.values_list("pk", flat=True).iterator(BATCH):
        head = ""
        for *members, at in rows.filter(season=key).iterator(BATCH):
            head = link(head or GENESIS, str(key), *members, microseconds(at))
        seasons.filter(pk=key).update(head=head)


class Migration(migrations.Migration):
    """Give seasons a head: the hash of their last event, which covers all earlier ones."""

    # So that the way back from games.0007 forgets the heads, which older versions do not keep up.
    dependencies = [("leagues", "0010_public_names"), ("games", "0007_heartbeat")]
    operations = [
        migrations.AddField(
            "season", "head", models.CharField(max_length=64, blank=True, db_default="")
        ),
        migrations.RunPython(fill_heads, migrations.RunPython.noop),
    ]
