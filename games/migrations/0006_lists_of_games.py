from typing import Any

import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def copy_to_the_seats(apps: Any, schema_editor: object) -> None:
    """Give the seats what they are found by from now on."""
    games = apps.get_model("games", "Game").objects.filter(pk=OuterRef("game"))
    apps.get_model("games", "SeatAssignment").objects.update(
        game_state=Subquery(games.values("state")), moved_at=Subquery(games.values("moved_at"))
    )


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_invitations"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name="game",
            name="game_by_state",
        ),
        migrations.RemoveIndex(
            model_name="game",
            name="game_by_creation",
        ),
        migrations.RemoveIndex(
            model_name="seatassignment",
            name="seat_awaited",
        ),
        migrations.AddField(
            model_name="seatassignment",
            name="game_state",
            field=models.CharField(
                choices=[
                    ("open", "Open"),
                    ("running", "Running"),
                    ("finished", "Finished"),
                    ("called_off", "Called Off"),
                ],
                default="open",
                editable=False,
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="seatassignment",
            name="moved_at",
            field=models.DateTimeField(default=django.utils.timezone.now, editable=False),
        ),
        migrations.RunPython(copy_to_the_seats, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["visibility", "created_at", "id"], name="game_by_age"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["visibility", "state", "created_at", "id"], name="game_by_state_age"
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["visibility", "mode", "created_at", "id"], name="game_by_mode_age"
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["visibility", "seats", "created_at", "id"], name="game_by_seats_age"
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["visibility", "state", "mode", "created_at", "id"],
                name="game_by_state_mode_age",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["visibility", "state", "seats", "created_at", "id"],
                name="game_by_state_seats_age",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["visibility", "mode", "seats", "created_at", "id"],
                name="game_by_mode_seats_age",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["visibility", "state", "mode", "seats", "created_at", "id"],
                name="game_by_state_mode_seats_age",
            ),
        ),
        migrations.AddIndex(
            model_name="seatassignment",
            index=models.Index(fields=["user", "moved_at", "id"], name="seat_by_move"),
        ),
        migrations.AddIndex(
            model_name="seatassignment",
            index=models.Index(
                fields=["user", "game_state", "moved_at", "id"], name="seat_by_state"
            ),
        ),
        migrations.AddIndex(
            model_name="seatassignment",
            index=models.Index(
                condition=models.Q(("awaited", True)),
                fields=["user", "moved_at", "id"],
                name="seat_awaited",
            ),
        ),
        migrations.AddIndex(
            model_name="invitation",
            index=models.Index(
                condition=models.Q(("declined_at", None)),
                fields=["user", "id"],
                name="invitation_by_age",
            ),
        ),
    ]
