from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("leagues", "0008_closing")]

    operations = [
        migrations.AddField(
            model_name="partnerwish",
            name="team",
            field=models.CharField(blank=True, default="", max_length=60),
            preserve_default=False,
        ),
    ]
