"""The Celery application. Tasks ring; they hold no rules (see docs/architecture.md)."""

import os
from functools import partial
from typing import Any

from celery import Celery, bootsteps
from celery.app.amqp import AMQP
from kombu import Connection

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")

RETRY_SECONDS = 2  # after a broker that was away; kombu would come to ask twice a minute only


class PatientConnection(Connection):
    """Looks for a broker that is away as often at the end of an evening as at its beginning."""

    def ensure_connection(self, *args: Any, **options: Any) -> Any:
        return super().ensure_connection(*args, **{"interval_max": RETRY_SECONDS, **options})

    def channel(self) -> Any:
        """Rings that are out are not put back at the end: `Rearm` sends new ones. And kombu ends
        the worker when it tries to, and the broker has just died."""
        channel: Any = super().channel()
        channel.do_restore = False
        channel.basic_ack = partial(_acknowledge, channel, channel.basic_ack)
        return channel


def _acknowledge(channel: Any, acknowledge: Any, *message: Any, **options: Any) -> None:
    """What waited for a thread while the broker died belongs to a channel that is closed when its
    turn comes: there is nobody to thank for it, and kombu ends the worker when it tries to."""
    if not getattr(channel, "closed", False):
        acknowledge(*message, **options)


class Broker(AMQP):
    Connection = PatientConnection


class Rearm(bootsteps.StartStopStep):
    """Ring anew whenever a worker begins to hear, at its start and after the broker was away.

    The rings that it held are gone with the process or the connection.
    """

    requires = ("celery.worker.consumer.tasks:Tasks",)

    def start(self, parent: Any) -> None:
        parent.app.send_task("matches.tasks.rearm")


app = Celery("crawford", amqp=Broker)
app.config_from_object("django.conf:settings", namespace="CELERY")
# Celery closes the database connection around every task unless told how often it may be used.
app.conf["CELERY_DB_REUSE_MAX"] = 1000
app.steps["consumer"].add(Rearm)
app.autodiscover_tasks()
