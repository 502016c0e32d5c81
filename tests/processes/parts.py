"""The parts of a production, each to be killed as a crash kills it, and to be started again."""

import socket
from pathlib import Path
from typing import Self

import redis

from tests import services
from tests.processes.running import Process

WEB = "uvicorn config.asgi:application --host 127.0.0.1 --no-access-log --log-level warning"
THREADS = 4  # of a worker
WORKER = (
    f"celery -A config worker -P threads -c {THREADS} --without-gossip --without-mingle -l WARNING"
)
BEAT = "celery -A config beat --pidfile= -l WARNING"
BROKER = "broker"


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
    return port


class Parts:
    """Web, any number of workers, beat, and a broker that forgets what it had when it is killed.

    `env` is the environment of the product but for the broker, which is made here. All parts that
    run are killed at the end of the block.
    """

    def __init__(self, folder: Path, env: dict[str, str], *, workers: int = 1) -> None:
        self.port, self._broker_port = free_port(), free_port()
        self.broker_url = f"redis://127.0.0.1:{self._broker_port}/0"
        self.env = {**env, "REDIS_URL": self.broker_url}
        self._folder = folder
        self._commands = {
            "web": f"{WEB} --port {self.port}",
            **{f"worker {n}": f"{WORKER} -n {n}@%h" for n in range(1, workers + 1)},
            "beat": f"{BEAT} -s {folder / 'beat'}",
        }
        self._running: dict[str, Process | services.Server] = {}

    @property
    def names(self) -> list[str]:
        return [BROKER, *self._commands]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        for name in list(self._running):
            self.kill(name)

    def start(self, *names: str) -> None:
        """Returns as soon as they are started: whether they answer yet is another question."""
        for name in names:
            assert name not in self._running, f"{name} runs already"
            self._running[name] = self._started(name)

    def _started(self, name: str) -> Process | services.Server:
        if name == BROKER:
            return services.start_redis(self._broker_port)
        return Process(self._folder, "-m", *self._commands[name].split(), **self.env)

    def kill(self, name: str) -> None:
        self._running.pop(name).kill()

    def hearing(self) -> int:
        """How many workers wait for messages."""
        with redis.Redis.from_url(self.broker_url) as client:
            return sum("b" in one["flags"] for one in client.client_list())

    def answers(self) -> bool:
        """Whether the web process takes connections."""
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self.port)) == 0
