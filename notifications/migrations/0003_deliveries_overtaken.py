from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("notifications", "0002_deliveries_mailed")]
    operations = [
        migrations.AddIndex(
            "delivery",
            models.Index(
                fields=["notice"],
                condition=Q(state="superseded", reason="overtaken"),
                name="deliveries_overtaken",
            ),
        ),
    ]
