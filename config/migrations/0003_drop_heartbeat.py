"""Drop the table of heartbeats that 0002 emptied, and that release 0.1 kept for the one before."""

from django.db import migrations, models
from django.utils import timezone


class Migration(migrations.Migration):
    dependencies = [("config", "0002_one_table")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="Heartbeat",
                    fields=[
                        ("name", models.CharField(max_length=10, primary_key=True)),
                        ("heard_at", models.DateTimeField(default=timezone.now)),
                        ("reported", models.BooleanField(default=False)),
                    ],
                )
            ]
        ),
        migrations.DeleteModel(name="Heartbeat"),  # whose way back makes the table, empty
    ]
