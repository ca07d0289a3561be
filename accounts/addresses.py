"""Normalization of mail addresses, so that each is stored, compared and counted in one form."""

import unicodedata
from typing import Any

import idna
from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator
from django.db import models
from django.utils.translation import gettext

MAX_LENGTH = 254  # RFC 5321, without the angle brackets


def normalize(address: str) -> str:
    """Return `address` in ASCII and lower case, an international domain in Punycode (RFC 5891).

    Compatibility characters are replaced first (NFKC), so that full-width letters name the same
    mailbox as plain ones. Raises ValidationError if `address` is not a mail address, or if its part
    before the @ is quoted or not ASCII: few mail servers deliver to such addresses (RFC 6531), and
    they have many look-alike spellings.
    """
    local, _, domain = unicodedata.normalize("NFKC", address).strip().rpartition("@")
    if not local.isascii():
        raise ValidationError(
            gettext(
                "Use an address whose part before the @ has only the letters A to Z, digits and "
                "signs."
            ),
            code="address_not_ascii",
        )
    try:
        domain = idna.encode(domain, uts46=True).decode().rstrip(".")
    except idna.IDNAError:
        domain = ""
    normalized = f"{local}@{domain}".lower()
    if local.startswith('"') or len(normalized) > MAX_LENGTH:
        domain = ""
    EmailValidator()(normalized if domain else "")
    return normalized


class AddressField(models.EmailField):  # type: ignore[type-arg]  # not generic at run time
    """A column of normalized addresses."""

    def to_python(self, value: Any) -> Any:
        """Normalize the value of a form or model; raises ValidationError as `normalize` does."""
        value = super().to_python(value)
        return normalize(value) if value else value

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        """Normalize the value to be stored; raises ValidationError as `normalize` does."""
        value = self.to_python(super().pre_save(model_instance, add))
        setattr(model_instance, self.attname, value)
        return value
