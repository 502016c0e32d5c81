"""What streams tell of a board: everybody what is seen, a player alone what that side may do."""

import pytest

from matches.fragments import (
    BOARD,
    CHOUETTE,
    LIVE,
    PLAYER,
    WATCH,
    seat_fragment,
    side_fragment,
    side_kind,
)
from matches.live import Topic, View, stream_url
from matches.live.stream import PATH
from matches.live.topics import opens, source_of
from tests.matches.boards import SITE, Live
from tests.matches.chouettes import Evening

pytestmark = pytest.mark.django_db


def told(live: Live, fragment: str, kind: str = LIVE) -> str | None:
    source = source_of(kind)
    assert source is not None
    return source.render(live.match_id, fragment, "en")


def test_only_what_everybody_sees_is_public() -> None:
    source, public = source_of(LIVE), source_of(WATCH)
    assert source is not None
    assert public is not None
    assert public.is_public(BOARD)
    assert not source.is_public(PLAYER)
    for side in (1, 2):
        fragment = side_fragment(side, mirrored=False, player_id=7)
        own = source_of(side_kind(side))
        assert own is not None
        assert not own.is_public(fragment)
        topic = Topic(side_kind(side), 1)
        address, _, query = stream_url(View(topic, fragment, "en"), "1").partition("?")
        assert PATH.fullmatch(address)
        token = query.partition("token=")[2]
        assert opens(token.replace("%3A", ":"), topic, fragment)
        for other in ((3 - side, 7), (side, 8)):
            theirs = side_fragment(other[0], mirrored=False, player_id=other[1])
            assert not opens(token.replace("%3A", ":"), topic, theirs)


def test_each_side_is_told_what_it_may_do_and_spectators_nothing() -> None:
    live = Live()
    live.throw(1, 3, 1)
    mover = told(live, "side1", side_kind(1)) or ""
    other = told(live, "side2-mirrored", side_kind(2)) or ""
    assert "Type the play" in mover
    assert "Type the play" not in other
    for kind, fragment in ((WATCH, BOARD), (LIVE, PLAYER)):
        watched = told(live, fragment, kind) or ""
        assert "31" in watched
        assert "<form" not in watched


def test_the_table_of_a_chouette_is_public_and_its_seats_are_not() -> None:
    source = source_of(CHOUETTE)
    assert source is not None
    evening = Evening()
    assert source.is_public(BOARD)
    fragment = seat_fragment(1, mirrored=False)
    assert not source.is_public(fragment)
    assert "This was thrown" in (source.render(evening.pk, fragment, "en") or "")
    assert "<form" not in (source.render(evening.pk, BOARD, "en") or "")
    for unknown in (seat_fragment(9, mirrored=True), "seat", "side1"):
        assert source.render(evening.pk, unknown, "en") is None
    assert source.render(0, BOARD, "en") is None
    before = source.versions([evening.pk])
    evening.opens()
    assert source.versions([evening.pk]) != before


@pytest.mark.parametrize("kind", [LIVE, side_kind(1), side_kind(2), WATCH])
def test_the_version_changes_with_every_deed_and_with_the_match(kind: str) -> None:
    live = Live(dice=SITE)
    source = source_of(kind)
    assert source is not None
    seen = [source.versions([live.match_id])[live.match_id]]
    live.do(1, "roll")
    seen.append(source.versions([live.match_id])[live.match_id])
    live.stage.win("M1.1")
    seen.append(source.versions([live.match_id])[live.match_id])
    assert len(set(seen)) == 3


def test_of_what_is_not_there_nothing_is_told() -> None:
    live = Live()
    for kind in (LIVE, side_kind(1)):
        for fragment in ("side2", "side3"):
            assert told(live, fragment, kind) is None
    assert told(live, PLAYER, WATCH) is None
    assert told(live, PLAYER, side_kind(1)) is None
    for kind, fragment in ((LIVE, PLAYER), (side_kind(1), "side1"), (WATCH, BOARD)):
        source = source_of(kind)
        assert source is not None
        assert source.render(0, fragment, "en") is None
        assert source.versions([0]) == {}
