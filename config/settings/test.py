"""Settings for the tests, on SQLite or on the PostgreSQL in TEST_DATABASE_URL."""

import os
import tempfile
from pathlib import Path

# A file, as in production: a database in memory locks differently and has no write-ahead log.
FILE = Path(tempfile.gettempdir()) / f"illimat-test-{os.getpid()}.sqlite3"
os.environ["DATABASE_URL"] = os.environ.get("TEST_DATABASE_URL", f"sqlite:///{FILE}.unused")
OWN = "ANYMAIL BASE_URL BOUNCE_ADDRESS BOUNCE_INBOX BROKER_URL CACHE_URL DEBUG EMAIL_URL GAME_URL"
OWN += " CONTACT_URL PORT PREPARED_STATEMENTS PRIVACY_URL PUSH_SERVICES SENTRY_DSN"
for name in OWN.split():
    os.environ.pop(name, None)  # a developer's own settings must not affect the tests

from config.settings.base import *  # noqa: E402, F403 - settings build on settings
from config.settings.base import DATABASES, MIDDLEWARE, QUOTAS, REST_FRAMEWORK  # noqa: E402

if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    DATABASES["default"]["TEST"] = {"NAME": str(FILE)}
# Each answer, and the code of each refusal, is held against the OpenAPI document
MIDDLEWARE = ["tests.support.known_answers.Described", *MIDDLEWARE]
REST_FRAMEWORK["EXCEPTION_HANDLER"] = "tests.support.known_answers.problem_handler"
QUOTAS = QUOTAS | {
    "requests_at_once": 100,  # tests of races send many at once
    "codes_from_a_network_a_day": 10,  # several people of a test claim one address
}
SECRET_KEY = "only-for-the-tests"  # noqa: S105 - protects nothing
PUSH_KEY = "yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"  # an example of RFC 8291
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # the real one takes 0.2 s
ACCOUNT_RATE_LIMITS = False  # the tests of the limits switch them on
EMAIL_BACKEND = "django.core.mail.backends.locmem.EmailBackend"
CELERY_TASK_ALWAYS_EAGER = False  # messages wait until a test starts a worker
CELERY_BROKER_URL = "memory://localhost"
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = True  # spares every test client a walk through all static files
