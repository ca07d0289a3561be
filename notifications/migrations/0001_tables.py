import uuid

import django.db.models.deletion
import django.db.models.functions.datetime
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import notifications.webhooks.signing


class Migration(migrations.Migration):
    initial = True
    # The last of the steps in which these tables were once made: a database that has them all.
    replaces = [("notifications", "0021_queued")]

    dependencies = [
        ("accounts", "0001_tables"),
        ("games", "0001_tables"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Preferences",
            fields=[
                (
                    "person",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("quiet_start", models.PositiveSmallIntegerField(null=True)),
                ("quiet_end", models.PositiveSmallIntegerField(null=True)),
                ("digest_at", models.PositiveSmallIntegerField(null=True)),
                ("reminders", models.JSONField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=200, unique=True)),
                ("kind", models.CharField(max_length=40)),
                ("about", models.CharField(blank=True, db_default="", max_length=64)),
                ("version", models.PositiveIntegerField(default=0)),
                ("address", models.EmailField(blank=True, max_length=254)),
                ("subject", models.TextField(blank=True)),
                ("body_text", models.TextField(blank=True)),
                ("body_html", models.TextField(blank=True)),
                (
                    "created_at",
                    models.DateTimeField(db_index=True, default=django.utils.timezone.now),
                ),
                ("is_spread", models.BooleanField(default=True)),
                (
                    "game",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to="games.game",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("channel", models.CharField(max_length=40)),
                ("endpoint", models.CharField(blank=True, max_length=64)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("sent", "Sent"),
                            ("superseded", "Superseded"),
                            ("failed", "Failed"),
                            ("unanswered", "Unanswered"),
                        ],
                        default="waiting",
                        max_length=10,
                    ),
                ),
                ("reason", models.CharField(blank=True, max_length=20)),
                (
                    "not_before",
                    models.DateTimeField(db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "lease_until",
                    models.DateTimeField(db_default=django.db.models.functions.datetime.Now()),
                ),
                (
                    "queued_until",
                    models.DateTimeField(db_default=django.db.models.functions.datetime.Now()),
                ),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("sent_at", models.DateTimeField(null=True)),
                ("address", models.CharField(blank=True, max_length=254)),
                ("error", models.TextField(blank=True)),
                ("replayed_at", models.DateTimeField(null=True)),
                ("is_held", models.BooleanField(default=False)),
                (
                    "notice",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="deliveries",
                        to="notifications.notice",
                    ),
                ),
            ],
            options={
                "verbose_name": "delivery",
                "verbose_name_plural": "deliveries",
            },
        ),
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
        migrations.CreateModel(
            name="Tally",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("channel", models.CharField(max_length=40)),
                ("kind", models.CharField(max_length=40)),
                ("state", models.CharField(max_length=10)),
                ("number", models.PositiveBigIntegerField(default=0)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("channel", "kind", "state"), name="tallied_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Webhook",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("url", models.CharField(max_length=500)),
                (
                    "secret",
                    models.CharField(
                        default=notifications.webhooks.signing.new_secret, max_length=100
                    ),
                ),
                ("old_secret", models.CharField(blank=True, max_length=100)),
                ("rolled_at", models.DateTimeField(null=True)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("confirmed_at", models.DateTimeField(null=True)),
                ("failing_since", models.DateTimeField(null=True)),
                ("paused_until", models.DateTimeField(null=True)),
                (
                    "disabled",
                    models.CharField(
                        blank=True,
                        choices=[("owner", "Owner"), ("failing", "Failing"), ("gone", "Gone")],
                        max_length=10,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="webhooks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": [models.F("created_at"), models.F("id")],
            },
        ),
        migrations.CreateModel(
            name="Choice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=40)),
                ("channel", models.CharField(max_length=40)),
                ("wanted", models.BooleanField()),
                (
                    "game",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notice_choices",
                        to="games.game",
                    ),
                ),
                (
                    "person",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="notice_choices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("game", None)),
                        fields=("person", "kind", "channel"),
                        name="chosen_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("game__isnull", False)),
                        fields=("person", "kind", "channel", "game"),
                        name="chosen_once_for_a_game",
                    ),
                ],
            },
        ),
        migrations.AddIndex(
            model_name="notice",
            index=models.Index(
                condition=models.Q(("is_spread", False)), fields=["id"], name="notices_to_spread"
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("state", "waiting")),
                fields=["not_before"],
                name="deliveries_waiting",
            ),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(fields=["address", "-sent_at"], name="deliveries_by_address"),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(fields=["endpoint", "-id"], name="deliveries_by_endpoint"),
        ),
        migrations.AddIndex(
            model_name="delivery",
            index=models.Index(
                condition=models.Q(("state", "failed")), fields=["-id"], name="deliveries_failed"
            ),
        ),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.UniqueConstraint(
                fields=("notice", "channel", "endpoint"), name="delivered_once"
            ),
        ),
        migrations.AddIndex(
            model_name="pushsubscription",
            index=models.Index(fields=["paused_until"], name="subscriptions_by_pause"),
        ),
        migrations.AddConstraint(
            model_name="shownturn",
            constraint=models.UniqueConstraint(fields=("subscription", "game"), name="shown_once"),
        ),
        migrations.AddIndex(
            model_name="webhook",
            index=models.Index(fields=["paused_until"], name="webhooks_by_pause"),
        ),
        migrations.AddConstraint(
            model_name="webhook",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    ("old_secret", ""), ("rolled_at__isnull", False), _connector="OR"
                ),
                name="rolled_at_a_time",
            ),
        ),
    ]
