from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0001_tables")]
    operations = [
        migrations.AddField("turnnotice", "first_failed_at", models.DateTimeField(null=True)),
        migrations.RunSQL(
            "UPDATE games_turnnotice SET first_failed_at = failed_at",
            migrations.RunSQL.noop,
        ),
    ]
