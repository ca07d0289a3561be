import uuid

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("leagues", "0004_consent"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Ruling",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("question", models.TextField(max_length=1000)),
                (
                    "effect",
                    models.CharField(
                        blank=True,
                        choices=[("none", "None"), ("places", "Places"), ("void", "Void")],
                        max_length=6,
                    ),
                ),
                ("places", models.JSONField(default=list)),
                ("reasons", models.TextField(blank=True)),
                ("answered_at", models.DateTimeField(null=True)),
                (
                    "answered_by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "asked_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "fixture",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rulings",
                        to="leagues.fixture",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rulings",
                        to="leagues.season",
                    ),
                ),
            ],
            options={
                "indexes": [
                    models.Index(fields=["season", "asked_at", "id"], name="ruling_by_age")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("answered_at", None)),
                        fields=("fixture", "asked_by"),
                        name="one_open_question_a_person",
                    )
                ],
            },
        ),
    ]
