"""Settings, from the environment alone. Unset means production: no debugging, and no start without a key.

With neither ``DATABASE_URL`` nor ``REDIS_URL`` the service is *embedded*: SQLite and the secret key lie in
``ECARTE_DATA_DIR`` (``var/`` beside the code), and web, worker and schedule share one process.
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
    kept_secret,
    lan_hosts,
    log_format,
    log_level,
    mail_settings,
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
        SECRET_KEY = kept_secret(DATA_DIR / "secret-key")
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
    "matches.pages.apps.WebConfig",
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
    "ecarte_site.headers.HeadersMiddleware",
    "ecarte_site.health.HealthMiddleware",
    "matches.pages.common.upload_limits.UploadMiddleware",
    "ecarte_site.live.middleware.LiveMiddleware",
    "ecarte_site.watching.requests.RequestMiddleware",
    "matches.api.core.middleware.ProblemMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "ecarte_site.compression.CompressPagesMiddleware",
    "matches.pages.common.invisible_characters.UnseenMiddleware",
    "csp.middleware.CSPMiddleware",
    "matches.pages.common.private_pages.PrivatePagesMiddleware",
    "matches.pages.events.embed.middleware.EmbedMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "matches.pages.common.language.LanguageMiddleware",
    "matches.api.core.middleware.ContentCodingMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "matches.pages.clubs.known_browsers.KnownBrowserMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "ecarte_site.urls"
WSGI_APPLICATION = "ecarte_site.wsgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [PROJECT / "matches" / "pages"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "matches.pages.clubs.context_processors.accounts",
            ],
        },
    },
]

# Every form, also another package's, is drawn by the pages' own templates (matches/pages/templates/django/forms).
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# Database

SQLITE_OPTIONS: dict[str, Any] = {
    # Without this and the busy timeout, writers that meet fail with "database is locked" instead of waiting.
    "transaction_mode": "IMMEDIATE",
    # FULL waits for the disk at each commit: a pad deletes what the site has confirmed, so it must survive a power cut.
    # Only a Mac has a second kind of waiting, fullfsync, without which its disk may keep a commit in its own memory.
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
HAS_MAIL = bool(env_secret("EMAIL_URL"))
globals().update(mail_settings("EMAIL_URL"))
globals().update(account_settings(has_mail=HAS_MAIL, has_tls=HAS_TLS))

# Transport: TLS ends in front of the service; the address that the site is known by says whether there is any

SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HAS_TLS else None
SECURE_SSL_REDIRECT = HAS_TLS
SECURE_HSTS_SECONDS = 31_536_000 if HAS_TLS else 0
# Of the names below ours, and of the lists that browsers bring along, we know nothing: they are not ours to bind.
SECURE_HSTS_INCLUDE_SUBDOMAINS = False
SECURE_HSTS_PRELOAD = False
SESSION_COOKIE_SECURE = HAS_TLS
CSRF_COOKIE_SECURE = HAS_TLS
# Scripts find its token in the page.
CSRF_COOKIE_HTTPONLY = True
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

# Whether the server in front lets anybody in to the administration pages. deploy/Caddyfile asks for the same word.
ADMIN_IS_PUBLIC = env_text("PUBLIC_ADMIN", "yes") == "yes"

# The first of them refuses what is too large before anything of it is kept.
FILE_UPLOAD_HANDLERS = [
    "matches.pages.common.upload_limits.BoundedUploads",
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
    "DESCRIPTION": "A club's players, events and records of play, by the same services as its pages.",
    "VERSION": "1",
    "SERVERS": [{"url": "/", "description": "The site that this document comes from."}],
    "EXTERNAL_DOCS": {"url": "/reference/", "description": "The same to be read in a browser."},
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
    "POSTPROCESSING_HOOKS": [
        "matches.api.core.enums.name_enums",
        "matches.api.core.recorded_examples.show_answers",
        "matches.api.core.tags.describe_tags",
    ],
}

# Words and hours

LANGUAGE_CODE = "en"
# Each under its own name, which is how those who want it look for it.
LANGUAGES = [("en", "English"), ("fr", "Français")]
LANGUAGE_COOKIE_AGE = 31_536_000
LANGUAGE_COOKIE_HTTPONLY = True
LANGUAGE_COOKIE_SAMESITE = "Lax"
LANGUAGE_COOKIE_SECURE = HAS_TLS
LOCALE_PATHS = [PROJECT / "locale"]
TIME_ZONE = "UTC"
USE_I18N = True
USE_TZ = True

# Static files: hashed and compressed once they have been collected, straight from the code before that

STATIC_URL = "/static/"
STATIC_ROOT = PROJECT / "staticfiles"
# The command that collects them writes the list of their names, so it can't wait for the list to be there.
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

# Live pages: streams that are open at once, and of them to one address, which the phones of a whole room may share

LIVE_CONNECTIONS = env_number("LIVE_CONNECTIONS", 2_000)
LIVE_CONNECTIONS_PER_ADDRESS = env_number("LIVE_CONNECTIONS_PER_ADDRESS", 600)

# Webhooks: networks of the host's own, into which news may be sent all the same, over plain http and to any port

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
# What a process has gathered in a day goes with it; the next one is forked with all that is loaded.
CELERY_WORKER_MAX_TASKS_PER_CHILD = 1000
CELERY_WORKER_MAX_MEMORY_PER_CHILD = 600_000  # KiB; looked at between tasks
CELERY_TASK_PUBLISH_RETRY_POLICY = {"max_retries": 2, "interval_start": 0, "interval_step": 0.2}
CELERY_TASK_DEFAULT_QUEUE = INTERACTIVE
CELERY_TIMEZONE = "UTC"
# The longest rubber that the notation allows takes half of this; a killed worker's claim is free again after it.
REVIEW_CLAIM_SECONDS = 20
# Longer than any rubber of a file takes to be read, and any batch to be stored.
UPLOAD_CLAIM_SECONDS = 300
SWEEP_EVERY_SECONDS = 60.0
CELERY_BEAT_SCHEDULER = "ecarte_site.schedule:KeptScheduler"

# Watching: lines of the log, and figures for whoever brings the token

METRICS_TOKEN = env_secret("METRICS_TOKEN")
# Of a process that serves no pages. Those that do answer /metrics where they answer everything else.
METRICS_PORT = env_port("METRICS_PORT")
configure_structlog()
LOGGING: dict[str, Any] = logging_settings(log_format(), log_level())
