from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("quotas", "0001_initial"),
    ]

    operations = [
        migrations.CreateModel(
            name="CacheEntry",
            fields=[
                ("cache_key", models.CharField(max_length=255, primary_key=True, serialize=False)),
                ("value", models.TextField()),
                ("expires", models.DateTimeField(db_index=True)),
            ],
        ),
    ]
