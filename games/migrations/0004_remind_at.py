from typing import Any

from django.db import migrations, models
from django.db.models import Q
from django.db.models.functions import Now


def look_at_all(apps: Any, _: Any) -> None:
    """Have workers look at all running games, and set when to look again."""
    apps.get_model("games", "Timer").objects.filter(kind="clock").update(remind_at=Now())


class Migration(migrations.Migration):
    dependencies = [("games", "0003_arranged"), ("accounts", "0002_reminders")]
    operations = [
        migrations.AddField("timer", "remind_at", models.DateTimeField(null=True)),
        migrations.AddIndex(
            "timer",
            models.Index(
                fields=["remind_at"], condition=Q(remind_at__isnull=False), name="timers_to_remind"
            ),
        ),
        migrations.RunPython(look_at_all, migrations.RunPython.noop),
    ]
