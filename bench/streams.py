"""Many open pages: what each costs, and how long a change takes to the last of them."""

import asyncio
import time
from collections.abc import Awaitable
from typing import NamedTuple

from bench.client import Client
from bench.places import cpu_seconds, memory_bytes

PER_ADDRESS = 150  # the server lets 200 streams in from one
AT_ONCE = 50  # connections being opened


class Spread(NamedTuple):
    """How long one change took, in milliseconds: its answer, half of the readers, the last one; and
    the CPU of the server."""

    answered: float
    half: float
    last: float
    cpu: float


class Readers:
    """Those who have a stream open and have what is there."""

    def __init__(self, pid: int, clients: list[Client], memory: float, size: int) -> None:
        self._pid = pid
        self._clients = clients
        self.memory = memory  # bytes that the server needs for each
        self.size = size  # bytes of what each has

    @classmethod
    async def opened(cls, port: int, pid: int, path: str, count: int) -> "Readers":
        """`path` is that of the stream, without what is shown already."""
        gate, before = asyncio.Semaphore(AT_ONCE), memory_bytes(pid)

        async def reader(number: int) -> tuple[Client, int]:
            async with gate:
                client = await Client.connected(port, f"127.0.1.{1 + number // PER_ADDRESS}")
                client.send("GET", path, {})
                head = await client.head()
                if b" 200 " not in head:
                    raise RuntimeError(head.decode())
                _moment, size = await _fragment(client)
                return client, size

        found = await asyncio.gather(*(reader(number) for number in range(count)))
        memory = (memory_bytes(pid) - before) / count
        return cls(pid, [client for client, _size in found], memory, found[0][1])

    async def spread(self, deed: Awaitable[float]) -> Spread:
        """Do something that changes what all of them see; it returns the seconds it took."""
        cpu = cpu_seconds(self._pid)
        waiting = asyncio.gather(*(_fragment(client) for client in self._clients))
        await asyncio.sleep(0)  # so that all of them wait before it is sent
        begun = time.perf_counter()
        answered = await deed
        came = sorted(moment - begun for moment, _size in await waiting)
        used = cpu_seconds(self._pid) - cpu
        middle = came[len(came) // 2]
        return Spread(*(1000 * seconds for seconds in (answered, middle, came[-1], used)))

    def close(self) -> None:
        for client in self._clients:
            client.close()


async def _fragment(client: Client) -> tuple[float, int]:
    """When the next fragment has come whole, and its bytes: an event ends with a blank line."""
    await client.until(b"event: fragment\n")
    event = await client.until(b"\n\n")
    return time.perf_counter(), len(event)
