from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0006_games_follow")]
    operations = [
        migrations.AddField("season", "moved_at", models.DateTimeField(null=True)),
        migrations.AddField("season", "round_dates", models.JSONField(null=True)),
        migrations.AddField(
            "entrant", "keeps_claim", models.BooleanField(default=False, db_default=False)
        ),
    ]
