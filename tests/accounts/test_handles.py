"""The handles that people may choose."""

from datetime import timedelta
from importlib import import_module
from typing import Any

import pytest
from django.apps import apps
from django.core.exceptions import ValidationError
from django.db import IntegrityError
from django.utils import timezone
from pytest_django import Settings

from accounts.blocks import block_end
from accounts.handles import KEPT, RESERVED, validate_handle
from accounts.models import HeldHandle, User
from accounts.selectors import user_by_handle
from config.server import clearing
from tests.support.apps import PASSWORD, App, SignUp


@pytest.mark.parametrize("handle", ["Ada", "lady_lovelace", "x-1", "a" * 20])
def test_letters_digits_and_two_signs_make_a_handle(handle: str) -> None:
    validate_handle(handle)


@pytest.mark.parametrize("handle", ["", "ab", "a" * 21, "ada lovelace", "Zoë", "\u0430da", "ada\n"])
def test_anything_else_is_refused(handle: str) -> None:
    with pytest.raises(ValidationError, match="3 to 20 characters"):
        validate_handle(handle)


@pytest.mark.parametrize(
    "handle", ["admin", "Illimat", "ROOT", "_dealer_", "null", "adm1n", "R00t"]
)
def test_nobody_takes_a_title_or_what_looks_like_one(handle: str) -> None:
    with pytest.raises(ValidationError, match="reserved"):
        validate_handle(handle)


def test_reserved_handles_are_compared_in_lower_case() -> None:
    assert all(handle == handle.lower() for handle in RESERVED)


@pytest.mark.both_databases
@pytest.mark.django_db
@pytest.mark.parametrize("text", ["a" * 60_000, "ada\0", "\ud800da", ""], ids=repr)
def test_what_cannot_be_a_handle_is_nobodys(text: str) -> None:
    ada = User.objects.create_user("Ada", "ada@example.org")
    assert user_by_handle(handle=text) is None
    assert HeldHandle.objects.is_free(text)
    block_end(user=ada, handle=text)


@pytest.mark.both_databases
@pytest.mark.django_db
def test_two_people_are_not_told_apart_by_case_alone() -> None:
    User.objects.create_user("Ada", "ada@example.org")
    with pytest.raises(IntegrityError):
        User.objects.create_user("aDA", "other@example.org")


def sign_up(handle: str) -> Any:
    return App().auth("signup", email="late@example.org", username=handle, password=PASSWORD)


def rename(app: App, handle: str) -> Any:
    return app.request("PATCH", "/api/v1/me", {"handle": handle})


@pytest.mark.django_db
@pytest.mark.parametrize("handle", ["BlLLI0", "bi11io", "_Billio-", "billiO__"])
def test_nobody_new_takes_a_handle_that_looks_like_another(handle: str, signed_up: SignUp) -> None:
    signed_up("Billio")
    assert sign_up(handle).json()["errors"][0]["param"] == "username"
    assert rename(signed_up("Ada"), handle).json()["errors"][0]["code"] == "unique"
    with pytest.raises(IntegrityError):
        User.objects.create_user(handle, "late@example.org")


@pytest.mark.django_db
def test_look_alikes_from_before_keep_their_handles() -> None:
    names = ["Ian", "lan"]
    User.objects.bulk_create(User(handle=name, email=f"{name}@example.org") for name in names)
    import_module("accounts.migrations.0004_held_handles").hold(apps, None)
    for user in User.objects.order_by("pk"):
        user.full_clean(exclude=["password"])
        user.save()
    assert HeldHandle.objects.values_list("user__handle", flat=True).get() == "Ian"
    assert sign_up("1an").status_code == 400


@pytest.mark.django_db
def test_a_handle_that_was_given_up_is_kept_for_its_owner(signed_up: SignUp) -> None:
    ada, eve = signed_up("Ada"), signed_up("Eve")
    assert rename(ada, "Augusta").status_code == 200
    assert rename(eve, "Ada").status_code == 422
    assert sign_up("Ada").status_code == 400
    assert rename(ada, "Ada").status_code == 200


@pytest.mark.django_db
@pytest.mark.parametrize("cleared", [True, False])
def test_after_half_a_year_it_is_free(signed_up: SignUp, cleared: bool) -> None:
    ada, eve = signed_up("Ada"), signed_up("Eve")
    rename(ada, "Augusta")
    long_ago = timezone.now() - KEPT - timedelta(minutes=1)
    HeldHandle.objects.exclude(given_up_at=None).update(given_up_at=long_ago)
    if cleared:
        clearing.clear_all()
    assert rename(eve, "Ada").status_code == 200
    assert rename(ada, "Ada").status_code == 422


@pytest.mark.django_db
def test_changes_of_a_handle_are_counted(signed_up: SignUp, settings: Settings) -> None:
    settings.QUOTAS = settings.QUOTAS | {"handle_changes_a_day": 2}
    ada = signed_up("Ada")
    rename(ada, "Augusta")
    rename(ada, "Augusta")  # no change
    assert rename(ada, "Ada").status_code == 200
    refused = rename(ada, "Augusta")
    assert (refused.status_code, refused.json()["quota"]) == (429, "handle_changes_a_day")
    assert User.objects.get().handle == "Ada"


@pytest.mark.django_db
def test_only_so_many_handles_are_kept_for_one_person(
    signed_up: SignUp, settings: Settings
) -> None:
    settings.QUOTAS = settings.QUOTAS | {"handles": 2, "handle_changes_a_day": 9}
    ada = signed_up("Ada")
    assert rename(ada, "Augusta").status_code == 200
    assert rename(ada, "Lovelace").json()["quota"] == "handles"
    assert rename(ada, "Ada").status_code == 200
