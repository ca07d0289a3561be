"""The base class of django-allauth's sign-up forms."""

from django import forms
from django.http import HttpRequest

from accounts.models import User


class SignUpForm(forms.Form):
    """Creates an account even if the address already has one, so that both cases look alike.

    The owner of the address is notified by mail. The new account can never prove the address and is
    deleted after a day. Otherwise the response time, and whether the handle is taken afterwards,
    would reveal who is registered.
    """

    @property
    def account_already_exists(self) -> bool:
        """Always false; otherwise django-allauth would not create an account."""
        return False

    @account_already_exists.setter
    def account_already_exists(self, value: bool) -> None:
        """Ignore the result of django-allauth's check."""

    def signup(self, request: HttpRequest, user: User) -> None:
        """Do nothing; django-allauth requires this method."""
