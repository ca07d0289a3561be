"""Drop the table of heartbeats that 0007 emptied, and that release 0.1 kept for the one before."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0008_frozen_games")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.CreateModel(
                    name="Uptime",
                    fields=[
                        ("name", models.CharField(max_length=10, primary_key=True)),
                        ("heard_at", models.DateTimeField(db_index=True)),
                    ],
                )
            ]
        ),
        migrations.DeleteModel(name="Uptime"),  # whose way back makes the table, empty
    ]
