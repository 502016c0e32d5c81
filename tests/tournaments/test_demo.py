"""The demo: a tournament that looks as if people had been playing for hours."""

from datetime import timedelta
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from config.errors import ConflictError, InvalidError
from matches.models import Match, Report
from matches.selectors.live import live_board
from players.models import User
from tests.builders import NOON, make_event, make_running_event, make_user
from tests.tournaments.archives import comparable, exported, imported
from tournaments.formats import Lots
from tournaments.models import Event, Fixture, LogEntry, Staff, Table, Tournament
from tournaments.selectors.boards import load_board
from tournaments.selectors.rounds import load_rounds
from tournaments.services.demo import demo_load, play_some

pytestmark = pytest.mark.django_db


def load(**options: object) -> Event:
    given = {"seed": "demo", "at": NOON, **options}
    demo_load(**given)  # type: ignore[arg-type]
    return Event.objects.get(tournament__slug="demo", slug="main")


def states(event: Event, **which: object) -> list[str]:
    rows = event.fixtures.filter(**which).select_related("match")
    return [row.match.state if row.match else "" for row in rows]


def test_the_main_draw_stands_in_the_quarter_finals() -> None:
    event = load()
    assert set(states(event, stage__bracket="M", round__lt=3)) == {"decided"}
    quarter_finals = states(event, stage__bracket="M", round=3)
    assert sorted(quarter_finals) == ["open", "open", "open", "reported"]
    assert set(states(event, stage__bracket="M", round__gt=3)) == {""}


def test_the_consolation_is_under_way() -> None:
    consolation = set(states(load(), stage__bracket="C"))
    assert {"decided", "open", "disputed"} <= consolation


def test_there_is_something_of_everything_that_a_desk_sees() -> None:
    event = load()
    assert states(event).count("disputed") == 1
    assert states(event).count("reported") == 1
    assert Match.objects.filter(outcome="walkover").count() == 1
    assert Report.objects.filter(state="claimed").count() == 2
    assert Table.objects.filter(fixture__event=event).count() == states(event).count("open")
    actions = set(event.log.values_list("action", flat=True))
    assert {"draw.published", "result.confirmed", "result.entered", "result.corrected"} <= actions


def test_a_second_event_takes_entries() -> None:
    load()
    blitz = Event.objects.get(slug="blitz")
    assert (blitz.state, blitz.entries.count()) == ("entries", 10)


def test_a_swiss_is_between_two_rounds() -> None:
    load()
    swiss = Event.objects.get(slug="swiss")
    assert (swiss.state, swiss.entries.count()) == ("running", 8)
    assert set(states(swiss, round__lte=2)) == {"decided"}
    board = load_rounds(swiss)
    assert [row.number for row in board.published] == [1, 2]
    assert board.draft is not None


def test_it_all_happened_in_order_in_the_last_hours() -> None:
    load()
    times = list(LogEntry.objects.order_by("pk").values_list("at", flat=True))
    assert times == sorted(times)
    assert NOON - timedelta(hours=4) < times[0]
    assert NOON - timedelta(minutes=10) < times[-1] < NOON


def test_names_are_of_many_scripts_and_all_different() -> None:
    names = list(load().entries.values_list("name", flat=True))
    assert len(set(names)) == 32
    assert any("А" <= letter <= "я" for name in names for letter in name)
    assert any(letter in "øåçşłñüéè" for name in names for letter in name)


def test_the_same_seed_gives_the_same_demo_and_another_does_not() -> None:
    """But for the throws at the board: the site's dice are those of one match and no other."""
    first = but_for_throws(load(players=16))
    assert but_for_throws(load(players=16, again=True)) == first
    other = but_for_throws(load(players=16, again=True, seed="other"))
    assert other["entries"] != first["entries"]


def but_for_throws(event: Event) -> dict[str, Any]:
    archive = comparable(exported(event))
    for row in archive["fixtures"]:
        for record in row["match"]["records"] if row["match"] else ():
            for key in ("actions", "commitment", "context", "version"):
                del record[key]
    return archive


@pytest.mark.parametrize("players", [16, 33, 64])
def test_other_numbers_of_players_work_as_well(players: int) -> None:
    event = load(players=players)
    assert event.entries.count() == players
    assert load_board(event).state().orphans == {}
    assert LogEntry.objects.filter(at__gt=NOON).count() == 0
    assert {"reported", "disputed"} <= set(states(event))


def test_the_demo_goes_through_an_archive() -> None:
    archive = exported(load())
    assert comparable(exported(imported(archive))) == comparable(archive)


def test_an_old_demo_is_kept_unless_another_is_asked_for() -> None:
    old = load(players=17)
    with pytest.raises(ConflictError) as caught:
        load()
    assert caught.value.code == "demo_exists"
    load(again=True, players=16)
    assert Tournament.objects.count() == 1
    assert not Event.objects.filter(pk=old.pk).exists()
    assert Match.objects.count() == Fixture.objects.exclude(match=None).count()


def test_making_it_again_leaves_other_tournaments_alone() -> None:
    other = make_running_event("ABCDEFGH")
    load(players=16)
    archive = exported(other)
    load(again=True, players=16)
    assert exported(other) == archive


def test_no_account_is_made_for_it() -> None:
    load(players=16)
    assert not User.objects.exists()
    assert not Staff.objects.exists()


def test_the_first_superuser_owns_it() -> None:
    make_user("scorer")
    root = User.objects.create_superuser("root", password="backgammon-at-night")
    load(players=16)
    assert list(Staff.objects.values_list("user_id", "role")) == [(root.pk, "owner")]


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"players": 15}, "demo_players"),
        ({"players": 65}, "demo_players"),
        ({"seed": " "}, "seed_missing"),
    ],
)
def test_what_it_cannot_show_is_refused(options: dict[str, object], code: str) -> None:
    with pytest.raises(InvalidError) as caught:
        load(**options)
    assert caught.value.code == code


def test_play_some_plays_so_many_and_stops_at_the_end() -> None:
    event = make_running_event("ABCDEFGH")
    at = play_some(event, 3, Lots("x"), NOON)
    assert states(event).count("decided") == 3
    assert play_some(event, 100, Lots("y"), at) > at
    event.refresh_from_db()
    assert event.state == "finished"
    assert play_some(make_event(), 5, Lots("z"), at) == at


def test_the_command_says_where_to_look() -> None:
    out = StringIO()
    call_command("demo", players=16, stdout=out)
    assert out.getvalue() == "The demo tournament is at /t/demo/\n"
    with pytest.raises(CommandError, match="a demo already"):
        call_command("demo", stdout=out)


def test_whoever_is_at_a_table_has_begun_and_nobody_is_asked_whether() -> None:
    event = load()
    seated = Match.objects.filter(fixture__table__isnull=False, fixture__event=event, state="open")
    assert seated.exists()
    assert not seated.filter(begun_at=None).exists()
    assert not LogEntry.objects.filter(action__in=["late.both", "late.point"]).exists()


def test_a_quarter_final_is_played_on_the_site() -> None:
    event = load()
    match = Match.objects.get(records__source="live")
    assert (match.state, match.fixture.event) == ("open", event)
    board = live_board(match.pk)
    assert all(board.record.joined)
    assert len(board.rows) > 20
    assert match.records.get().actions.filter(at__gte=NOON).count() == 0
