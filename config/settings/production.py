"""A public server: PostgreSQL, Redis, and a proxy in front that terminates TLS."""

from config import env
from config.settings.base import *  # noqa: F403 - settings build on settings
from config.settings.base import BASE_DIR

SECRET_KEY = env.read("SECRET_KEY", env.secret, example="(at least 50 random characters)")
SECRET_KEY_FALLBACKS = env.read(
    "SECRET_KEY_FALLBACKS", env.words, default=",", example="the-key-before-this-one"
)
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = True
SECURE_HSTS_SECONDS = 365 * 24 * 3600
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https"
STATIC_ROOT = BASE_DIR / "staticfiles"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
