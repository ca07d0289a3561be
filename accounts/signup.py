"""The part of the sign-up forms that is ours; django-allauth's inherit from it."""

from django import forms
from django.http import HttpRequest

from accounts.models import User


class SignUpForm(forms.Form):
    """Makes an account even if the address has one already, so that both take the same work.

    Its owner gets a mail that says so; the new account can never prove the address and is deleted
    after a day. Otherwise the time of the answer, and whether the handle is taken afterwards,
    would tell who is registered.
    """

    @property
    def account_already_exists(self) -> bool:
        """Always false: django-allauth would make no account."""
        return False

    @account_already_exists.setter
    def account_already_exists(self, value: bool) -> None:
        """Ignore what django-allauth found."""

    def signup(self, request: HttpRequest, user: User) -> None:
        """Add nothing to a new account; django-allauth demands this method."""
