"""A thread of its own for database work, beside the event loop.

Django's connections belong to threads and are tidied up at the ends of requests. There are no
requests here, so this thread tidies up around every call and closes its connection at the end.
"""

import asyncio
import contextvars
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from django.db import close_old_connections, connections

P = ParamSpec("P")
T = TypeVar("T")


class DatabaseThread:
    def __init__(self, name: str) -> None:
        self._executor = ThreadPoolExecutor(max_workers=1, thread_name_prefix=name)

    async def run(self, function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call the function there, after those that were asked for earlier."""

        def call() -> T:
            close_old_connections()
            try:
                return function(*args, **kwargs)
            finally:
                close_old_connections()

        # An empty context: a request's own (language, asgiref's executor) must not leak in here.
        context = contextvars.Context()
        return await asyncio.get_running_loop().run_in_executor(self._executor, context.run, call)

    async def close(self) -> None:
        """Close the thread's connection and end it, once its work is done."""
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self._executor, connections.close_all)
        self._executor.shutdown(wait=False)
