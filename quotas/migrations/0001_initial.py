from django.db import migrations, models


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
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
