import django.db.models.functions.datetime
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("notifications", "0020_push")]

    operations = [
        migrations.AddField(
            "delivery",
            "queued_until",
            models.DateTimeField(db_default=django.db.models.functions.datetime.Now()),
        ),
    ]
