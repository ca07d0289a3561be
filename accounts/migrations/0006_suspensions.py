from typing import Any

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


def note(apps: Any, _editor: Any) -> None:
    """Note each account that is suspended, so that it can be lifted."""
    user, suspension = (apps.get_model("accounts", name) for name in ("User", "Suspension"))
    suspended = user.objects.filter(is_active=False).values_list("pk", flat=True)
    rows = (suspension(user_id=pk) for pk in suspended.iterator())
    suspension.objects.bulk_create(rows, batch_size=1000)


PERSON = {"on_delete": django.db.models.deletion.SET_NULL, "null": True, "related_name": "+"}


class Migration(migrations.Migration):
    dependencies = [("accounts", "0005_own_data")]
    operations = [
        migrations.CreateModel(
            name="Suspension",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("reason", models.TextField(blank=True, max_length=1000)),
                ("began_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("ends_at", models.DateTimeField(null=True)),
                ("lifted_at", models.DateTimeField(null=True)),
                ("by", models.ForeignKey(to=settings.AUTH_USER_MODEL, **PERSON)),
                ("lifted_by", models.ForeignKey(to=settings.AUTH_USER_MODEL, **PERSON)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="suspensions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("lifted_at", None)),
                        fields=["ends_at"],
                        name="suspension_by_end",
                    ),
                    models.Index(fields=["lifted_at"], name="suspension_by_lift"),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("lifted_at", None)),
                        fields=("user",),
                        name="one_suspension_at_a_time",
                    )
                ],
            },
        ),
        migrations.RunPython(note, migrations.RunPython.noop),
    ]
