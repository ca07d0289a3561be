from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notifications", "0004_reminders")]
    operations = [
        migrations.AddField(
            "preferences", "combined", models.BooleanField(default=True, db_default=True)
        ),
    ]
