"""Settings that prepare a release: static files get hashed names, and nothing is served."""

import secrets
from pathlib import Path

from config import env
from config.settings.base import *  # noqa: F403 - settings build on settings
from config.settings.base import BASE_DIR

SECRET_KEY = secrets.token_urlsafe(50)  # signs nothing, and is gone with the process
STATIC_ROOT = env.read(
    "STATIC_ROOT", Path, default=str(BASE_DIR / "staticfiles"), example="/srv/illimat/staticfiles"
)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
