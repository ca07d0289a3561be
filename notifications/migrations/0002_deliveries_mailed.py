from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("notifications", "0001_tables")]
    operations = [
        migrations.AddIndex(
            "delivery",
            models.Index(
                fields=["sent_at"],
                condition=Q(channel="email", state="sent"),
                name="deliveries_mailed",
            ),
        ),
    ]
