"""All settings, driven by the environment; docs/running.md lists the variables.

Without any variable this is the embedded default: SQLite in `var/`, Celery over `memory://` inside
`manage.py serve`, plain http on this machine. With DATABASE_URL and REDIS_URL it is production.
"""

from pathlib import Path
from urllib.parse import urlsplit

from csp.constants import NONE, SELF
from django.core.exceptions import ImproperlyConfigured
from django.utils.translation import gettext_lazy as _
from whitenoise.compress import Compressor

from config import env

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = Path(env.text("DATA_DIR") or BASE_DIR / "var").resolve()
DATA_DIR.mkdir(parents=True, exist_ok=True)

DEBUG = env.boolean("DEBUG", default=False)
DATABASES = {"default": env.database("DATABASE_URL", folder=DATA_DIR)}
REDIS_URL = env.redis("REDIS_URL")
CELERY_BROKER_URL = env.broker("BROKER_URL", redis_url=REDIS_URL)
EMBEDDED = CELERY_BROKER_URL.startswith("memory:")
SECRET_KEY = env.secret_key("SECRET_KEY", folder=DATA_DIR, production=not EMBEDDED)

# --- Addresses -----------------------------------------------------------------------------------
PUBLIC_URL = env.public_url("PUBLIC_URL")
_public = urlsplit(PUBLIC_URL)
ALLOWED_HOSTS = [*env.hosts("ALLOWED_HOSTS"), *filter(None, [_public.hostname])]
if EMBEDDED:
    ALLOWED_HOSTS += ["localhost", "127.0.0.1", "[::1]"]
elif not ALLOWED_HOSTS:
    raise ImproperlyConfigured("Set PUBLIC_URL=https://your.host (or ALLOWED_HOSTS=your.host).")
if not EMBEDDED and DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    raise ImproperlyConfigured("A broker with SQLite: set DATABASE_URL=postgres://... as well.")
if not EMBEDDED and not REDIS_URL:
    # Throttles and the time of the last sweep are in the cache: all processes must share it.
    raise ImproperlyConfigured("A broker without Redis: set REDIS_URL=redis://... as well.")

# --- Security ------------------------------------------------------------------------------------
SECURE = _public.scheme == "https"  # behind TLS; plain http is for this machine and the club's LAN
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = SECURE
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if SECURE else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if SECURE else 0
# Browsers heed it over https only, and complain about it elsewhere.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if SECURE else None
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = SECURE
SECURE_REFERRER_POLICY = "same-origin"
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL] if SECURE else []
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "font-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
    }
}
AUTH_USER_MODEL = "players.User"
AUTHENTICATION_BACKENDS = [
    "django.contrib.auth.backends.ModelBackend",
    "tournaments.permissions.StaffBackend",
]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
LOGIN_URL = "login"

# --- Applications --------------------------------------------------------------------------------
INSTALLED_APPS = [
    "players",
    "matches",
    "tournaments",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "csp",
    "rest_framework",
    "knox",
    "drf_spectacular",
    "drf_spectacular_sidecar",
]
MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "tournaments.web.DomainErrorMiddleware",
]
ROOT_URLCONF = "config.urls"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

# --- Languages, time, files ----------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGES = [("en", _("English")), ("ru", _("Russian")), ("uk", _("Ukrainian"))]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_TZ = True
TIME_ZONE = "UTC"

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "templates" / "assets"]
WHITENOISE_USE_FINDERS = EMBEDDED
# Less to squeeze at each upgrade: every file under one name, and no source maps.
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = [*Compressor.SKIP_COMPRESS_EXTENSIONS, "map"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if EMBEDDED
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
MAX_UPLOAD = 1_000_000  # bytes of one entry list or event file
DATA_UPLOAD_MAX_MEMORY_SIZE = 2 * MAX_UPLOAD
DATA_UPLOAD_MAX_NUMBER_FIELDS = 15_000  # a confirmed entry list: six fields for each of 2048 rows

# --- Cache, mail, push ---------------------------------------------------------------------------
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.redis.RedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "crawford",
        # Requests wait for it: better no answer soon than one late.
        "OPTIONS": {"socket_connect_timeout": 1, "socket_timeout": 1},
    }
    if REDIS_URL
    else {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"}
}
DEFAULT_FROM_EMAIL = env.text("EMAIL_FROM", "crawford@localhost")
globals().update(env.email("EMAIL_URL"))
# Links in mails need an address, and a mail that only the console shows reaches nobody.
MAILS = bool(PUBLIC_URL and (env.text("EMAIL_URL") or DEBUG))
# Browsers take messages from https only, and from this machine.
PUSHES = SECURE or _public.hostname == "localhost"
# What went out, or was given up, is listed at the desk for so long: a season, and no list of who
# was told what for ever. The line of the log that it tells of stays.
NOTICES_KEPT_DAYS = env.integer("NOTICES_KEPT_DAYS", default=180, lowest=1, highest=3650)
VAPID_KEY = env.push_key("VAPID_KEY", folder=DATA_DIR) if PUSHES else ""
PUSH_SERVICES = [
    *("fcm.googleapis.com", "push.services.mozilla.com", "notify.windows.com", "push.apple.com"),
    *env.hosts("PUSH_SERVICES"),
]

# --- Celery --------------------------------------------------------------------------------------
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # a broker may be away for longer than an evening
# memory:// polls once a second by default, which would be the latency of every task.
CELERY_BROKER_TRANSPORT_OPTIONS = (
    {"polling_interval": 0.2} if EMBEDDED else env.broker_options(CELERY_BROKER_URL)
)
# memory:// is heard within this process only: `manage.py serve` switches this on when it starts its
# worker. Any other command leaves a near deadline to the sweep of the process that serves.
RINGS = not EMBEDDED
# A sweep that nobody heard for a minute is of no use: a worker that was away all night would begin
# with thousands of them.
CELERY_BEAT_SCHEDULE = {
    "sweep": {"task": "matches.tasks.sweep", "schedule": 10.0, "options": {"expires": 60}}
}

# --- Analysis ------------------------------------------------------------------------------------
# GNU Backgammon, if it is there: its path, else it is looked for where systems put it.
GNUBG = env.program("GNUBG")
GNUBG_PLIES = env.integer("GNUBG_PLIES", default=2, lowest=0, highest=3)
GNUBG_MINUTES = env.integer("GNUBG_MINUTES", default=15, lowest=1, highest=240)

# --- Live pages ----------------------------------------------------------------------------------
LIVE_POLL_MS = env.integer("LIVE_POLL_MS", default=250, lowest=50, highest=5000)
LIVE_MAX_STREAMS = env.integer("LIVE_MAX_STREAMS", default=8000, lowest=10, highest=100_000)
WEB_THREADS = env.integer("WEB_THREADS", default=4, lowest=1, highest=64)

# --- API -----------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "tournaments.api.auth.StaffToken",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": [],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["tournaments.api.parsing.JsonParser"],
    "DEFAULT_SCHEMA_CLASS": "drf_spectacular.openapi.AutoSchema",
    "DEFAULT_METADATA_CLASS": None,
    "DEFAULT_THROTTLE_CLASSES": [
        "tournaments.api.throttles.VisitorThrottle",
        "tournaments.api.throttles.KnownThrottle",
    ],
    "DEFAULT_THROTTLE_RATES": {"anon": "600/min", "user": "1200/min"},
    # The server has put the client's address in its place; a header could say anything.
    "NUM_PROXIES": 0,
    "EXCEPTION_HANDLER": "tournaments.api.errors.exception_handler",
    "UNAUTHENTICATED_USER": "django.contrib.auth.models.AnonymousUser",
}
REST_KNOX = {"TOKEN_TTL": None, "AUTH_HEADER_PREFIX": "Token", "TOKEN_PREFIX": "cr_"}
SPECTACULAR_SETTINGS = {
    "TITLE": "Crawford",
    "DESCRIPTION": "Backgammon tournaments: everything that the pages do. Every error looks like "
    '`{"code", "message", "detail"}`; see docs/api.md for the codes.',
    "VERSION": "1",
    "SERVE_INCLUDE_SCHEMA": False,
    "SERVE_AUTHENTICATION": [],
    "SCHEMA_PATH_PREFIX": "/api/v1",
    "SORT_OPERATIONS": False,
    "ENUM_NAME_OVERRIDES": {
        "EventState": "tournaments.models.Event.State",
        "MatchState": "matches.models.Match.State",
        "FixtureStatus": "tournaments.models.Fixture.Status",
        "PenaltyKind": "matches.models_late.Penalty.Kind",
        "CallKind": "tournaments.models_rulings.Call.Kind",
        "RulingKind": "tournaments.models_rulings.Ruling.Kind",
        "SanctionKind": "tournaments.models_rulings.Sanction.Kind",
        "DiceBy": "matches.models_record.Record.Dice",
        "RecordKind": "matches.models_record.Record.Source",
        "AnalysisState": "matches.models_record.RecordAnalysis.State",
    },
    "APPEND_COMPONENTS": {
        "securitySchemes": {
            "staffToken": {
                "type": "apiKey",
                "in": "header",
                "name": "Authorization",
                "description": "Staff: `Token cr_...`. Make one on the account page.",
            },
            "cookieAuth": {
                "type": "apiKey",
                "in": "cookie",
                "name": "sessionid",
                "description": "Staff logged in on the site; writes also need `X-CSRFToken`.",
            },
            "playerPass": {
                "type": "apiKey",
                "in": "header",
                "name": "Authorization",
                "description": "Players: `Pass 17-...`, the last part of their private link.",
            },
            "clockPass": {
                "type": "apiKey",
                "in": "header",
                "name": "Authorization",
                "description": "A match clock: `Clock 57-0-...`, the last part of its link.",
            },
            "seatPass": {
                "type": "apiKey",
                "in": "header",
                "name": "Authorization",
                "description": "A seat of a chouette: `Seat 57-3-...`, a part of its link.",
            },
        }
    },
    "PATH_CONVERTER_OVERRIDES": {"fixture": {"type": "string", "example": "M1.1"}},
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SWAGGER_UI_SETTINGS": {"deepLinking": True, "docExpansion": "none", "validatorUrl": None},
    "REDOC_DIST": "SIDECAR",
}

# --- Logs ----------------------------------------------------------------------------------------
_START = "WARNING" if EMBEDDED else "INFO"  # `serve` says itself that it starts and stops
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "secrets": {"()": "config.logs.HideSecrets"},
        "brief": {"()": "config.logs.WithoutTraceback"},
    },
    "formatters": {
        "plain": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "config.logs.JsonFormatter"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "filters": ["secrets"],
            "formatter": env.choice(
                "LOG_FORMAT", ["plain", "json"] if EMBEDDED else ["json", "plain"]
            ),
        }
    },
    "root": {
        "handlers": ["console"],
        "level": env.choice("LOG_LEVEL", ["INFO", "DEBUG", "WARNING", "ERROR"]),
    },
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        # Scanners ask for any host there is: a line each is enough.
        "django.security.DisallowedHost": {"filters": ["brief"]},
        "celery": {"level": _START},
        # Each of the three has a line for every sweep.
        "celery.beat": {"level": "WARNING"},
        "celery.worker.strategy": {"level": "WARNING"},
        "celery.app.trace": {"level": "WARNING"},
        # uvicorn has set up lines of its own by now, which would show private links.
        "uvicorn": {"handlers": [], "level": _START, "propagate": True},
        "uvicorn.access": {"handlers": [], "propagate": True},
    },
}
