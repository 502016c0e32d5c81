"""A match of sets that spectators see with a delay, on every page that shows it."""

import pytest
from django.test import Client

from matches.fragments import BOARD, WATCH, WATCH_STAFF
from matches.live.topics import source_of
from matches.selectors.records import live_record
from tests.matches.boards import SITE
from tests.matches.clocking import KEY, by_staff
from tests.matches.watching import Watched, two_sets
from tests.pages.desk import Desk, login, make_cast
from tests.pages.reading import text, words

pytestmark = pytest.mark.django_db

PAGES = [
    "",
    "?at=9",
    "?record={1}&at=9",
    "fragment/",
    "records/",
    "?record={2}",
    "?record={2}&at=2",
]


def page(live: Watched, more: str, client: Client | None = None) -> str:
    records = {str(n): live_record(live.match_id, n).pk for n in (1, 2)}
    for n, pk in records.items():
        more = more.replace(f"{{{n}}}", str(pk))
    return (client or Client()).get(f"/matches/{live.match_id}/{more}").content.decode()


@pytest.mark.parametrize("more", PAGES)
def test_that_a_set_is_over_is_on_no_page_before_its_time(more: str) -> None:
    live = two_sets(make_cast())
    live.it_is(405)
    told = page(live, more)
    for newer in ("has won", "3–0", "Set 2", "24/14", "The sets stand"):
        assert newer not in told


@pytest.mark.parametrize("more", PAGES)
def test_the_next_set_is_on_no_page_before_its_board_is_seen(more: str) -> None:
    live = two_sets(make_cast())
    live.it_is(450)
    told, second = page(live, more), live_record(live.match_id, 2).pk
    for newer in ("Set 2", "24/14", f"record={second}", f"records/{second}/"):
        assert newer not in told
    assert "3–0" in told


def test_staff_see_the_set_that_is_played() -> None:
    live = two_sets(make_cast())
    live.it_is(405)
    told = page(live, "", login("sam"))
    assert "Set 2" in told
    assert "24/14" in told


def test_the_streams_tell_what_their_pages_do() -> None:
    live = two_sets(make_cast())
    live.it_is(450)
    told = {}
    for kind in (WATCH, WATCH_STAFF):
        source = source_of(kind)
        assert source is not None
        told[kind] = source.render(live.match_id, BOARD, "en") or ""
    assert "has won set 1" in told[WATCH]
    assert "24/14" not in told[WATCH]
    assert "24/14" in told[WATCH_STAFF]


@pytest.mark.parametrize(("n", "first"), [(405, False), (450, True), (505, True)])
def test_the_dice_of_a_set_are_revealed_when_its_end_is_seen(n: float, first: bool) -> None:
    live = two_sets(make_cast(), dice=SITE)
    live.it_is(n)
    secrets = [live_record(live.match_id, number).secret for number in (1, 2)]
    pages = [page(live, more) for more in ("dice/", "dice/?record={1}", "dice/?record={2}")]
    assert (secrets[0] in pages[1]) == first
    assert all(secrets[1] not in told for told in pages)
    committed = live_record(live.match_id, 2).commitment
    assert any(committed in told for told in pages) == (n > 500)


@pytest.mark.parametrize(("n", "codes"), [(405, (409, 404)), (450, (200, 404)), (505, (200, 409))])
def test_a_set_can_be_taken_away_when_its_end_is_seen(n: float, codes: tuple[int, int]) -> None:
    live = two_sets(make_cast())
    live.it_is(n)
    records = [live_record(live.match_id, number).pk for number in (1, 2)]
    paths = [f"/matches/{live.match_id}/records/{pk}/mat/" for pk in records]
    assert tuple(Client().get(path).status_code for path in paths) == codes


@pytest.mark.parametrize("n", [405, 450, 999])
def test_a_set_that_is_over_is_not_analysed_while_the_match_goes_on(n: float) -> None:
    live = two_sets(make_cast())
    live.it_is(n)
    path = f"/matches/{live.match_id}/records/{live_record(live.match_id, 1).pk}/analysis/"
    assert Client().get(path).status_code == 409
    desk = login("sam")
    assert desk.post(path).status_code == 409


def test_a_comment_leads_to_the_position_in_its_set() -> None:
    live = two_sets(make_cast())
    live.says("Too early", by=by_staff(111), sees_all=True)
    first, second = (live_record(live.match_id, n).pk for n in (1, 2))
    assert f"?record={second}&at=2" in page(live, "", login("sam")).replace("&amp;", "&")
    assert f"?record={first}&at=2" not in page(live, "", login("sam"))
    desk = Desk(live.stage.event).get("fixture_board", KEY)
    assert "· Set 2, at 2 Too early" in words(text(desk))
