from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from accounts.handles import fold


def hold(apps: Any, _editor: Any) -> None:
    """Let each user hold their handle; of those whose handles look alike, the first."""
    user, held = apps.get_model("accounts", "User"), apps.get_model("accounts", "HeldHandle")
    handles = user.objects.order_by("pk").values_list("pk", "handle")
    rows = (held(user_id=pk, folded=fold(handle)) for pk, handle in handles.iterator())
    held.objects.bulk_create(rows, batch_size=1000, ignore_conflicts=True)


class Migration(migrations.Migration):
    dependencies = [("accounts", "0003_feed_entries")]
    operations = [
        migrations.CreateModel(
            name="HeldHandle",
            fields=[
                (
                    "folded",
                    models.CharField(max_length=20, primary_key=True, serialize=False),
                ),
                ("given_up_at", models.DateTimeField(db_index=True, null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="held_handles",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.RunPython(hold, migrations.RunPython.noop),
    ]
