from django.db import migrations, models
from django.db.models.functions import Now


class Migration(migrations.Migration):
    dependencies = [("notifications", "0006_notice_request")]
    operations = [
        migrations.CreateModel(
            "OutboxHold",
            [
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("since", models.DateTimeField(db_default=Now())),
            ],
        )
    ]
