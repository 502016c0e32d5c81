"""The product's own settings on a folder and databases that are thrown away.

TEST_DB=postgres takes a real PostgreSQL instead of a SQLite file. Nothing here touches var/.
"""

import atexit
import os
import shutil
import tempfile
from pathlib import Path

from tests import services


def _forget_the_machine() -> None:
    """What is set for the product on this machine must not reach the tests."""
    settings = "ALLOWED_HOSTS BROKER_URL DEBUG EMAIL_FROM EMAIL_URL PUBLIC_URL REDIS_URL SECRET_KEY"
    more = "LIVE_POLL_MS LIVE_MAX_STREAMS WEB_THREADS PUSH_SERVICES VAPID_KEY"
    more += " GNUBG GNUBG_PLIES GNUBG_MINUTES NOTICES_KEPT_DAYS"
    for name in f"{settings} SECRET_KEY_FILE {more}".split():
        os.environ.pop(name, None)


def _scratch_folder() -> str:
    """A folder that the processes of one run share; the first of them removes it."""
    if not (folder := os.environ.get("TEST_FOLDER")):
        folder, starter = tempfile.mkdtemp(prefix="crawford-tests-"), os.getpid()
        os.environ["TEST_FOLDER"] = folder
        atexit.register(
            lambda: shutil.rmtree(folder, ignore_errors=True) if os.getpid() == starter else None
        )
    return folder


_forget_the_machine()
_folder = _scratch_folder()
os.environ["DATA_DIR"] = _folder
os.environ["DATABASE_URL"] = (
    f"postgres://postgres@/crawford?host={services.postgres_host()}"
    if os.environ.get("TEST_DB") == "postgres"
    else f"sqlite:///{_folder}/crawford.sqlite3"
)

from config.settings import *  # noqa: E402, F403
from config.settings import DATABASES  # noqa: E402

# A file, not memory: WAL, IMMEDIATE and several threads are then the real thing.
DATABASES["default"]["TEST"] = {
    "NAME": "test_crawford"
    if os.environ.get("TEST_DB") == "postgres"
    else f"{_folder}/test.sqlite3"
}
if os.environ.get("TEST_DB") != "postgres":  # no test cuts the power of the machine
    DATABASES["default"]["OPTIONS"]["init_command"] += "PRAGMA synchronous=OFF;"
# Threads of a test server outlive their test; a connection kept open would block the clean-up.
DATABASES["default"]["CONN_MAX_AGE"] = 0
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.InMemoryStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}
STATIC_ROOT = Path(_folder) / "static"
STATIC_ROOT.mkdir(exist_ok=True)  # whitenoise warns of a folder that is not there
LIVE_POLL_MS = 50  # tests wait for polls
GNUBG_PLIES = 0  # tests wait for analyses
