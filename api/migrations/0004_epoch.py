import secrets
from typing import Any

from django.db import migrations, models


def begin(apps: Any, _: Any) -> None:
    """Begin the first epoch."""
    apps.get_model("api", "Epoch").objects.create(pk=1, value=secrets.token_hex(4))


class Migration(migrations.Migration):
    """Store which history the database tells."""

    dependencies = [("api", "0003_language")]
    operations = [
        migrations.CreateModel(
            "Epoch",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("value", models.CharField(max_length=8)),
                ("began_at", models.DateTimeField(auto_now=True)),
            ],
        ),
        migrations.RunPython(begin, migrations.RunPython.noop),
    ]
