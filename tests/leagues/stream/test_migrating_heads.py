"""The migration that gives seasons their heads leaves their events alone."""

import pytest
from django.core.management import call_command
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from leagues.models import StoredSeasonEvent
from tests.support.api_seasons import ApiSeason, make_league
from tests.support.people import Person

pytestmark = pytest.mark.both_databases


def test_seasons_get_the_heads_that_they_would_have_got(transactional_db: None) -> None:
    ada = Person()
    seasons = [ApiSeason(ada, make_league(ada, name)) for name in ("Cups", "Bowls")]
    seasons[0].enter(Person())
    heads = [season.row.head for season in seasons]
    rows = list(StoredSeasonEvent.objects.values_list())
    call_command("migrate", "leagues", "0010_public_names", verbosity=0)
    call_command("migrate", "leagues", verbosity=0)
    assert [season.row.head for season in seasons] == heads
    assert list(StoredSeasonEvent.objects.values_list()) == rows
    call_command("verify")


@pytest.mark.django_db
def test_the_way_back_of_heartbeats_forgets_heads_which_older_versions_do_not_keep_up() -> None:
    plan = MigrationExecutor(connection).migration_plan([("games", "0006_seat_waiting")])
    assert "0011_heads" in [each.name for each, backwards in plan if backwards]
