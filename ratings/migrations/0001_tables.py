import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    # The last of the steps in which these tables were once made: a database that has them all.
    replaces = [("ratings", "0003_note_house_games")]

    dependencies = [
        ("games", "0001_tables"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="RatedGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rated_game",
                        to="games.game",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("level", models.CharField(blank=True, max_length=16)),
                ("mode", models.CharField(max_length=16)),
                ("house", models.BooleanField(default=False)),
                ("mean", models.FloatField(default=25.0)),
                ("deviation", models.FloatField(default=8.333333)),
                ("games", models.PositiveIntegerField(default=0)),
                ("value", models.PositiveIntegerField(default=1000)),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="ratings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="RatedSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("place", models.PositiveSmallIntegerField(null=True)),
                (
                    "part",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("played", "played"),
                            ("left", "left"),
                            ("substitute", "substitute"),
                            ("absent", "absent"),
                        ],
                        max_length=10,
                    ),
                ),
                ("mean_before", models.FloatField(null=True)),
                ("deviation_before", models.FloatField(null=True)),
                ("mean", models.FloatField(null=True)),
                ("deviation", models.FloatField(null=True)),
                ("games", models.PositiveIntegerField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rated_seats",
                        to="games.game",
                    ),
                ),
                (
                    "rated_game",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="ratings.ratedgame",
                    ),
                ),
                (
                    "rating",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seats",
                        to="ratings.rating",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="WaitingGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="waiting_to_be_rated",
                        to="games.game",
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="rating",
            index=models.Index(
                condition=models.Q(("games__gte", 5), ("house", False)),
                fields=["mode", "-value", "id"],
                name="rating_by_value",
            ),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(
                fields=("user", "mode", "house"), name="one_rating_a_mode"
            ),
        ),
        migrations.AddConstraint(
            model_name="rating",
            constraint=models.UniqueConstraint(
                condition=models.Q(("level", ""), _negated=True),
                fields=("level", "mode"),
                name="one_rating_a_level",
            ),
        ),
        migrations.AddIndex(
            model_name="ratedseat",
            index=models.Index(fields=["rating", "-rated_game"], name="rated_seat_by_end"),
        ),
        migrations.AddConstraint(
            model_name="ratedseat",
            constraint=models.UniqueConstraint(fields=("game", "seat"), name="one_rating_a_seat"),
        ),
    ]
