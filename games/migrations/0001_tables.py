import uuid
from typing import Any

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.models
import games.seeds
from games import immutability


def forbid_changes(apps: Any, schema_editor: Any) -> None:
    """Let the database refuse every change of an event."""
    immutability.install(schema_editor.connection)


class Migration(migrations.Migration):
    initial = True
    # The last of the steps in which these tables were once made: a database that has them all.
    replaces = [("games", "0029_rated")]

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Game",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("running", "Running"),
                            ("finished", "Finished"),
                            ("called_off", "Called Off"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                (
                    "visibility",
                    models.CharField(
                        choices=[("public", "Public"), ("link", "Link"), ("private", "Private")],
                        default="public",
                        max_length=7,
                    ),
                ),
                (
                    "seating",
                    models.CharField(
                        choices=[("drawn", "Drawn"), ("chosen", "Chosen")],
                        default="drawn",
                        max_length=6,
                    ),
                ),
                (
                    "start",
                    models.CharField(
                        choices=[("when_full", "When Full"), ("by_hand", "By Hand")],
                        default="when_full",
                        max_length=9,
                    ),
                ),
                (
                    "leavers",
                    models.CharField(
                        choices=[
                            ("substitute", "Substitute"),
                            ("house", "House"),
                            ("forfeit", "Forfeit"),
                        ],
                        default="substitute",
                        max_length=10,
                    ),
                ),
                ("excuses", models.PositiveSmallIntegerField(default=1)),
                ("pauses", models.BooleanField(default=True)),
                ("min_reliability", models.PositiveSmallIntegerField(default=0)),
                ("rated", models.BooleanField(default=False)),
                ("options", models.JSONField()),
                ("mode", models.CharField(choices=games.models.modes, max_length=16)),
                (
                    "seats",
                    models.PositiveSmallIntegerField(choices=[(1, 1), (2, 2), (3, 3), (4, 4)]),
                ),
                ("edition", models.CharField(blank=True, max_length=16)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("started_at", models.DateTimeField(null=True)),
                ("ended_at", models.DateTimeField(null=True)),
                ("commitment", models.CharField(max_length=64)),
                ("control", models.JSONField(default=games.models.no_clock)),
                ("pause_proposed", models.DateTimeField(null=True)),
                ("practice", models.BooleanField(default=False)),
                ("revision", models.PositiveIntegerField(default=0)),
                ("version", models.PositiveIntegerField(default=0)),
                ("head", models.CharField(blank=True, max_length=64)),
                ("moved_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("round", models.PositiveSmallIntegerField(default=0)),
                ("awaited", models.JSONField(default=list)),
                ("scores", models.JSONField(default=list)),
                ("winners", models.JSONField(null=True)),
                ("over", models.BooleanField(default=False)),
                ("last_event", models.JSONField(null=True)),
                ("clock", models.JSONField(null=True)),
                ("paused_until", models.DateTimeField(null=True)),
                ("ruling", models.TextField(blank=True, default="")),
                ("damage", models.CharField(blank=True, max_length=200)),
                (
                    "creator",
                    models.ForeignKey(
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="games_created",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Outage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=10)),
                ("start", models.DateTimeField()),
                ("end", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="Uptime",
            fields=[
                ("name", models.CharField(max_length=10, primary_key=True, serialize=False)),
                ("heard_at", models.DateTimeField(db_index=True)),
            ],
        ),
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
        migrations.AddField(
            model_name="game",
            name="invited",
            field=models.ManyToManyField(
                related_name="games_invited_to",
                through="games.Invitation",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.CreateModel(
            name="PastOccupation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                (
                    "occupant",
                    models.CharField(
                        choices=[
                            ("player", "Player"),
                            ("substitute", "Substitute"),
                            ("returned", "Returned"),
                            ("house", "House"),
                        ],
                        max_length=10,
                    ),
                ),
                ("since", models.PositiveIntegerField()),
                ("until", models.PositiveIntegerField()),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="past_occupations",
                        to="games.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="past_occupations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["until"],
            },
        ),
        migrations.CreateModel(
            name="SeatAssignment",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField(null=True)),
                ("entropy", models.CharField(blank=True, max_length=64)),
                ("wants_end", models.BooleanField(default=False)),
                ("agrees_on_pause", models.BooleanField(default=False)),
                (
                    "occupant",
                    models.CharField(
                        choices=[
                            ("player", "Player"),
                            ("substitute", "Substitute"),
                            ("returned", "Returned"),
                            ("house", "House"),
                        ],
                        default="player",
                        max_length=10,
                    ),
                ),
                ("level", models.CharField(blank=True, max_length=16)),
                ("name", models.CharField(blank=True, max_length=16)),
                ("since", models.PositiveIntegerField(default=0)),
                (
                    "standing",
                    models.CharField(
                        choices=[
                            ("played", "Played"),
                            ("open", "Open"),
                            ("win_offered", "Win Offered"),
                        ],
                        default="played",
                        max_length=11,
                    ),
                ),
                ("until", models.DateTimeField(null=True)),
                ("awaited", models.BooleanField(default=False)),
                (
                    "game_state",
                    models.CharField(
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
                (
                    "moved_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="assignments",
                        to="games.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="seat_assignments",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.CreateModel(
            name="StoredEvent",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id",
                        "sequence",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("sequence", models.PositiveIntegerField()),
                ("type", models.CharField(max_length=40)),
                ("schema", models.PositiveSmallIntegerField()),
                ("edition", models.CharField(max_length=16)),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("public", models.TextField()),
                ("private", models.TextField()),
                ("entropy", models.CharField(max_length=256, null=True)),
                ("command_id", models.UUIDField(null=True)),
                ("actor", models.CharField(max_length=16, null=True)),
                ("source", models.CharField(max_length=16, null=True)),
                ("recorded_at", models.DateTimeField()),
                ("previous_hash", models.CharField(max_length=64)),
                ("hash", models.CharField(max_length=64)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="games.game",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Timer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=16)),
                ("seat", models.PositiveSmallIntegerField(null=True)),
                ("due_at", models.DateTimeField(db_index=True)),
                ("choice", models.JSONField(null=True)),
                ("lease_until", models.DateTimeField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="timers",
                        to="games.game",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="TurnNotice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("left_at", models.DateTimeField(null=True)),
                ("failed_at", models.DateTimeField(null=True)),
                ("held_at", models.DateTimeField(null=True)),
                ("held_until", models.DateTimeField(null=True)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="turn_notices",
                        to="games.game",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="GameAnalysis",
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
                (
                    "asked_at",
                    models.DateTimeField(db_index=True, default=django.utils.timezone.now),
                ),
                ("lease_until", models.DateTimeField(null=True)),
                ("done_at", models.DateTimeField(null=True)),
                ("turning_points", models.JSONField(default=list)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="AnalysedDecision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                ("verdict", models.JSONField()),
                (
                    "analysis",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="decisions",
                        to="games.gameanalysis",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="HintRequest",
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
                ("seat", models.PositiveSmallIntegerField()),
                ("version", models.PositiveIntegerField()),
                (
                    "asked_at",
                    models.DateTimeField(db_index=True, default=django.utils.timezone.now),
                ),
                ("lease_until", models.DateTimeField(null=True)),
                ("answer", models.JSONField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
        ),
        migrations.AddIndex(
            model_name="invitation",
            index=models.Index(
                condition=models.Q(("declined_at", None)),
                fields=["user", "id"],
                name="invitation_by_age",
            ),
        ),
        migrations.AddConstraint(
            model_name="invitation",
            constraint=models.UniqueConstraint(
                fields=("game", "user"), name="one_invitation_a_person"
            ),
        ),
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
            model_name="game",
            index=models.Index(fields=["created_at", "id"], name="game_by_creation"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["creator", "created_at", "id"], name="game_by_creator"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("state__in", ["open", "running"])),
                fields=["creator"],
                name="game_alive_by_creator",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("state", "running")),
                fields=["started_at"],
                name="game_running_by_start",
            ),
        ),
        migrations.AddConstraint(
            model_name="pastoccupation",
            constraint=models.UniqueConstraint(
                fields=("game", "seat", "until"), name="one_occupation_at_a_time"
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
            model_name="seatassignment",
            index=models.Index(
                condition=models.Q(("standing", "open")), fields=["until", "id"], name="seat_open"
            ),
        ),
        migrations.AddConstraint(
            model_name="seatassignment",
            constraint=models.UniqueConstraint(fields=("game", "user"), name="one_seat_a_person"),
        ),
        migrations.AddConstraint(
            model_name="seatassignment",
            constraint=models.UniqueConstraint(fields=("game", "number"), name="one_person_a_seat"),
        ),
        migrations.AddConstraint(
            model_name="seatassignment",
            constraint=models.UniqueConstraint(
                condition=models.Q(("name", ""), _negated=True),
                fields=("game", "name"),
                name="one_house_player_a_name",
            ),
        ),
        migrations.AddConstraint(
            model_name="storedevent",
            constraint=models.UniqueConstraint(
                fields=("game", "command_id"), name="one_append_a_command"
            ),
        ),
        migrations.AddConstraint(
            model_name="storedevent",
            constraint=models.CheckConstraint(
                condition=models.Q(("sequence__gte", 1)), name="sequence_from_one"
            ),
        ),
        migrations.AddConstraint(
            model_name="timer",
            constraint=models.UniqueConstraint(
                fields=("game", "kind", "seat"), name="one_timer_a_seat"
            ),
        ),
        migrations.AddConstraint(
            model_name="timer",
            constraint=models.UniqueConstraint(
                condition=models.Q(("seat", None)),
                fields=("game", "kind"),
                name="one_timer_without_seat",
            ),
        ),
        migrations.AddConstraint(
            model_name="turnnotice",
            constraint=models.UniqueConstraint(fields=("game", "seat"), name="one_notice_a_seat"),
        ),
        migrations.AddIndex(
            model_name="gameanalysis",
            index=models.Index(
                condition=models.Q(("done_at", None)), fields=["asked_at"], name="analysis_to_make"
            ),
        ),
        migrations.AddConstraint(
            model_name="analyseddecision",
            constraint=models.UniqueConstraint(
                fields=("analysis", "version"), name="one_verdict_a_decision"
            ),
        ),
        migrations.AddIndex(
            model_name="hintrequest",
            index=models.Index(
                condition=models.Q(("answer__isnull", True)),
                fields=["asked_at"],
                name="hint_to_give",
            ),
        ),
        migrations.RunPython(forbid_changes),
    ]
