from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("notifications", "0018_unanswered"),
    ]

    operations = [
        migrations.AddField(
            model_name="notice",
            name="about",
            field=models.CharField(blank=True, db_default="", max_length=64),
        ),
    ]
