from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0002_first_failed_at")]
    operations = [
        migrations.AddField(
            "game", "arranged", models.BooleanField(default=False, db_default=False)
        ),
    ]
