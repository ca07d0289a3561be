import uuid
from typing import Any

import django.db.models.deletion
import django.db.models.functions.text
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import leagues.seeds
from games import immutability
from leagues.immutability import SEASONS


def forbid_changes(apps: Any, schema_editor: Any) -> None:
    """Let the database refuse every change of a season event."""
    immutability.install(schema_editor.connection, SEASONS)


class Migration(migrations.Migration):
    initial = True
    # The last of the steps in which these tables were once made: a database that has them all.
    replaces = [("leagues", "0011_withdrawn_at")]

    dependencies = [
        ("games", "0001_tables"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Season",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("number", models.PositiveIntegerField()),
                ("name", models.CharField(max_length=60)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("draft", "Draft"),
                            ("registration", "Registration"),
                            ("running", "Running"),
                            ("finished", "Finished"),
                            ("called_off", "Called Off"),
                        ],
                        default="draft",
                        max_length=12,
                    ),
                ),
                ("rules", models.JSONField(default=dict)),
                ("registration_opens_at", models.DateTimeField(null=True)),
                ("starts_at", models.DateTimeField(null=True)),
                ("ends_at", models.DateTimeField(null=True)),
                ("started_at", models.DateTimeField(null=True)),
                ("finished_at", models.DateTimeField(null=True)),
                ("archived_at", models.DateTimeField(null=True)),
                ("commitment", models.CharField(max_length=64)),
                ("revealed", models.CharField(blank=True, max_length=64)),
                ("prevented", models.JSONField(null=True)),
                ("round", models.PositiveSmallIntegerField(default=0)),
                ("version", models.PositiveIntegerField(default=0)),
            ],
        ),
        migrations.CreateModel(
            name="Entrant",
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
                            ("registered", "Registered"),
                            ("waiting", "Waiting"),
                            ("hiatus", "Hiatus"),
                            ("playing", "Playing"),
                            ("substitute", "Substitute"),
                            ("withdrawn", "Withdrawn"),
                        ],
                        max_length=10,
                    ),
                ),
                ("sequence", models.PositiveIntegerField()),
                ("division", models.PositiveSmallIntegerField(null=True)),
                ("group", models.PositiveSmallIntegerField(null=True)),
                ("withdrawn_at", models.DateTimeField(null=True)),
                ("team", models.CharField(blank=True, max_length=60)),
                (
                    "substitute",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="leagues.entrant",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Fixture",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("division", models.PositiveSmallIntegerField()),
                ("group", models.PositiveSmallIntegerField()),
                ("round", models.PositiveSmallIntegerField()),
                ("number", models.PositiveIntegerField()),
                ("entrants", models.JSONField()),
                ("reasons", models.JSONField(default=list)),
                ("settled", models.BooleanField(default=False)),
                (
                    "game",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="fixture",
                        to="games.game",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="League",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("name", models.CharField(max_length=60)),
                ("about", models.TextField(blank=True, max_length=2000)),
                (
                    "access",
                    models.CharField(
                        choices=[
                            ("public", "Public"),
                            ("link", "Link"),
                            ("invitation", "Invitation"),
                        ],
                        default="public",
                        max_length=10,
                    ),
                ),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("closed_at", models.DateTimeField(null=True)),
            ],
            options={
                "indexes": [
                    models.Index(fields=["access", "created_at", "id"], name="league_by_age")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        django.db.models.functions.text.Lower("name"),
                        name="league_name_in_any_case",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="SeasonSeed",
            fields=[
                (
                    "season",
                    models.OneToOneField(
                        editable=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="+",
                        serialize=False,
                        to="leagues.season",
                    ),
                ),
                ("seed", models.BinaryField(default=leagues.seeds.new_seed, max_length=32)),
            ],
        ),
        migrations.AddField(
            model_name="season",
            name="league",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="seasons",
                to="leagues.league",
            ),
        ),
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
        ),
        migrations.CreateModel(
            name="Result",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("sequence", models.PositiveIntegerField()),
                ("revision", models.PositiveIntegerField()),
                ("kind", models.CharField(max_length=12)),
                ("seats", models.JSONField(default=list)),
                ("reason", models.TextField(blank=True)),
                ("by_player", models.BooleanField(default=False)),
                (
                    "fixture",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="leagues.fixture",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="results",
                        to="leagues.season",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PartnerWish",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("team", models.CharField(blank=True, max_length=60)),
                (
                    "partner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="leagues.season",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="FixtureSeat",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="leagues.entrant",
                    ),
                ),
                (
                    "fixture",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="leagues.fixture",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="leagues.season",
                    ),
                ),
            ],
        ),
        migrations.AddField(
            model_name="fixture",
            name="season",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="fixtures",
                to="leagues.season",
            ),
        ),
        migrations.CreateModel(
            name="EventAuthor",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "season_id",
                        "sequence",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("sequence", models.PositiveIntegerField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="leagues.season",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="EntrantPlayer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "entrant",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="leagues.entrant",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="entries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="leagues.season",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
            },
        ),
        migrations.AddField(
            model_name="entrant",
            name="season",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="entrants",
                to="leagues.season",
            ),
        ),
        migrations.CreateModel(
            name="Bye",
            fields=[
                ("id", models.UUIDField(editable=False, primary_key=True, serialize=False)),
                ("division", models.PositiveSmallIntegerField()),
                ("group", models.PositiveSmallIntegerField()),
                ("round", models.PositiveSmallIntegerField()),
                ("reason", models.JSONField()),
                (
                    "entrant",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="byes",
                        to="leagues.entrant",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="byes",
                        to="leagues.season",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SeasonMessage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.TextField()),
                ("at", models.DateTimeField(db_index=True, default=django.utils.timezone.now)),
                (
                    "author",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="messages",
                        to="leagues.season",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Standing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("division", models.PositiveSmallIntegerField()),
                ("group", models.PositiveSmallIntegerField()),
                ("place", models.PositiveIntegerField()),
                ("row", models.JSONField()),
                (
                    "entrant",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standing",
                        to="leagues.entrant",
                    ),
                ),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standings",
                        to="leagues.season",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="StoredSeasonEvent",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "season_id",
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
                ("data", models.TextField()),
                ("at", models.DateTimeField()),
                (
                    "season",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="events",
                        to="leagues.season",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="LeagueInvitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[("player", "Player"), ("organiser", "Organiser")],
                        default="player",
                        max_length=9,
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                ("declined_at", models.DateTimeField(null=True)),
                (
                    "by",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "league",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="invitations",
                        to="leagues.league",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "indexes": [models.Index(fields=["role", "at"], name="league_invitation_by_age")],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("league", "user", "role"), name="one_league_invitation_each"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Organiser",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("since", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "league",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="organisers",
                        to="leagues.league",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("league", "user"), name="one_organiser_a_person"
                    )
                ],
            },
        ),
        migrations.AddIndex(
            model_name="season",
            index=models.Index(fields=["state", "starts_at"], name="season_by_state"),
        ),
        migrations.AddConstraint(
            model_name="season",
            constraint=models.UniqueConstraint(
                fields=("league", "number"), name="one_season_a_number"
            ),
        ),
        migrations.AddIndex(
            model_name="ruling",
            index=models.Index(fields=["season", "asked_at", "id"], name="ruling_by_age"),
        ),
        migrations.AddConstraint(
            model_name="ruling",
            constraint=models.UniqueConstraint(
                condition=models.Q(("answered_at", None)),
                fields=("fixture", "asked_by"),
                name="one_open_question_a_person",
            ),
        ),
        migrations.AddConstraint(
            model_name="result",
            constraint=models.UniqueConstraint(
                fields=("fixture", "revision"), name="one_result_a_revision"
            ),
        ),
        migrations.AddConstraint(
            model_name="result",
            constraint=models.UniqueConstraint(
                fields=("season", "sequence"), name="one_result_an_event"
            ),
        ),
        migrations.AddConstraint(
            model_name="partnerwish",
            constraint=models.UniqueConstraint(
                fields=("season", "user"), name="one_partner_wish_a_person"
            ),
        ),
        migrations.AddConstraint(
            model_name="fixtureseat",
            constraint=models.UniqueConstraint(
                fields=("fixture", "number"), name="one_fixture_a_seat"
            ),
        ),
        migrations.AddIndex(
            model_name="fixture",
            index=models.Index(
                fields=["season", "division", "group", "round"], name="fixture_by_group"
            ),
        ),
        migrations.AddIndex(
            model_name="fixture",
            index=models.Index(
                condition=models.Q(("game", None)), fields=["season"], name="fixture_to_arrange"
            ),
        ),
        migrations.AddIndex(
            model_name="fixture",
            index=models.Index(
                condition=models.Q(("settled", False)), fields=["season"], name="fixture_open"
            ),
        ),
        migrations.AddConstraint(
            model_name="fixture",
            constraint=models.UniqueConstraint(
                fields=("season", "number"), name="one_fixture_a_number"
            ),
        ),
        migrations.AddConstraint(
            model_name="entrantplayer",
            constraint=models.UniqueConstraint(
                fields=("season", "user"), name="one_entrant_a_person"
            ),
        ),
        migrations.AddIndex(
            model_name="entrant",
            index=models.Index(fields=["season", "state", "sequence"], name="entrant_by_state"),
        ),
        migrations.AddIndex(
            model_name="entrant",
            index=models.Index(fields=["season", "division", "group"], name="entrant_by_group"),
        ),
        migrations.AddConstraint(
            model_name="entrant",
            constraint=models.UniqueConstraint(
                fields=("season", "sequence"), name="one_entrant_an_event"
            ),
        ),
        migrations.AddConstraint(
            model_name="bye",
            constraint=models.UniqueConstraint(fields=("entrant", "round"), name="one_bye_a_round"),
        ),
        migrations.AddConstraint(
            model_name="standing",
            constraint=models.UniqueConstraint(
                fields=("season", "division", "group", "place"), name="one_row_a_place"
            ),
        ),
        migrations.AddConstraint(
            model_name="storedseasonevent",
            constraint=models.CheckConstraint(
                condition=models.Q(("sequence__gte", 1)), name="season_event_from_one"
            ),
        ),
        migrations.RunPython(forbid_changes),
    ]
