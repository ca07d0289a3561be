"""Move the seeds of games into a table of their own."""

import django.db.models.deletion
from django.db import migrations, models

import games.seeds

MOVE = "INSERT INTO games_gameseed (game_id, seed) SELECT id, seed FROM games_game"
MOVE_BACK = (
    "UPDATE games_game "
    "SET seed = (SELECT s.seed FROM games_gameseed s WHERE s.game_id = games_game.id)"
)


class Migration(migrations.Migration):
    dependencies = [("games", "0002_events_immutable")]
    operations = [
        migrations.CreateModel(
            name="GameSeed",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        editable=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("seed", models.BinaryField(default=games.seeds.new_seed, max_length=32)),
            ],
        ),
        migrations.RunSQL(MOVE, MOVE_BACK),
        migrations.RemoveField("game", "seed"),
    ]
