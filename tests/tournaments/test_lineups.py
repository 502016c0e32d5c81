"""Who sits at the boards of a tie: a reserve for who is missing, named before play."""

from collections.abc import Sequence

import pytest

from config.errors import ConflictError, InvalidError
from matches.models import Match
from matches.services.lateness import match_here
from matches.services.penalties import penalty_add
from tests.builders import NOON, Stage, by_director, make_ties, undo_last
from tournaments.models import Event, Table
from tournaments.models_teams import Member
from tournaments.selectors.log import log_page
from tournaments.services.lineups import lineup_set
from tournaments.services.undoing import event_undo, undo_preview

pytestmark = pytest.mark.django_db


def seat(event: Event, key: str, *, side: int, places: Sequence[int], minutes: int = 1) -> None:
    """Those who have these places in the team of that side sit at boards 1, 2, 3 ..."""
    row = Stage(event).fixture(key)
    entry = row.entry_1 if side == 1 else row.entry_2
    assert entry is not None
    ids = dict(Member.objects.filter(entry=entry).values_list("place", "pk"))
    seats = [ids[place] for place in places]
    act = by_director(minutes)
    lineup_set(event_id=event.pk, key=key, entry_id=entry.pk, seats=seats, act=act)


@pytest.fixture
def event() -> Event:
    return make_ties(("Kyiv", "Lviv"), size=5)


def test_a_reserve_sits_in_and_the_others_stay(event: Event) -> None:
    stage = Stage(event)
    one, other = stage.names("M1.1")
    before = {board: stage.match(f"M1.1.{board}") for board in (1, 2, 3)}
    seat(event, "M1.1", side=1, places=(1, 4, 3))
    assert stage.boards("M1.1") == [
        f"{one} 1 – {other} 1",
        f"{one} 4 – {other} 2",
        f"{one} 3 – {other} 3",
    ]
    assert stage.match("M1.1.1") == before[1]
    new = stage.match("M1.1.2")
    assert new != before[2]
    assert new.version > before[2].version
    before[2].refresh_from_db()
    assert before[2].state == Match.State.VOID


def test_the_board_keeps_its_table(event: Event) -> None:
    table = Table.objects.get(fixture__key="M1.1.2")
    seat(event, "M1.1", side=2, places=(1, 5, 3))
    table.refresh_from_db()
    assert table.fixture is not None
    assert table.fixture.key == "M1.1.2"


def test_a_fixed_order_is_kept(event: Event) -> None:
    with pytest.raises(InvalidError, check=lambda error: error.code == "order_fixed"):
        seat(event, "M1.1", side=1, places=(2, 1, 3))


def test_a_free_order_is_not() -> None:
    event = make_ties(("Kyiv", "Lviv"), rules={"seating": "free"})
    one = Stage(event).names("M1.1")[0]
    seat(event, "M1.1", side=1, places=(3, 1, 2))
    assert [pair.split(" – ")[0] for pair in Stage(event).boards("M1.1")] == [
        f"{one} 3",
        f"{one} 1",
        f"{one} 2",
    ]


def test_whoever_has_a_result_stays(event: Event) -> None:
    Stage(event).win("M1.1.2")
    with pytest.raises(ConflictError, check=lambda error: error.code == "board_begun"):
        seat(event, "M1.1", side=1, places=(1, 4, 3))
    seat(event, "M1.1", side=1, places=(4, 2, 3))


def test_a_tie_that_is_over_is_over(event: Event) -> None:
    Stage(event).win_tie("M1.1")
    with pytest.raises(ConflictError, check=lambda error: error.code == "tie_not_open"):
        seat(event, "M1.1", side=1, places=(1, 4, 3))


def test_the_next_tie_begins_with_the_usual_order() -> None:
    event = make_ties(("Kyiv", "Lviv", "Odesa", "Poltava"), size=4)
    stage = Stage(event)
    one = stage.names("M1.1")[0]
    seat(event, "M1.1", side=1, places=(4, 2, 3))
    stage.win_tie("M1.1")
    stage.win_tie("M1.2")
    assert stage.boards("M2.1")[0].startswith(f"{one} 1 – ")


def test_it_is_undone_and_told_in_words(event: Event) -> None:
    stage = Stage(event)
    before = stage.boards("M1.1")
    seat(event, "M1.1", side=1, places=(1, 4, 3))
    told = log_page(event.tournament, event=event).lines
    line = next(one for one in told if "line-up" in one.what)
    assert f"{stage.names('M1.1')[0]} 4" in line.changes[0].after
    undoing = undo_preview(event)
    assert undoing is not None
    event_undo(event_id=event.pk, deed_id=undoing.deed.id, act=by_director(5))
    assert stage.boards("M1.1") == before


def test_points_for_waiting_hold_against_the_reserve_and_those_of_a_person_do_not() -> None:
    event = make_ties(("Kyiv", "Lviv"), size=5, rule_set="usbgf")
    stage = Stage(event)
    absent = stage.match("M1.1.2").pk
    match_here(match_id=absent, sides=[2], since=NOON, act=by_director(11))
    penalty_add(match_id=absent, side=1, points=1, kind="conduct", act=by_director(11, "Shouts"))
    assert stage.match("M1.1.2").start == (0, 3)
    seat(event, "M1.1", side=1, places=(1, 4, 3), minutes=12)
    assert stage.match("M1.1.2").start == (0, 2)
    assert [one.late_at is not None for one in stage.match("M1.1.2").penalties.all()] == [True] * 2
    undo_last(event)
    assert stage.match("M1.1.2").start == (0, 2)
