from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0001_initial"),
    ]

    operations = [
        migrations.AlterField(
            model_name="outboxmail",
            name="kind",
            field=models.CharField(
                choices=[
                    ("your_turn", "Your Turn"),
                    ("game_begins", "Game Begins"),
                    ("game_over", "Game Over"),
                    ("called_off", "Called Off"),
                    ("account", "Account"),
                ],
                max_length=11,
            ),
        ),
    ]
