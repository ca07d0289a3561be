from typing import Any

from django.db import migrations, models

from leagues.spelling import name_key

BATCH = 500


def store_keys(apps: Any, _schema_editor: Any) -> None:
    """Give each league the key of its name, unless an older league has it."""
    leagues = apps.get_model("leagues", "League").objects
    taken = {""}
    keyed = []
    for league in leagues.order_by("created_at", "pk").only("name").iterator(BATCH):
        key = name_key(league.name)
        if key not in taken:
            taken.add(key)
            league.name_key = key
            keyed.append(league)
    leagues.bulk_update(keyed, ["name_key"], BATCH)


class Migration(migrations.Migration):
    """Compare the names of leagues by keys; league_name_in_any_case is for code without them."""

    dependencies = [("leagues", "0003_attendance")]
    operations = [
        migrations.AddField(
            "league",
            "name_key",
            models.CharField(max_length=1080, null=True, editable=False),
        ),
        migrations.RunPython(store_keys, migrations.RunPython.noop),
        migrations.AddConstraint(
            "league",
            models.UniqueConstraint(fields=["name_key"], name="one_league_a_name_key"),
        ),
    ]
