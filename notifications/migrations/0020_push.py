import uuid

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0029_rated"),
        ("notifications", "0019_about"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="PushSubscription",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("session", models.CharField(blank=True, db_index=True, max_length=40)),
                ("endpoint", models.CharField(max_length=1000)),
                ("digest", models.CharField(max_length=64, unique=True)),
                ("public_key", models.CharField(max_length=100)),
                ("auth", models.CharField(max_length=30)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "renewed_at",
                    models.DateTimeField(db_index=True, default=django.utils.timezone.now),
                ),
                ("confirmed_at", models.DateTimeField(null=True)),
                ("failing_since", models.DateTimeField(null=True)),
                ("paused_until", models.DateTimeField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="push_subscriptions",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": [models.F("created_at"), models.F("id")],
            },
        ),
        migrations.CreateModel(
            name="ShownTurn",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                (
                    "checked_at",
                    models.DateTimeField(db_index=True, default=django.utils.timezone.now),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                (
                    "subscription",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="shown",
                        to="notifications.pushsubscription",
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="pushsubscription",
            index=models.Index(fields=["paused_until"], name="subscriptions_by_pause"),
        ),
        migrations.AddConstraint(
            model_name="shownturn",
            constraint=models.UniqueConstraint(fields=("subscription", "game"), name="shown_once"),
        ),
    ]
