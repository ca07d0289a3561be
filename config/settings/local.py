"""Settings for a server on one's own machine, which needs no other servers."""

from secrets import token_urlsafe

from config import env, folders, secret_key
from config.settings.base import *  # noqa: F403 - settings build on settings
from config.settings.base import LOGGING, VAR_DIR
from notifications.push.keys import new_key

folders.keep_private(VAR_DIR)
SECRET_KEY = env.read(
    "SECRET_KEY",
    str,
    default=secret_key.read_or_make(VAR_DIR / "secret_key"),
    example="a-long-random-text",
)
PUSH_KEY = env.read(
    "PUSH_KEY",
    env.push_key,
    default=secret_key.read_or_make(VAR_DIR / "push_key", new_key),
    example="(43 characters; see docs/operating.md)",
)
ALLOW_LOCAL_WEBHOOKS = env.read(
    "ALLOW_LOCAL_WEBHOOKS", env.boolean, default="true", example="false"
)
MAILS_KEY = secret_key.read_or_make(VAR_DIR / "mails_key", lambda: token_urlsafe(16))
LOGGING["loggers"]["celery"]["level"] = "WARNING"  # the banner says all about the start
WHITENOISE_USE_FINDERS = True
