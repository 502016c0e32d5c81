"""A broker that is away."""

from typing import Any

from celery import Celery

from config import env

NOWHERE = "redis://127.0.0.1:1/0"  # nothing listens there


def without_broker(task: Any) -> Any:
    """`task.apply_async` of an application of its own, set up as the product would be."""
    elsewhere = Celery(broker=NOWHERE, set_as_current=False)
    elsewhere.conf.broker_transport_options = env.broker_options(NOWHERE)

    def send(args: tuple[int], **options: Any) -> Any:
        return elsewhere.send_task(task.name, args, **options)

    return send
