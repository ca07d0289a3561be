from django.db import migrations, models

import api.traces.current


class Migration(migrations.Migration):
    dependencies = [("notifications", "0005_combined")]
    operations = [
        migrations.AddField(
            "notice",
            "request",
            models.CharField(
                blank=True, db_default="", default=api.traces.current.request_id, max_length=64
            ),
        ),
    ]
