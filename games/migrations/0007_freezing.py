from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0006_lists_of_games")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="damage",
            field=models.CharField(blank=True, max_length=200),
        ),
    ]
