"""The handles that people may choose."""

import pytest
from django.core.exceptions import ValidationError
from django.db import IntegrityError

from accounts.handles import RESERVED, validate_handle
from accounts.models import User


@pytest.mark.parametrize("handle", ["Ada", "lady_lovelace", "x-1", "a" * 20])
def test_letters_digits_and_two_signs_make_a_handle(handle: str) -> None:
    validate_handle(handle)


@pytest.mark.parametrize("handle", ["", "ab", "a" * 21, "ada lovelace", "Zoë", "\u0430da", "ada\n"])
def test_anything_else_is_refused(handle: str) -> None:
    with pytest.raises(ValidationError, match="3 to 20 characters"):
        validate_handle(handle)


@pytest.mark.parametrize("handle", ["admin", "Illimat", "ROOT", "_dealer_", "null"])
def test_nobody_takes_a_title_in_whatever_case(handle: str) -> None:
    with pytest.raises(ValidationError, match="reserved"):
        validate_handle(handle)


def test_reserved_handles_are_compared_in_lower_case() -> None:
    assert all(handle == handle.lower() for handle in RESERVED)


@pytest.mark.both_databases
@pytest.mark.django_db
def test_two_people_are_not_told_apart_by_case_alone() -> None:
    User.objects.create_user("Ada", "ada@example.org")
    with pytest.raises(IntegrityError):
        User.objects.create_user("aDA", "other@example.org")
