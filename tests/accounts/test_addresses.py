"""An address is stored in one spelling, however it is entered."""

import inspect
from typing import Any

import pytest
from allauth.account import forms as account_forms
from allauth.account.fields import EmailField
from allauth.account.models import EmailAddress
from allauth.headless.account import inputs
from django import forms
from django.core.exceptions import ValidationError
from django.test import Client
from hypothesis import given
from hypothesis import strategies as st

from accounts.addresses import normalize
from accounts.models import User
from notifications.models import Delivery
from notifications.sending.outbox import account_notice_write
from tests.support.apps import PASSWORD, App, SignUp, mails_to

WIDE = "".join(chr(ord(letter) + 0xFEE0) for letter in "example")  # full-width letters
SPELLINGS = [
    "ada@example.org",
    "ADA@Example.ORG",
    " ada@example.org ",
    f"ada@{WIDE}.org",
    "ada@example\u3002org",
    "ada@example\uff0eorg",
    "\uff41\uff44\uff41\uff20example.org",
    "ada@exam\u00adple.org",
    "ada@ex\u200bample.org",
    "ada@example.org.",
]


@pytest.mark.parametrize("spelling", SPELLINGS)
def test_one_mailbox_has_one_spelling(spelling: str) -> None:
    assert normalize(spelling) == "ada@example.org"


@pytest.mark.parametrize(
    "spelling", ["ada@bücher.example", "ada@BÜCHER.example", "ada@bu\u0308cher.example"]
)
def test_an_international_domain_is_kept_in_ascii(spelling: str) -> None:
    assert normalize(spelling) == "ada@xn--bcher-kva.example"


@pytest.mark.parametrize("address", ["", "ada", "@", "ada@", "@example.org", "a b@example.org"])
@pytest.mark.parametrize("more", ["", "@example..org", "@-.org", "@[127.0.0.1]", "@a_b.org"])
def test_an_invalid_address_is_refused(address: str, more: str) -> None:
    with pytest.raises(ValidationError):
        normalize(address + more)


@pytest.mark.parametrize("local", ["ad\u00e4", "\u0430da", '"ada"', '"a da"', "a" * 65 + "b" * 200])
def test_a_local_part_that_is_quoted_or_not_ascii_is_refused(local: str) -> None:
    with pytest.raises(ValidationError):
        normalize(f"{local}@example.org")


@given(st.text(max_size=30), st.text(max_size=30))
def test_normalizing_twice_changes_nothing_more(local: str, domain: str) -> None:
    try:
        once = normalize(f"{local}@{domain}")
    except ValidationError:
        return
    assert once.isascii()
    assert normalize(once) == once


@pytest.mark.parametrize("module", [account_forms, inputs])
def test_all_forms_take_addresses_by_the_field_that_normalizes(module: Any) -> None:
    found = [
        field
        for _, kind in inspect.getmembers(module, inspect.isclass)
        if issubclass(kind, forms.Form)
        for name, field in kind.base_fields.items()
        if name == "email"
        and not issubclass(kind, inputs.SelectEmailInput)  # the person's own address, chosen
    ]
    assert found
    assert all(isinstance(field, EmailField) for field in found)
    assert EmailField().clean(f"ADA@{WIDE}.org") == "ada@example.org"


@pytest.mark.django_db
class TestEveryWayIn:
    """Every way into the database and the outbox normalizes addresses."""

    def test_a_sign_up_is_stored_and_mailed_normalized(self, app: App) -> None:
        app.auth("signup", email=f"ADA@{WIDE}.org", username="Ada", password=PASSWORD)
        assert User.objects.get().email == "ada@example.org"
        assert EmailAddress.objects.get().email == "ada@example.org"
        assert len(mails_to("ada@example.org")) == 1

    @pytest.mark.parametrize("spelling", SPELLINGS)
    @pytest.mark.slow
    def test_one_logs_in_with_any_spelling(self, spelling: str, signed_up: SignUp) -> None:
        signed_up("Ada")
        assert App().auth("login", email=spelling, password=PASSWORD).status_code == 200
        page = Client().post("/accounts/login/", {"login": spelling, "password": PASSWORD})
        assert page.status_code == 302

    @pytest.mark.slow
    def test_all_spellings_together_are_limited(self, settings: Any) -> None:
        settings.ACCOUNT_RATE_LIMITS = {}  # django-allauth's own
        for number, spelling in enumerate(SPELLINGS):
            App().auth("signup", email=spelling, username=f"Ada{number}", password=PASSWORD)
        assert Delivery.objects.count() == 1

    def test_a_user_is_stored_normalized(self) -> None:
        user = User.objects.create_user("Ada", f"ADA@{WIDE}.org")
        assert user.email == "ada@example.org"
        user.email = f"BOB@{WIDE}.org"
        user.save()
        assert User.objects.filter(email="bob@example.org").exists()
        address = EmailAddress.objects.create(user=user, email=f"BOB@{WIDE}.org")
        assert address.email == "bob@example.org"
        user.email = f"bob@{WIDE}.net"
        user.full_clean(exclude=["password"])
        assert user.email == "bob@example.net"

    def test_an_invalid_address_is_not_stored(self) -> None:
        with pytest.raises(ValidationError):
            User.objects.create_user("Ada", "nowhere")

    def test_a_mail_is_queued_normalized(self) -> None:
        account_notice_write(to=f"ADA@{WIDE}.org", subject="s", body_text="b", key="one")
        assert Delivery.objects.get().address == "ada@example.org"
