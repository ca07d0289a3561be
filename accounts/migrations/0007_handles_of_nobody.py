"""Handles that staff took away are nobody's for a while."""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def free_them(apps: Any, _: Any) -> None:
    """Let anybody have the handles of nobody again."""
    apps.get_model("accounts", "HeldHandle").objects.filter(user=None).delete()


class Migration(migrations.Migration):
    """Lets a hold on a handle have no user."""

    dependencies = [("accounts", "0006_suspensions")]

    operations = [
        migrations.AlterField(
            "heldhandle",
            "user",
            models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="held_handles",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RunPython(migrations.RunPython.noop, free_them),
    ]
