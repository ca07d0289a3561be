"""People who sign up over HTTP, as an app does it, with codes read from mails."""

from collections.abc import Callable

import pytest

from tests.support.apps import PASSWORD, App, SignUp, codes_mailed_to


@pytest.fixture
def app() -> App:
    """Return an app in which nobody has logged in."""
    return App()


@pytest.fixture
def code_mailed_to() -> Callable[[str], str]:
    """Send the outbox, and return the code in the newest mail to an address."""

    def read(address: str) -> str:
        return codes_mailed_to(address)[-1]

    return read


@pytest.fixture
def signed_up(code_mailed_to: Callable[[str], str]) -> SignUp:
    """Sign a person up and verify the address with the mailed code."""

    def sign_up(handle: str) -> App:
        app = App()
        email = f"{handle.lower()}@example.org"
        app.auth("signup", email=email, username=handle, password=PASSWORD)
        assert app.auth("email/verify", key=code_mailed_to(email)).status_code == 200
        return app

    return sign_up
