"""Sessions stored under a hash of their key, so that reading the database gives no access.

The key of a session is the value of a browser's cookie or an app's X-Session-Token. It is random,
so one round of SHA-256 is enough. `SESSION_ENGINE` names this module.
"""

import json
from base64 import urlsafe_b64encode
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.contrib.auth import SESSION_KEY
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session as DjangoSession
from django.db.models import QuerySet
from django.utils import timezone

from accounts.models import Session, User
from api.sql.queries import read

CLIENT = "client"  # key in a session's data: when, where and with what program its user logged in
EXPIRY = "_session_expiry"  # Django's key of a session's own expiry: seconds, or a moment as text
SEEN_EVERY = timedelta(hours=1)
UNUSED_FOR = timedelta(days=14)  # then a session ends


def digest(key: str | None) -> str:
    """Return the stored hash of a session's key: 240 bits of its SHA-256, in 40 characters.

    A session that was never saved has no key. Its hash is an empty string, which is never stored.
    """
    if key is None:
        return ""
    return urlsafe_b64encode(sha256(key.encode("utf-8", "replace")).digest()[:30]).decode()


class SessionStore(db.SessionStore):
    """Django's sessions in the database, stored under a hash of their key.

    A session ends after two weeks without use, and SESSION_COOKIE_AGE after its log-in at the
    latest. Its row decides: the cookie may last longer, so that using a session need not send it
    again. A session that is to end at a certain moment, or with its browser, is not prolonged.

    What was just saved is not saved again: Django's middleware saves a session at the end of its
    request, after `config.middleware.WholeSignIn` has saved it and let the next request go on, and
    would overwrite what that one has written.

    `user` is whom the row belongs to, as they were when it was read;
    `accounts.log_in.authentication` still has to find out whether they are logged in.
    """

    user: User | None = None
    _saved: tuple[str | None, str] | None = None

    def reload(self) -> None:
        """Forget the session's data, so that it is read from the database again."""
        vars(self).pop("_session_cache", None)
        self._saved = None

    def save(self, must_create: bool = False) -> None:
        """Write the session, unless this request has written the same before."""
        if self.session_key is None:
            self.create()
            return
        data = self._get_session(no_load=must_create)  # type: ignore[attr-defined]
        saved = self.session_key, json.dumps(data, sort_keys=True)
        if must_create or saved != self._saved:
            super().save(must_create)
            self._saved = saved

    @classmethod
    def get_model_class(cls) -> type[DjangoSession]:
        return Session  # type: ignore[return-value]  # custom engines return their own model

    def exists(self, session_key: str) -> bool:
        """Return whether there is a session with this key that has not expired."""
        found = Session.objects.filter(pk=digest(session_key), expire_date__gt=timezone.now())
        return found.exists()

    def delete(self, session_key: str | None = None) -> None:
        """End the session with this key, by default this session."""
        Session.objects.filter(pk=digest(session_key or self.session_key)).delete()

    def create_model_instance(self, data: dict[str, Any]) -> DjangoSession:
        client = data.get(CLIENT, {})
        began_at = datetime.fromtimestamp(client.get("at", timezone.now().timestamp()), UTC)
        return Session(  # type: ignore[return-value]
            session_key=digest(self.session_key),
            session_data=self.encode(data),
            expire_date=min(self.get_expiry_date(), _end(began_at)),
            user_id=data.get(SESSION_KEY),
            began_at=began_at,
            ip=client.get("ip"),
            program=client.get("program", ""),
        )

    def _get_session_from_db(self) -> Any:
        now = timezone.now()
        found: Session | None = next(read(_with_users, [digest(self.session_key)]), None)
        if found is None or found.expire_date <= now:
            self._session_key = None
            return None
        self.user = found.user
        if found.seen_at < now - SEEN_EVERY:
            seen = {"seen_at": now}
            if found.user_id and _is_lasting(self.decode(found.session_data)):
                seen["expire_date"] = _end(found.began_at)
            Session.objects.filter(pk=found.pk).update(**seen)
        return found


def _with_users(digests: Sequence[str]) -> QuerySet[Session]:
    return Session.objects.select_related("user").filter(pk__in=digests)


def _end(began_at: datetime) -> datetime:
    """Return when a session ends that is used now."""
    last = began_at + timedelta(seconds=settings.SESSION_COOKIE_AGE)
    return min(timezone.now() + UNUSED_FOR, last)


def _is_lasting(data: dict[str, Any]) -> bool:
    """Return whether nothing but time ends a session, and no moment of its own."""
    expiry = data.get(EXPIRY)
    return expiry is None or (isinstance(expiry, int) and expiry > 0)


def lock(*keys: str | None) -> None:
    """Lock sessions until the transaction ends.

    SQLite does not need this: its transactions run one after another anyway.
    """
    digests = [digest(key) for key in keys if key]
    list(Session.objects.select_for_update().filter(pk__in=digests).values_list("pk"))
