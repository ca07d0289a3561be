"""Settings common to all environments; `config.env` reads environment variables."""

import tomllib
from pathlib import Path
from urllib.parse import urlsplit

from config import database, env, logs
from quotas.records import QUOTAS as ALL_QUOTAS

BASE_DIR = Path(__file__).resolve().parents[2]
VAR_DIR = BASE_DIR / "var"
VERSION = tomllib.loads((BASE_DIR / "pyproject.toml").read_text())["project"]["version"]

PUBLIC = False  # a public server is refused settings that suit only one's own machine
MANAGE = "manage.py"  # what messages call the program that runs commands
ALLOW_TABLE_OWNER = True
ALLOW_LOCAL_WEBHOOKS = False  # else anybody could reach the server's own machine

# Addresses of the server, and of the pages that mails link to
PORT = env.read("PORT", env.port, default="8000", example="8001")
BASE_URL = env.read(
    "BASE_URL", env.base_url, default=f"http://127.0.0.1:{PORT}", example="https://play.example.org"
)
GAME_URL = env.read(
    "GAME_URL",
    env.game_url,
    default="{base}/games/{id}/mine",
    example="https://app.example.org/g/{id}",
)
CONTACT_URL = env.read("CONTACT_URL", env.contact, default="", example="mailto:illimat@example.org")
PRIVACY_URL = env.read("PRIVACY_URL", env.page, default="", example="https://example.org/privacy")
ALLOWED_HOSTS = env.read(
    "ALLOWED_HOSTS",
    env.words,
    default=f"{urlsplit(BASE_URL).hostname},localhost,127.0.0.1,[::1]",
    example="play.example.org",
)
CSRF_TRUSTED_ORIGINS = [BASE_URL]
DEBUG = env.read("DEBUG", env.boolean, default="false", example="true")

# Database, cache and mail server
PREPARED_STATEMENTS = env.read("PREPARED_STATEMENTS", env.boolean, default="true", example="false")
DATABASES = {
    "default": database.configure(
        env.read(
            "DATABASE_URL",
            env.database,
            default=f"sqlite:///{VAR_DIR / 'illimat.sqlite3'}",
            example="postgres://illimat:password@localhost:5432/illimat",
        ),
        prepared=PREPARED_STATEMENTS,
    )
}
CACHES = {
    "default": env.read(
        "CACHE_URL", env.cache, default="locmem://", example="redis://localhost:6379/1"
    )
}
vars().update(
    env.read(
        "EMAIL_URL",
        env.email,
        default=f"filemail://{VAR_DIR / 'mail'}",
        example="smtp+tls://user:password@mail.example.org:587",
    )
)
EMAIL_TIMEOUT = 5
ANYMAIL = env.read(
    "ANYMAIL",
    env.json_object,
    default="{}",
    example='{"POSTMARK_SERVER_TOKEN": "…", "WEBHOOK_SECRET": "user:password"}',
)
DEFAULT_FROM_EMAIL = env.read(
    "DEFAULT_FROM_EMAIL", str, default="Illimat <illimat@localhost>", example="illimat@example.org"
)
SERVER_EMAIL = DEFAULT_FROM_EMAIL
ALIVE_FILE = env.read("ALIVE_FILE", str, default="", example="/run/illimat/alive")
METRICS_TOKEN = env.read("METRICS_TOKEN", str, default="", example="(40 random characters)")
PUSH_KEY = env.read(
    "PUSH_KEY", env.push_key, default="", example="(43 characters; see docs/operating.md)"
)
PUSH_SERVICES = env.read(
    "PUSH_SERVICES",
    env.hosts,
    default="fcm.googleapis.com,.push.services.mozilla.com,.notify.windows.com,.push.apple.com",
    example=".push.services.mozilla.com,push.example.org",
)
MAILS_KEY = ""  # has a value on one's own machine only: it opens the page with everybody's mails
BOUNCE_ADDRESS = env.read("BOUNCE_ADDRESS", str, default="", example="bounces@example.org")
BOUNCE_INBOX = env.read(
    "BOUNCE_INBOX",
    env.inbox,
    default="",
    example="imaps://user:password@mail.example.org/INBOX",
)

# Applications
INSTALLED_APPS = [
    "config",
    "web",
    "moderation",
    "leagues",
    "ratings",
    "notifications",
    "games",
    "accounts",
    "api",
    "quotas",
    "accounts.apps.StaffSiteConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.humanize",
    "django.contrib.messages",
    "django.contrib.sessions",
    "django.contrib.staticfiles",
    "allauth",
    "allauth.account",
    "allauth.headless",
    "allauth.mfa",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]
MIDDLEWARE = [
    "config.watch.tracing.Trace",
    "config.watch.metrics.counting.CountRequests",
    # These come first, so that probes, static files and error pages get their headers, too
    "config.middleware.SecurityHeaders",
    "config.middleware.CachePolicy",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "config.server.compression.Compression",
    "config.middleware.Problems",
    "config.server.health.Health",
    "config.watch.metrics.answers.Metrics",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.middleware.locale.LocaleMiddleware",  # outside of all that answers with text
    "config.middleware.ReadableBody",
    "config.strict_sign_in.StrictSignInBody",
    "django.middleware.common.CommonMiddleware",
    "web.frame.unchanged.Unchanged",  # ahead of all that reads more than it does
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "accounts.log_in.authentication.SessionUser",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "accounts.log_in.browsers.KnownBrowsers",
    "config.middleware.AddressQuotas",
    "config.middleware.WholeSignIn",
    "web.frame.viewers.SameViewer",
]
ROOT_URLCONF = "config.urls"
WSGI_APPLICATION = "config.wsgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "web.frame.navigation.shell",
                "web.templatetags.parts.shown_parts",
            ]
        },
    }
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
LANGUAGE_CODE = "en"
LANGUAGES = [("en", "English"), ("de", "Deutsch")]
# Our own messages, and other words for some of django-allauth's
LOCALE_PATHS = [BASE_DIR / "locale", BASE_DIR / "locale" / "allauth"]
TIME_ZONE = "UTC"
STATIC_URL = "/static/"

# Users: `accounts` stores them, and django-allauth authenticates them
AUTH_USER_MODEL = "accounts.User"
AUTHENTICATION_BACKENDS = ["accounts.backends.AuthenticationBackend"]
SESSION_ENGINE = "accounts.sessions"
SESSION_COOKIE_AGE = 90 * 24 * 60 * 60  # seconds after the log-in that a session lasts if used
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_REDIRECT_URL = "/"
CODE_TIMEOUT = 15 * 60  # seconds, of the codes in mails
CODE_PAUSE = 10  # seconds between two codes that prove one address
ACCOUNT_USER_MODEL_USERNAME_FIELD = "handle"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "username*", "password1*"]
ACCOUNT_USERNAME_MIN_LENGTH = 3
ACCOUNT_EMAIL_VERIFICATION = "mandatory"
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_SUPPORTS_RESEND = True
ACCOUNT_PASSWORD_RESET_BY_CODE_ENABLED = True
ACCOUNT_EMAIL_VERIFICATION_BY_CODE_TIMEOUT = CODE_TIMEOUT
ACCOUNT_PASSWORD_RESET_BY_CODE_TIMEOUT = CODE_TIMEOUT
ACCOUNT_PREVENT_ENUMERATION = "strict"
ACCOUNT_EMAIL_SUBJECT_PREFIX = "Illimat: "
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = True  # the adapter drops them, but takes the time
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_CHANGE_EMAIL = True  # one address, replaced by a new one once that is proven
ACCOUNT_REAUTHENTICATION_REQUIRED = True
ACCOUNT_REAUTHENTICATION_TIMEOUT = 5 * 60  # seconds that a log-in counts as recent
ACCOUNT_SIGNUP_FORM_CLASS = "accounts.log_in.signup.SignUpForm"
ACCOUNT_FORMS = {
    "reset_password": "accounts.log_in.forms.ResetPasswordForm",
    "confirm_email_verification_code": "accounts.log_in.forms.ConfirmEmailVerificationCodeForm",
}
ACCOUNT_SESSION_REMEMBER = True
# In addition to those of django-allauth, of which `login_failed` counts a network here by itself
ACCOUNT_RATE_LIMITS: dict[str, str] | bool = {
    "confirm_email": f"1/{CODE_PAUSE}s/key",  # the key is the address
    "keep_form": "30/h/ip",
    "login_failed_network": "10/m/ip",  # whatever the account
    "login_failed": "5/300s/key",  # the key is a network and an account
    "login_failed_anywhere": "100/h/key",  # the key is the account
    "login_failed_known": "5/300s/key",  # the key is a browser and an account that knows it
    "change_password": "5/m/user,100/h/user",  # asks for the old one
}
ACCOUNT_ADAPTER = "notifications.adapter.AccountAdapter"
MFA_ADAPTER = "accounts.log_in.adapter.FactorPolicy"
ALLAUTH_TRUSTED_PROXY_COUNT = env.read("TRUSTED_PROXIES", env.number, default="0", example="1")
HEADLESS_CLIENTS = ("app", "browser")
HEADLESS_SERVE_SPECIFICATION = True
HEADLESS_SPECIFICATION_TEMPLATE_NAME = None  # its page would load scripts from other hosts

# The API
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.log_in.authentication.SessionTokenAuthentication",
        "accounts.log_in.authentication.CookieAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["api.parsers.StrictJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "EXCEPTION_HANDLER": "api.handlers.problem_handler",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Illimat by correspondence",
    "VERSION": "1",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_AUTHENTICATION": [],
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "COMPONENT_SPLIT_REQUEST": True,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "ENUM_NAME_OVERRIDES": {
        "KindEnum": "leagues.inputs.results.KINDS",
        "LevelEnum": "illimat_core.players.levels.LEVELS",
    },
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "api.openapi.describe_answers",
        "api.openapi.describe_problems",
        "api.openapi.refer_plainly",
        "games.api.openapi.describe_choices",
        "games.api.openapi.describe_actions",
        "games.api.openapi.describe_menus",
        "games.api.openapi.describe_events",
        "api.openapi.describe_headers",
        "notifications.webhooks.openapi.describe_messages",
        "accounts.api.openapi.describe_sign_in",
    ],
}

# Limits per person or address
QUOTAS = {
    quota.name: env.read(
        quota.setting, env.number, default=str(quota.default), example=str(quota.default)
    )
    for quota in ALL_QUOTAS
}

MAIL_INTERVAL = env.read("MAIL_INTERVAL", env.number, default="0", example="300")  # seconds

# Limits of requests, and rules for browsers
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024  # bytes
SECURE_REFERRER_POLICY = "same-origin"  # with none at all, browsers hide the origin of forms too
X_FRAME_OPTIONS = "DENY"
# Probes and Prometheus reach the process without TLS
SECURE_REDIRECT_EXEMPT = [r"^health/(live|ready)$", r"^metrics$"]
SESSION_COOKIE_NAME = "illimat_session"
CSRF_COOKIE_NAME = "illimat_csrf"
CSRF_FAILURE_VIEW = "web.frame.errors.csrf_failure"

# Celery: messages carry only ids, and are acknowledged before their tasks run; sweeps repeat them
CELERY_TASK_ALWAYS_EAGER = True  # no broker: the embedded server runs tasks itself
CELERY_BROKER_URL = "memory://localhost"  # never connected to, but kombu warns of an empty one
# A worker takes all queues unless told otherwise. Deadlines must not wait until mails are sent, and
# mails must not wait for the servers of strangers.
CELERY_TASK_QUEUES = {
    name: {"exchange": name, "routing_key": name} for name in ("worker", "timekeeper", "webhooks")
}
CELERY_TASK_DEFAULT_QUEUE = "worker"
CELERY_TASK_ROUTES = {
    "config.tasks.fire_timers": {"queue": "timekeeper"},
    "config.tasks.play_house": {"queue": "timekeeper"},
}
CELERY_TASK_IGNORE_RESULT = True
CELERY_ACCEPT_CONTENT = ["json"]
CELERY_TASK_SERIALIZER = "json"
CELERY_TASK_SOFT_TIME_LIMIT = 90
CELERY_TASK_TIME_LIMIT = 120
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_MAX_TASKS_PER_CHILD = 1000
CELERY_WORKER_SOFT_SHUTDOWN_TIMEOUT = 30
CELERY_WORKER_ENABLE_SOFT_SHUTDOWN_ON_IDLE = True
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True  # none: all acknowledge early
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "config.server.heartbeats:HeartbeatScheduler"  # needs no schedule file
CELERY_BEAT_SCHEDULE = {
    "sweep-outbox": {
        "task": "notifications.tasks.sweep",
        "schedule": 2.0,
        "options": {"expires": 10},  # after an outage a worker needs one tick, not all
    },
    "sweep-webhooks": {
        "task": "notifications.tasks.sweep",
        "args": ("webhooks",),
        "schedule": 2.0,
        "options": {"queue": "webhooks", "expires": 10},
    },
    "close-pushes": {
        "task": "notifications.tasks.close_pushes",
        "schedule": 5.0,
        "options": {"queue": "webhooks", "expires": 10},
    },
    "fire-timers": {
        "task": "config.tasks.fire_timers",
        "schedule": 2.0,
        "options": {"expires": 10},
    },
    "play-house": {
        "task": "config.tasks.play_house",
        "schedule": 1.0,  # house players answer within two seconds in practice games
        "options": {"expires": 10},
    },
    "analyse": {
        "task": "config.tasks.analyse",
        "schedule": 2.0,
        "options": {"expires": 2},  # one slice at a time
    },
    "make-data-files": {
        "task": "config.tasks.make_data_files",
        "schedule": 2.0,
        "options": {"expires": 2},  # one slice at a time
    },
    "read-reports": {
        "task": "notifications.tasks.read_reports",
        "schedule": 30.0,
        "options": {"expires": 25},
    },
    "sweep-seasons": {
        "task": "leagues.tasks.sweep",
        "schedule": 60.0,
        "options": {"expires": 55},
    },
    "rate-house-games": {
        "task": "ratings.tasks.rate_house_games",
        "schedule": 60.0,
        "options": {"expires": 55},
    },
    "clear": {
        "task": "config.tasks.clear",
        "schedule": 10 * 60.0,
        "options": {"expires": 60},
    },
}

# The log
LOGGING = logs.configuration(env.read("LOG_FORMAT", env.log_format, default="text", example="json"))
ACCESS_LOG = env.read("ACCESS_LOG", env.boolean, default="false", example="true")
SENTRY_DSN = env.read(
    "SENTRY_DSN", env.tracker, default="", example="https://key@errors.example.org/1"
)
