from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

BATCH = 500


def note(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    """Note the games with house players that have ended, to be rated in this order."""
    games = apps.get_model("games", "Game").objects
    waiting = apps.get_model("ratings", "WaitingGame")
    levels = apps.get_model("games", "SeatAssignment").objects.exclude(level="")
    ended = games.filter(
        models.Exists(levels.filter(game=models.OuterRef("pk"))),
        state="finished",
        mode__in=["standard", "beginner", "teams"],
    )
    keys = ended.order_by("ended_at", "pk").values_list("pk", flat=True)
    waiting.objects.bulk_create((waiting(game_id=key) for key in keys), batch_size=BATCH)


class Migration(migrations.Migration):
    dependencies = [("games", "0029_rated"), ("ratings", "0002_house_ratings")]

    operations = [migrations.RunPython(note, migrations.RunPython.noop)]
