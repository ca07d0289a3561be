from django.db import migrations, models


class Migration(migrations.Migration):
    """Keep the language of an answer, which a repeated request may not ask for."""

    dependencies = [("api", "0002_packed_answers")]
    operations = [
        migrations.AddField(
            "idempotencykey",
            "language",
            models.CharField(blank=True, db_default="", max_length=8),
        )
    ]
