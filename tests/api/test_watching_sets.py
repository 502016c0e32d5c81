"""A match of sets that spectators see with a delay, through the API."""

import pytest

from tests.api.talking import member, visitor
from tests.matches.clocking import now
from tests.matches.watching import Watched, two_sets

pytestmark = pytest.mark.django_db


def path(live: Watched, more: str) -> str:
    return f"/events/{live.stage.event.pk}/fixtures/M1.1/{more}"


@pytest.mark.parametrize(("n", "won"), [(405, [0, 0]), (450, [1, 0])])
def test_spectators_are_told_of_the_set_that_they_see(n: float, won: list[int]) -> None:
    live = two_sets()
    live.it_is(n)
    for more in ("live/", "live/?at=9", "live/?set=1"):
        told = visitor().get(path(live, more)).data
        assert (told["sets"]["number"], told["sets"]["won"]) == (1, won), more
    for more in ("live/?set=2", "live/?set=2&at=1", "record/?set=2"):
        refused = visitor().get(path(live, more))
        assert (refused.status_code, refused.data["code"]) == (404, "not_played_here"), more
    assert visitor().get(path(live, "record/")).data["set"] == 1
    assert [one["set"] for one in visitor().get(path(live, "records/")).data["records"]] == [1]


def test_staff_are_told_of_the_set_that_is_played() -> None:
    live = two_sets()
    live.it_is(405)
    scorer = member(live.stage.event.tournament, "scorer")
    told = scorer.get(path(live, "live/")).data
    assert (told["sets"]["number"], told["sets"]["won"], told["last"]) == (2, [1, 0], 2)
    assert scorer.get(path(live, "record/?set=2")).data["set"] == 2


@pytest.mark.parametrize("more", ["live/", "live/?set=1", "record/", "record/?set=1"])
def test_the_version_does_not_tell_that_a_set_ends_or_begins(more: str) -> None:
    live = Watched(sets={"to_win": 2})
    live.throw(1, 3, 1)
    live.it_is(400)
    before = visitor().get(path(live, more))
    live.do(2, "resign", kind=3, n=now())
    live.do(1, "accept", n=now())
    over = visitor().get(path(live, more))
    live.begin(n=now())
    begun = visitor().get(path(live, more))
    assert before.status_code == 200
    assert before["ETag"] == over["ETag"] == begun["ETag"]
    assert before.data == over.data == begun.data
