from django.db import migrations, models


class Migration(migrations.Migration):
    """Let organisers move entrants to another division before the start."""

    dependencies = [("leagues", "0008_stayed")]
    operations = [
        migrations.AddField("entrant", "moved_to", models.PositiveSmallIntegerField(null=True)),
        migrations.AddField("entrant", "move_reason", models.TextField(blank=True, db_default="")),
        migrations.AddField("entrant", "move_agreed", models.BooleanField(null=True)),
    ]
