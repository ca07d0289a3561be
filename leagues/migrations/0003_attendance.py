from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0002_arranged_games")]
    operations = [
        migrations.AddField("season", "asks_at", models.DateTimeField(null=True)),
        migrations.AddField("season", "asked_at", models.DateTimeField(null=True)),
        migrations.AddField(
            "entrant", "confirmed", models.BooleanField(default=False, db_default=False)
        ),
    ]
