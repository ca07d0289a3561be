from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0009_team_wishes")]

    operations = [
        migrations.AddField(
            model_name="result",
            name="by_player",
            field=models.BooleanField(default=False),
        ),
    ]
