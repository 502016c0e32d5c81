"""Seasons of a league through the API: who moves, and the next season set up once."""

import pytest

from tests.api.talking import director, member, visitor
from tests.builders import make_tournament
from tests.tournaments.test_seasons import tied, two_divisions
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)

NEXT = {"name": "Winter", "starts_on": "2027-01-11"}


def test_everybody_may_read_who_moves() -> None:
    tournament = two_divisions()
    shown = visitor().get(f"/tournaments/{tournament.slug}/season/").data
    assert (shown["is_over"], shown["ties"]) == (True, [])
    first, second = shown["divisions"]
    assert [(one["name"], one["way"]) for one in first["entrants"]] == [
        ("A", ""),
        ("B", ""),
        ("C", "down"),
    ]
    assert second["entrants"][0]["way"] == "up"


def test_a_tournament_without_a_league_has_no_divisions() -> None:
    shown = visitor().get(f"/tournaments/{make_tournament().slug}/season/").data
    assert shown["divisions"] == []


def test_the_next_season_is_set_up_once_with_a_key() -> None:
    path = f"/tournaments/{two_divisions().slug}/season/next/"
    made = director().post(path, NEXT, idempotency_key="winter")
    again = director().post(path, NEXT, idempotency_key="winter")
    assert (made.status_code, again.data) == (201, made.data)
    assert Tournament.objects.count() == 2
    events = visitor().get(f"/tournaments/{made.data['slug']}/events/").data["events"]
    assert [event["round_rules"]["league"]["division"] for event in events] == [1, 2]


def test_ties_are_named_and_chosen_among() -> None:
    tournament = tied()
    path = f"/tournaments/{tournament.slug}/season/"
    (tie,) = visitor().get(path).data["ties"]
    refused = director().post(f"{path}next/", NEXT)
    assert (refused.status_code, refused.data["code"]) == (409, "ties_open")
    chosen = [{"player": tie["players"][0], "way": tie["way"]}]
    made = director().post(f"{path}next/", {**NEXT, "chosen": chosen})
    assert made.status_code == 201, made.data


def test_only_directors_set_a_season_up() -> None:
    tournament = two_divisions()
    path = f"/tournaments/{tournament.slug}/season/next/"
    assert visitor().post(path, NEXT).status_code == 401
    assert member(tournament, "scorer").post(path, NEXT).status_code == 403
    assert member(tournament, "director").post(path, NEXT).status_code == 201
