from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0017_confirmed_webhooks"),
    ]

    operations = [
        migrations.AlterField(
            model_name="delivery",
            name="state",
            field=models.CharField(
                choices=[
                    ("waiting", "Waiting"),
                    ("sent", "Sent"),
                    ("superseded", "Superseded"),
                    ("failed", "Failed"),
                    ("unanswered", "Unanswered"),
                ],
                default="waiting",
                max_length=10,
            ),
        ),
    ]
