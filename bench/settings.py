"""The product's own settings, without what would falsify a measurement: throttles and log lines."""

from config.settings import *  # noqa: F403
from config.settings import DATA_DIR, LOGGING, REST_FRAMEWORK

REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"] = {
    scope: "1000000/min" for scope in REST_FRAMEWORK["DEFAULT_THROTTLE_RATES"]
}
LOGGING["root"]["level"] = "WARNING"
ROOT_URLCONF = "bench.urls"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
(DATA_DIR / "static").mkdir(exist_ok=True)
