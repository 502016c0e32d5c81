"""`manage.py serve`: web, worker and beat in one process, for a laptop at a club.

Nothing has to be installed or started beside it. Production runs the same application as separate
processes instead; docs/running.md tells how.
"""

import fcntl
from collections.abc import Iterator
from contextlib import contextmanager
from socket import socket
from typing import Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, CommandParser, call_command
from django.urls import reverse

from tournaments.management.embedded import celery_threads
from tournaments.management.network import listen_on, own_addresses, url_host
from tournaments.management.server import Server
from tournaments.models import Tournament
from tournaments.services.staffing import setup_needed, setup_token


class Command(BaseCommand):
    help = "Run everything in one process: pages, live streams, deadlines. Ctrl-C stops it."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--host", default="127.0.0.1", help="address to serve on")
        parser.add_argument("--port", type=int, default=8000, help="port to serve on")
        parser.add_argument("--lan", action="store_true", help="let the local network in")
        parser.add_argument("--demo", action="store_true", help="fill an empty database")
        parser.add_argument("--no-migrate", action="store_true", help="leave the tables alone")

    def handle(self, **options: Any) -> None:
        if not settings.EMBEDDED:
            raise CommandError(
                "serve needs no broker, but BROKER_URL or REDIS_URL names one: production runs "
                "web, worker and beat apart; see docs/running.md."
            )
        with only_instance():
            host = "0.0.0.0" if options["lan"] else options["host"]  # noqa: S104 (asked for)
            # First of all: who cannot serve should not fill a database either.
            with listen_on(host, options["port"]) as listening:
                self._prepare(migrate=not options["no_migrate"], demo=options["demo"])
                self._serve(host, listening, lan=options["lan"])

    def _prepare(self, *, migrate: bool, demo: bool) -> None:
        settings.STATIC_ROOT.mkdir(parents=True, exist_ok=True)
        if migrate:
            call_command("migrate", verbosity=0, interactive=False)
        if demo and Tournament.objects.exists():
            self.stdout.write(
                "There are tournaments already: the demo is not loaded (manage.py demo loads it)."
            )
        elif demo:
            call_command("demo")

    def _serve(self, host: str, listening: socket, *, lan: bool) -> None:
        server = Server()
        with celery_threads(on_failure=server.stop) as celery:
            server.on_stop = celery.begin_stop
            self._greet(host, listening.getsockname()[1], lan=lan)
            server.run([listening])
        if celery.failed:
            raise CommandError("The Celery worker ended by itself: deadlines would not ring.")
        if not server.ready.is_set():
            raise CommandError("The server did not start; the lines above say why.")

    def _greet(self, host: str, port: int, *, lan: bool) -> None:
        local = "localhost" if lan else url_host(host)
        address = f"http://{local}:{port}/"
        self.stdout.write(f"Crawford is at {address}  (Ctrl-C stops it)")
        if setup_needed():
            path = reverse("setup", args=[setup_token()])
            self.stdout.write(f"Make the first account, once: {address.rstrip('/')}{path}")
        if lan:
            addresses = [url_host(address) for address in own_addresses()]
            settings.ALLOWED_HOSTS += addresses
            for address in addresses:
                self.stdout.write(f"In this network: http://{address}:{port}/")
            self.stdout.write(
                self.style.WARNING(
                    "The connection is not encrypted: use a network that you trust, and no "
                    "password that you use elsewhere."
                )
            )
        self.stdout.flush()


@contextmanager
def only_instance() -> Iterator[None]:
    """Hold the data folder: two workers and two beats on one SQLite would only be in each
    other's way, and neither would hear the other's memory://."""
    path = settings.DATA_DIR / "serve.lock"
    with path.open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            raise CommandError(f"Crawford is running already on {settings.DATA_DIR}.") from error
        yield
