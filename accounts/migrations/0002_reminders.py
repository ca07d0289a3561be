from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("accounts", "0001_tables")]
    operations = [
        migrations.AddField("user", "reminders", models.JSONField(blank=True, null=True)),
    ]
