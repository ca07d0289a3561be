from django.db import migrations


class Migration(migrations.Migration):
    """Note of the games of seasons that they are a league's."""

    dependencies = [("leagues", "0001_tables"), ("games", "0003_arranged")]
    operations = [
        migrations.RunSQL(
            "UPDATE games_game SET arranged = true "
            "WHERE id IN (SELECT game_id FROM leagues_fixture WHERE game_id IS NOT NULL)",
            migrations.RunSQL.noop,
        ),
    ]
