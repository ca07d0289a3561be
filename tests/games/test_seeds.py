"""A game's seed is in a separate table, which only the dealer reads."""

import pytest
from django.apps import apps
from django.contrib import admin

from games.models import Game
from games.seeds import GameSeed
from leagues.seeds import SeasonSeed
from tests.support.api_games import ApiGame
from tests.support.people import Person


def test_no_relation_leads_to_a_seed() -> None:
    for model in apps.get_models():
        fields = model._meta.get_fields()
        assert all(field.related_model is not GameSeed for field in fields), model
        assert model in {GameSeed, SeasonSeed} or all(field.name != "seed" for field in fields), (
            model
        )
    assert all(model is not GameSeed for model in admin.site._registry)


@pytest.mark.django_db
def test_a_seed_is_not_in_what_is_printed(table: ApiGame) -> None:
    sealed = GameSeed.objects.get(game=table.id)
    for printed in (str(sealed), repr(sealed), repr(vars(table.game))):
        assert table.seed.hex() not in printed
        assert repr(table.seed)[2:20] not in printed


@pytest.mark.slow
@pytest.mark.django_db
def test_staff_cannot_filter_games_by_their_seeds(table: ApiGame) -> None:
    staff = Person("chief")
    staff.user.is_staff = staff.user.is_superuser = True
    staff.user.save()
    for name in ("seed", "gameseed__seed", "+__seed"):
        answer = staff.client.get(f"/admin/games/game/?{name}__startswith=a")
        assert answer.status_code in {302, 400}
        assert Game.objects.filter(pk=table.id).exists()
