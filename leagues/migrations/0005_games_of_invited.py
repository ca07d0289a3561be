from django.db import migrations

SHOW = (
    "UPDATE games_game SET visibility = '{}', revision = revision + 1 "
    "WHERE id IN (SELECT game_id FROM leagues_fixture "
    "JOIN leagues_season ON leagues_season.id = leagues_fixture.season_id "
    "JOIN leagues_league ON leagues_league.id = leagues_season.league_id "
    "WHERE leagues_league.access = 'invitation' AND game_id IS NOT NULL)"
)


class Migration(migrations.Migration):
    """Show the games of leagues by invitation only to whoever may see the league."""

    dependencies = [("leagues", "0004_league_name_keys"), ("games", "0004_remind_at")]
    operations = [migrations.RunSQL(SHOW.format("private"), SHOW.format("link"))]
