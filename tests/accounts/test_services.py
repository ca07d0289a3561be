"""An address belongs to the first person who proves it; unproven accounts are deleted."""

from datetime import timedelta

import pytest
from allauth.account.models import EmailAddress
from django.test import Client
from django.utils import timezone

from accounts.models import User
from accounts.services import UNPROVEN_KEPT, unproven_forget
from config.tasks import clear
from tests.support.apps import PASSWORD, App, SignUp, codes_mailed_to, mails_to

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]
ADDRESS = "ada@example.org"


def claim(handle: str, address: str = ADDRESS) -> App:
    """Sign up with an address that may belong to another person."""
    app = App()
    assert app.auth("signup", email=address, username=handle, password=PASSWORD).status_code == 401
    return app


def age(**by: float) -> None:
    """Move every sign-up further into the past."""
    User.objects.update(date_joined=timezone.now() - timedelta(**by))


def test_a_strangers_claim_does_not_keep_the_owner_from_signing_up() -> None:
    stranger = claim("Eve")
    owner = claim("Ada")
    for_eve, for_ada = codes_mailed_to(ADDRESS)
    assert owner.auth("email/verify", key=for_ada).status_code == 200
    assert owner.request("GET", "/api/v1/me").json()["handle"] == "Ada"
    assert stranger.auth("email/verify", key=for_eve).status_code == 400
    assert not User.objects.filter(handle="Eve").exists()  # and the handle is free


def test_on_a_page_it_is_proven_as_well() -> None:
    claim("Eve")
    browser = Client()
    fields = {"email": ADDRESS, "username": "Ada", "password1": PASSWORD}
    browser.post("/accounts/signup/", fields)
    code = codes_mailed_to(ADDRESS)[-1]
    browser.post("/accounts/confirm-email/", {"code": code})
    assert browser.get("/api/v1/me").json()["handle"] == "Ada"


def test_a_proven_address_is_nobody_elses(signed_up: SignUp) -> None:
    signed_up("Ada")
    stranger = claim("Eve")
    assert "belongs to your account" in mails_to(ADDRESS)[-1]
    assert stranger.auth("email/verify", key=codes_mailed_to(ADDRESS)[-1]).status_code == 400
    unproven = EmailAddress.objects.get(user__handle="Eve")
    assert not unproven.verified


def test_a_claim_of_somebody_who_has_proven_another_address_is_dropped_alone(
    signed_up: SignUp,
) -> None:
    eve = signed_up("Eve")
    user = User.objects.get(handle="Eve")
    EmailAddress.objects.create(user=user, email=ADDRESS)
    owner = claim("Ada")
    owner.auth("email/verify", key=codes_mailed_to(ADDRESS)[-1])
    assert eve.request("GET", "/api/v1/me").status_code == 200
    assert not EmailAddress.objects.filter(user=user, email=ADDRESS).exists()


def test_after_a_day_handle_and_address_are_free() -> None:
    claim("Ada")
    age(hours=23.9)
    assert unproven_forget() == 0
    age(seconds=UNPROVEN_KEPT.total_seconds() + 1)
    clear()
    assert not User.objects.exists()
    claim("Ada").auth("email/verify", key=codes_mailed_to(ADDRESS)[-1])
    assert User.objects.get().handle == "Ada"


def test_accounts_with_a_proven_address_or_made_by_hand_stay(signed_up: SignUp) -> None:
    signed_up("Ada")
    User.objects.create_superuser("operator1", "operator@example.org", PASSWORD)
    age(days=400)
    assert unproven_forget() == 0


def test_a_person_made_by_hand_logs_in_by_a_code() -> None:
    User.objects.create_superuser("operator1", "operator@example.org", PASSWORD)
    app = App()
    assert app.auth("login", email="operator@example.org", password=PASSWORD).status_code == 401
    assert (
        app.auth("email/verify", key=codes_mailed_to("operator@example.org")[-1]).status_code == 200
    )
