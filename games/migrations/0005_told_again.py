from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0004_remind_at")]
    operations = [
        migrations.AddField("turnnotice", "again", models.JSONField(default=list)),
    ]
