from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True
    # The last of the steps in which these tables were once made: a database that has them all.
    replaces = [("quotas", "0002_cacheentry")]

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="CacheEntry",
            fields=[
                ("cache_key", models.CharField(max_length=255, primary_key=True, serialize=False)),
                ("value", models.TextField()),
                ("expires", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="Usage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("quota", models.CharField(max_length=32)),
                ("subject", models.CharField(max_length=64)),
                ("since", models.DateTimeField(db_index=True)),
                ("used", models.PositiveIntegerField()),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(fields=("quota", "subject"), name="one_usage_a_subject")
                ],
            },
        ),
    ]
