from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0002_reminders")]
    operations = [
        migrations.AddField(
            "calendarfeed", "entries", models.JSONField(default=dict, db_default={})
        ),
    ]
