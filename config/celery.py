"""The Celery application. Tasks ring; they hold no rules (see docs/architecture.md)."""

import os

from celery import Celery

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

app = Celery("crawford")
app.config_from_object("django.conf:settings", namespace="CELERY")
# Celery closes the database connection around every task unless told how often it may be used.
app.conf["CELERY_DB_REUSE_MAX"] = 1000
app.autodiscover_tasks()
