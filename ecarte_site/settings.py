"""Django settings, read from the environment alone. Unset means production: no debugging, and no start without a key.

With neither ``DATABASE_URL`` nor ``REDIS_URL`` the service is *embedded*: SQLite and the secret key are in
``ECARTE_DATA_DIR`` (by default ``var/`` beside the code), and web, worker and schedule share one process.
"""

from __future__ import annotations

import sys
from typing import Any

import dj_database_url
from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured

from ecarte_site.accounts import account_settings
from ecarte_site.connections import CONNECT_SECONDS, broker_tls, postgres_options
from ecarte_site.environment import (
    BROKER_SCHEMES,
    DATABASE_SCHEMES,
    PROJECT,
    data_folder,
    env_flag,
    env_list,
    env_networks,
    env_number,
    env_port,
    env_secret,
    env_text,
    env_url,
    is_embedded,
    lan_hosts,
    log_format,
    log_level,
    mail_settings,
    read_or_create_secret,
    service_url,
)
from ecarte_site.queues import INTERACTIVE, VISIBILITY_SECONDS
from ecarte_site.watching.logs import configure_structlog, logging_settings

DATABASE_URL = service_url("DATABASE_URL", DATABASE_SCHEMES, password=env_secret("POSTGRES_PASSWORD"))
REDIS_URL = service_url("REDIS_URL", BROKER_SCHEMES, password=env_secret("REDIS_PASSWORD"))
EMBEDDED = is_embedded()
DATA_DIR = data_folder()
DEBUG = env_flag("DEBUG", default=False)
SITE = env_url("SITE_URL", "http://localhost:8000", ("http", "https"))
SITE_URL = SITE.geturl().rstrip("/")
HAS_TLS = SITE.scheme == "https"

# Keys and hosts

SECRET_KEY = env_secret("SECRET_KEY")
if not SECRET_KEY:
    if DATABASE_URL:
        raise ImproperlyConfigured(
            "SECRET_KEY is not set, and with DATABASE_URL the service does not start without one. Set it, or the file "
            'that SECRET_KEY_FILE names, to a long random text, for example the output of: python -c "import secrets; '
            'print(secrets.token_urlsafe(64))"'
        )
    try:
        SECRET_KEY = read_or_create_secret(DATA_DIR / "secret-key")
    except OSError as error:
        if EMBEDDED:
            raise
        raise ImproperlyConfigured(
            f"SECRET_KEY is not set, and none can be kept in {DATA_DIR} ({error.strerror}). Set it, or the file that "
            "SECRET_KEY_FILE names, to the key that the web processes have."
        ) from None

ALLOWED_HOSTS = env_list("ALLOWED_HOSTS")
if EMBEDDED:
    ALLOWED_HOSTS = [*lan_hosts(), *ALLOWED_HOSTS]
elif not ALLOWED_HOSTS:
    ALLOWED_HOSTS = [str(SITE.hostname), "localhost", "127.0.0.1"]
CSRF_TRUSTED_ORIGINS = [SITE_URL] if HAS_TLS else []

# Applications

INSTALLED_APPS = [
    "matches.apps.MatchesConfig",
    "matches.pages.apps.PagesConfig",
    "ecarte_site.watching.apps.WatchingConfig",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "csp",
    "rest_framework",
]

MIDDLEWARE = [
    "ecarte_site.middleware.HeadersMiddleware",
    "ecarte_site.health.HealthMiddleware",
    "ecarte_site.middleware.EntityTagMiddleware",
    "matches.pages.common.uploads.UploadMiddleware",
    "ecarte_site.live.middleware.LiveMiddleware",
    "ecarte_site.watching.requests.RequestMiddleware",
    "ecarte_site.recheck.RecheckMiddleware",
    "matches.pages.common.large_responses.LargeResponseMiddleware",
    "matches.api.core.middleware.ProblemMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "ecarte_site.middleware.CompressPagesMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "matches.pages.common.invisible_characters.InvisibleCharactersMiddleware",
    "csp.middleware.CSPMiddleware",
    "matches.pages.common.middleware.PrivatePagesMiddleware",
    "matches.pages.events.embed.middleware.EmbedMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "matches.pages.common.middleware.LanguageMiddleware",
    "matches.pages.common.club_context.LastClubMiddleware",
    "matches.api.core.middleware.ContentCodingMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "matches.pages.accounts.password_tries.KnownBrowserMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "ecarte_site.urls"
WSGI_APPLICATION = "ecarte_site.wsgi.application"

# A template is named by its path in PAGES. Those in "overrides" replace templates of other packages.

PAGES = PROJECT / "matches" / "pages"
TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [PAGES, PAGES / "overrides"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "matches.pages.accounts.adapter.accounts",
            ],
        },
    },
]

# Every form, including those of other packages, is rendered by our own templates
# (matches/pages/overrides/django/forms).
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# Database

SQLITE_OPTIONS: dict[str, Any] = {
    # Without this and the busy timeout, concurrent writers fail with "database is locked" instead of waiting.
    "transaction_mode": "IMMEDIATE",
    # FULL syncs to disk at each commit: a pad deletes what the site has confirmed, so it must survive a power
    # cut. macOS also needs fullfsync, or its disk may keep a commit in its own memory.
    "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA fullfsync=ON; PRAGMA busy_timeout=20000;",
    "timeout": 20,
}
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"


def _database() -> dict[str, Any]:
    """Return the one database: the one that DATABASE_URL names, else a file in the data folder."""
    if not DATABASE_URL:
        if EMBEDDED:
            DATA_DIR.mkdir(parents=True, exist_ok=True)
        file = {"ENGINE": "django.db.backends.sqlite3", "NAME": DATA_DIR / "ecarte.sqlite3"}
        return {**file, "OPTIONS": SQLITE_OPTIONS}
    parsed: dict[str, Any] = dict(
        dj_database_url.parse(DATABASE_URL, conn_max_age=60, conn_health_checks=True)
    )
    if parsed["ENGINE"] == "django.db.backends.sqlite3":
        parsed["OPTIONS"] = {**parsed.get("OPTIONS", {}), **SQLITE_OPTIONS}
    else:
        parsed["OPTIONS"] = postgres_options(parsed.get("OPTIONS", {}))
    return parsed


DATABASES = {"default": _database()}

CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "ecarte_site.watching.cache.CountingRedisCache", "LOCATION": REDIS_URL}
    if REDIS_URL
    else {"BACKEND": "ecarte_site.watching.cache.CountingMemoryCache"}
}

# People

AUTH_USER_MODEL = "matches.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
# Whoever has the mail server's URL sends. Elsewhere it is enough to know that somebody does.
HAS_MAIL = bool(env_secret("EMAIL_URL")) or env_text("HAS_MAIL", "no") != "no"
EMAIL_BACKEND = "matches.mail.backend.StoredMail"
# The backend of whoever sends; without a URL mail is printed.
MAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
globals().update(mail_settings("EMAIL_URL"))
# For one try to send a mail, from connecting to the server's last word, however slowly it speaks.
MAIL_TRY_SECONDS = 20.0
globals().update(account_settings(has_mail=HAS_MAIL, has_tls=HAS_TLS))

# Transport: TLS ends in front of the service, if the site's address has it

SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HAS_TLS else None
SECURE_SSL_REDIRECT = HAS_TLS
SECURE_HSTS_SECONDS = 31_536_000 if HAS_TLS else 0
# Subdomains of ours and the preload lists of browsers are not ours to bind.
SECURE_HSTS_INCLUDE_SUBDOMAINS = False
SECURE_HSTS_PRELOAD = False
SESSION_COOKIE_SECURE = HAS_TLS
CSRF_COOKIE_SECURE = HAS_TLS
# Scripts read its token from the page.
CSRF_COOKIE_HTTPONLY = True
CSRF_FAILURE_VIEW = "matches.pages.common.kept_forms.csrf_failure"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    },
}

# Whether the server in front lets anybody reach the administration pages. deploy/Caddyfile uses the same variable.
ADMIN_IS_PUBLIC = env_text("PUBLIC_ADMIN", "yes") == "yes"

# The first one refuses an upload that is too large before any of it is stored.
FILE_UPLOAD_HANDLERS = [
    "matches.pages.common.uploads.BoundedUploads",
    "django.core.files.uploadhandler.MemoryFileUploadHandler",
    "django.core.files.uploadhandler.TemporaryFileUploadHandler",
]

# The API

REST_FRAMEWORK: dict[str, Any] = {
    "URL_FORMAT_OVERRIDE": None,
    "DEFAULT_SCHEMA_CLASS": "matches.api.core.schema.ApiSchema",
}
SPECTACULAR_SETTINGS: dict[str, Any] = {
    "TITLE": "Ecarte",
    "DESCRIPTION": "Read and change a club's players, events and records, as on its pages.",
    "VERSION": "1",
    "SERVERS": [{"url": "/", "description": "This site."}],
    "EXTERNAL_DOCS": {"url": "/reference/", "description": "The same for reading in a browser."},
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [
        "matches.api.core.openapi.name_enums",
        "matches.api.core.openapi.show_answers",
        "matches.api.core.openapi.describe_tags",
    ],
}

# Words and hours

LANGUAGE_CODE = "en"
# Each under its own name, which is how its readers look for it.
LANGUAGES = [("en", "English"), ("fr", "Français")]
LANGUAGE_COOKIE_AGE = 31_536_000
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HAS_TLS
LOCALE_PATHS = [PROJECT / "locale"]
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

# Static files: hashed and compressed once they have been collected, else served straight from the code

STATIC_URL = "/static/"
STATICFILES_DIRS = sorted(PAGES.glob("**/static"))
STATIC_ROOT = PROJECT / "staticfiles"
# The command that collects them writes the manifest, so it can't require the manifest to exist.
IS_COLLECTING = sys.argv[1:2] == ["collectstatic"]
STATIC_IS_COLLECTED = IS_COLLECTING or ((STATIC_ROOT / "staticfiles.json").exists() and not DEBUG)
WHITENOISE_USE_FINDERS = not STATIC_IS_COLLECTED
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "ecarte_site.static_files.StaticFiles"
        if STATIC_IS_COLLECTED
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}

# Live pages: open streams in all, and those of one address, which the phones of a whole room may share

LIVE_CONNECTIONS = env_number("LIVE_CONNECTIONS", 2_000)
LIVE_CONNECTIONS_PER_ADDRESS = env_number("LIVE_CONNECTIONS_PER_ADDRESS", 600)

# Webhooks: networks of the host's own to which they may be sent nevertheless, over plain http and to any port

WEBHOOK_ALLOWED_NETWORKS = env_networks("WEBHOOK_ALLOWED_NETWORKS")

# Work in the background

CELERY_BROKER_URL = REDIS_URL or "memory://localhost/"
if REDIS_URL:
    CELERY_BROKER_TRANSPORT = "ecarte_site.broker:Transport"
CELERY_BROKER_USE_SSL = broker_tls(REDIS_URL)
CELERY_BROKER_TRANSPORT_OPTIONS: dict[str, Any] = (
    {
        # Redis's defaults leave a worker deaf after the network was silently away for a minute.
        "socket_timeout": 10,
        "socket_connect_timeout": CONNECT_SECONDS,
        "socket_keepalive": True,
        "health_check_interval": 10,
        "visibility_timeout": VISIBILITY_SECONDS,
    }
    if REDIS_URL
    else {"polling_interval": 0.05}
)
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
# A process is replaced after a day's work, with whatever memory it has gathered; its successor is forked with
# all that is loaded.
CELERY_WORKER_MAX_TASKS_PER_CHILD = 1000
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 600_000  # KiB; checked between tasks
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 2, "interval_start": 0, "interval_step": 0.2}
CELERY_TASK_DEFAULT_QUEUE = INTERACTIVE
CELERY_TIMEZONE = "UTC"
# The longest rubber that the notation allows takes half of this; a killed worker's claim is free again after it.
REVIEW_CLAIM_SECONDS = 20
# Longer than reading any rubber of a file, or storing any batch, takes.
UPLOAD_CLAIM_SECONDS = 300
SWEEP_EVERY_SECONDS = 60.0
CELERY_BEAT_SCHEDULER = "ecarte_site.schedule:KeptScheduler"

# What the server in front shows with each request whose whole body it holds. Without it, every upload needs a place.

FRONT_SECRET = env_secret("FRONT_SECRET")

# Monitoring: log lines, and metrics for clients with the token

METRICS_TOKEN = env_secret("METRICS_TOKEN")
# For a process that serves no pages. Web processes serve /metrics with everything else.
METRICS_PORT = env_port("METRICS_PORT")
configure_structlog()
LOGGING: dict[str, Any] = logging_settings(log_format(), log_level())
