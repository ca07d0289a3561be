from typing import Any

from django.db import migrations
from django.db.models import OuterRef, Subquery

BATCH = 500


def take_over(apps: Any, _: Any) -> None:
    """Copy to accounts what people chose; delete reminders that were written with the turn."""
    preferences = apps.get_model("notifications", "Preferences").objects
    chosen = preferences.filter(reminders__isnull=False)
    own = chosen.filter(person=OuterRef("pk")).values("reminders")
    users = apps.get_model("accounts", "User").objects
    users.filter(pk__in=chosen.values("person")).update(reminders=Subquery(own))
    notices = apps.get_model("notifications", "Notice").objects.filter(kind="reminder")
    found = list(
        notices.filter(deliveries__state="waiting").distinct().values_list("pk", flat=True)
    )
    for start in range(0, len(found), BATCH):
        notices.filter(pk__in=found[start : start + BATCH]).delete()


class Migration(migrations.Migration):
    dependencies = [
        ("accounts", "0002_reminders"),
        ("games", "0004_remind_at"),
        ("notifications", "0003_deliveries_overtaken"),
    ]
    operations = [
        migrations.RunPython(take_over, migrations.RunPython.noop),
        migrations.RemoveField("preferences", "reminders"),
    ]
