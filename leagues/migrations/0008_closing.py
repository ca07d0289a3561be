from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0007_fixture_seats")]

    operations = [
        migrations.AddField(
            model_name="league",
            name="closed_at",
            field=models.DateTimeField(null=True),
        ),
    ]
