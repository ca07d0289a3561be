"""Invitations that can be declined, and the last event of a game in its summary."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

COPY = "INSERT INTO games_invitation (game_id, user_id) SELECT game_id, user_id FROM games_game_invited"
COPY_BACK = "INSERT INTO games_game_invited (game_id, user_id) SELECT game_id, user_id FROM games_invitation"


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0004_games_alive"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]
    operations = [
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("declined_at", models.DateTimeField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="games.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.UniqueConstraint(
                fields=("game", "user"), name="one_invitation_a_person"
            ),
        ),
        migrations.RunSQL(COPY, COPY_BACK),
        migrations.RemoveField(model_name="game", name="invited"),
        migrations.AddField(
            model_name="game",
            name="invited",
            field=models.ManyToManyField(
                related_name="games_invited_to",
                through="games.Invitation",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="game", name="last_event", field=models.JSONField(null=True)
        ),
    ]
