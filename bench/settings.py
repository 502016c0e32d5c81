"""The product's own settings, without the throttles, which would falsify a measurement."""

from config.settings import *  # noqa: F403
from config.settings import DATA_DIR, REST_FRAMEWORK

REST_FRAMEWORK["DEFAULT_THROTTLE_CLASSES"] = []
ROOT_URLCONF = "bench.urls"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
(DATA_DIR / "static").mkdir(exist_ok=True)
