from django.db import migrations, models


class Migration(migrations.Migration):
    """Show the games of a large league in parts to whoever may see it since its access changed."""

    dependencies = [("leagues", "0005_games_of_invited")]
    operations = [
        migrations.AddField(
            "league", "games_follow", models.BooleanField(default=True, db_default=True)
        ),
        migrations.AddIndex(
            "league",
            models.Index(
                condition=models.Q(("games_follow", True), _negated=True),
                fields=["id"],
                name="games_to_show",
            ),
        ),
    ]
