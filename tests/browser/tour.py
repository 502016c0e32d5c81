"""The address of every page of the product, with one running event in it."""

from collections.abc import Iterator

from django.urls import URLPattern, URLResolver, get_resolver, reverse

from players.services.tokens import token_create
from tests.builders import DIRECTOR, by_director
from tournaments.models import Event, Pass, User
