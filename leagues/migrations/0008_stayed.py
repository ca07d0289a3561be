from django.db import migrations, models


class Migration(migrations.Migration):
    """Add who stayed when somebody dropped out of a game of two before it was void."""

    dependencies = [("leagues", "0007_moved_dates")]
    operations = [migrations.AddField("result", "stayed", models.UUIDField(null=True))]
