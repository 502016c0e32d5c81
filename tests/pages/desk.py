"""The fixed cast of the desk: dana owns the tournament, sam enters results, otto is nobody here."""

from typing import Any

from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from players.models import User
from tests.builders import by_director, make_tournament, make_user
from tournaments.models import Event, Tournament
from tournaments.services.staffing import staff_invite


def make_cast() -> Tournament:
    """Kyiv Open with its staff; otto and dina (a director) have accounts, too."""
    tournament = make_tournament(owner=make_user("dana"))
    for name, role in (("sam", "scorer"), ("dina", "director")):
        make_user(name)
        staff_invite(tournament_id=tournament.pk, username=name, role=role, act=by_director())
    make_user("otto")
    return tournament


def login(name: str) -> Client:
    client = Client()
    client.force_login(
        User.objects.get(username=name), backend="django.contrib.auth.backends.ModelBackend"
    )
    return client


class Desk:
    """A member of staff at one event."""

    def __init__(self, event: Event, name: str = "dana") -> None:
        self.event = event
        self.client = login(name)

    def url(self, page: str, *more: object) -> str:
        return reverse(page, args=[self.event.tournament.slug, self.event.slug, *more])

    def get(self, page: str, *more: object) -> HttpResponse:
        response: HttpResponse = self.client.get(self.url(page, *more))  # type: ignore[assignment]
        return response

    def post(self, page: str, *more: object, **data: Any) -> HttpResponse:
        response: HttpResponse = self.client.post(  # type: ignore[assignment]
            self.url(page, *more), data
        )
        return response

    def version(self) -> int:
        self.event.refresh_from_db()
        return self.event.version
