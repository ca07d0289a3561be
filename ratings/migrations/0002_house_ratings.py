import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0029_rated"),
        ("ratings", "0001_initial"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="WaitingGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
            ],
        ),
        migrations.RemoveConstraint(
            model_name="rating",
            name="one_rating_a_mode",
        ),
        migrations.RemoveIndex(
            model_name="rating",
            name="rating_by_value",
        ),
        migrations.AddField(
            model_name="rating",
            name="house",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="rating",
            name="level",
            field=models.CharField(blank=True, max_length=16),
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
        migrations.AddField(
            model_name="waitinggame",
            name="game",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.CASCADE,
                related_name="waiting_to_be_rated",
                to="games.game",
            ),
        ),
    ]
