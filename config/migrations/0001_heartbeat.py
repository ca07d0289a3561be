from typing import Any

import django.utils.timezone
from django.db import migrations, models
from django.utils import timezone


def expect_both(apps: Any, schema_editor: Any) -> None:
    """Create both rows, so that a worker or beat that never starts is reported as silent, too."""
    heartbeat = apps.get_model("config", "Heartbeat")
    for name in ("worker", "beat"):
        heartbeat.objects.create(name=name, heard_at=timezone.now())


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("name", models.CharField(max_length=10, primary_key=True, serialize=False)),
                ("heard_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("reported", models.BooleanField(default=False)),
            ],
        ),
        migrations.RunPython(expect_both, migrations.RunPython.noop),
    ]
