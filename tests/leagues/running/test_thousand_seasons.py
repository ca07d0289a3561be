"""The stored standings of a thousand random seasons are what they would be anew."""

import pytest
from django.db import transaction

from tests.leagues.stored import play


@pytest.mark.django_db
@pytest.mark.thorough
def test_tables_are_what_they_would_be_anew_in_a_thousand_seasons() -> None:
    for seed in range(1000, 2000):
        with transaction.atomic():
            play(seed, groups=1, most=20)
            transaction.set_rollback(True)  # so that the next is not slowed down
