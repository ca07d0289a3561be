"""Settings for a public server with PostgreSQL, Redis, and a proxy that terminates TLS.

Values that suit only one's own machine are refused, wherever they come from; see `config.env`.
`config.server.startup` checks what depends on the complete settings.
"""

from urllib.parse import urlsplit

from config import database, env, folders
from config.settings.base import *  # noqa: F403 - settings build on settings
from config.settings.base import PREPARED_STATEMENTS, VAR_DIR
from config.settings.build import STATIC_ROOT, STORAGES  # noqa: F401 - settings, too

PUBLIC = True
MANAGE = "illimat"
ALLOW_SQLITE = env.read("ALLOW_SQLITE", env.boolean, default="false", example="true")
ALLOW_TABLE_OWNER = env.read("ALLOW_TABLE_OWNER", env.boolean, default="false", example="true")

SECRET_KEY = env.read("SECRET_KEY", env.secret, example="(at least 50 random characters)")
SECRET_KEY_FALLBACKS = env.read(
    "SECRET_KEY_FALLBACKS", env.secrets, default=",", example="the-key-before-this-one"
)
DEBUG = env.read("DEBUG", env.off, default="false", example="false")
BASE_URL = env.read("BASE_URL", env.public_url, example="https://play.example.org")
CSRF_TRUSTED_ORIGINS = [BASE_URL]
ALLOWED_HOSTS = env.read(
    "ALLOWED_HOSTS",
    env.public_hosts,
    default=urlsplit(BASE_URL).hostname,
    example="play.example.org",
)
DATABASES = {
    "default": database.configure(
        env.read(
            "DATABASE_URL",
            env.database if ALLOW_SQLITE else env.postgres,
            example="postgres://illimat:password@localhost:5432/illimat",
        ),
        prepared=PREPARED_STATEMENTS,
    )
}
CACHES = {"default": env.read("CACHE_URL", env.shared_cache, example="redis://localhost:6379/1")}
CELERY_TASK_ALWAYS_EAGER = False
CELERY_BROKER_URL = env.read("BROKER_URL", env.broker_url, example="redis://localhost:6379/0")
CELERY_BROKER_TRANSPORT = "config.server.broker:Transport"
CELERY_BROKER_USE_SSL = (
    {"ssl_cert_reqs": "required"} if CELERY_BROKER_URL.startswith("rediss:") else None
)
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "socket_connect_timeout": 2,
    "socket_timeout": 5,  # above the one second that a worker waits for work
}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
DEFAULT_FROM_EMAIL = env.read("DEFAULT_FROM_EMAIL", env.sender, example="illimat@example.org")
SERVER_EMAIL = DEFAULT_FROM_EMAIL
MAIL_INTERVAL = env.read("MAIL_INTERVAL", env.number, default="300", example="300")  # seconds
if VAR_DIR.is_dir():  # from an earlier trial, or for SQLite or mail files
    folders.keep_private(VAR_DIR)

SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = True
SECURE_HSTS_SECONDS = 365 * 24 * 3600
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = env.read("HSTS_PRELOAD", env.boolean, default="false", example="true")
SILENCED_SYSTEM_CHECKS = ["security.W021"]  # which asks for HSTS_PRELOAD, hard to undo
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https"
